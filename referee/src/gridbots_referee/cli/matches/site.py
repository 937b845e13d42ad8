"""`referee export --site`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.completion import STORE
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS: Final = ("best", "none", "all")
DIR: Final = click.Path(path_type=Path, file_okay=False)
TOLD: Final = 5
"""Replays that are missing and told one by one."""


def site_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of `export` that are about sites."""
    site = click.option(
        "--site", nargs=2, type=(STORE, DIR), metavar="STORE DIR",
        help="Write a tournament as a folder of pages, which opens from a disk and from any web "
             "host; written again, it shows what has been played since.",
    )  # fmt: skip
    matches = click.option(
        "--matches", metavar="N|best|none|all",
        help="Which matches of --site can be watched: the N latest; the latest and each bot's "
             "best and worst; none; all.  [default: best]",
    )  # fmt: skip
    return site(matches(command))


def export_site(file: Path | None, options: dict[str, Any]) -> None:
    """Write the site of a store into a folder.

    Raises:
        UsageError: there are options that say something else.
    """
    from gridbots_referee.show.progress.progress_line import ProgressLine
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
    from gridbots_referee.show.viewer.static_site.site import StaticSite

    (store, target), matches = options["site"], options["matches"] or "best"
    if file is not None:
        raise click.UsageError("--site takes a store in place of FILE")
    if other := [form for form in ("html", "gif", "svg") if options.get(form)]:
        raise click.UsageError(f"--site and --{other[0]} exclude each other")
    if matches not in WORDS and not matches.isdecimal():
        raise click.BadParameter(
            f"expected a number, best, none or all, got {matches!r}", param_hint="--matches"
        )
    site = StaticSite(TournamentSite(store), target, matches)
    plan = site.plan
    click.echo(
        f"{plan.matches} matches, {len(plan.replays)} of them to be watched: "
        f"about {size(plan.bytes)} of replays",
        err=True,
    )
    line = ProgressLine(len(plan.replays), "replays")
    written = site.write(line.update)
    line.end()
    for why in written.skipped[:TOLD]:
        click.echo(visible(f"not to be watched: {why}"), err=True)
    if more := len(written.skipped[TOLD:]):
        click.echo(f"and {more} more", err=True)
    click.echo(
        visible(
            f"{target / 'index.html'}: {written.matches} matches, {written.replays} replays, "
            f"{written.files} files, {size(written.bytes)}"
        )
    )


def size(count: int) -> str:
    """Bytes in words."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"
