"""`referee export`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.completion import RECORD
from gridbots_referee.cli.matches.site import export_site, site_options
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from gridbots_referee.show.viewer.replay.replay import Replay

OUT = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("file", type=RECORD, required=False)
@site_options
@click.option("--html", type=OUT, metavar="OUT",
              help="Write a page of the match, in one file that opens offline.")  # fmt: skip
@click.option("--gif", type=OUT, metavar="OUT", help="Write a picture that moves.")
@click.option("--svg", type=OUT, metavar="OUT", help="Write a picture of a round.")
@click.option("--round", "number", type=click.IntRange(min=0), metavar="N",
              help="Which round --svg shows; the end of the match if not given.")  # fmt: skip
@click.option("--strip", type=click.IntRange(min=2, max=12), metavar="N",
              help="So many rounds beside each other in --svg, from first to last.")  # fmt: skip
@click.option("--cell", type=click.IntRange(min=4, max=48), default=12, show_default=True,
              metavar="PIXELS", help="Side of a cell in --gif.")  # fmt: skip
@click.option("--speed", type=click.IntRange(min=1, max=50), default=10, show_default=True,
              metavar="N", help="Pictures per second in --gif.")  # fmt: skip
@click.option("--frames", type=click.IntRange(min=2), default=400, show_default=True, metavar="N",
              help="Pictures in --gif at most: of a longer match some are left out.")  # fmt: skip
def export(file: Path | None, **options: Any) -> None:
    """Make a page or pictures of a match, or a site of a tournament, to keep or to send.

    FILE is the record of a match. --site takes the store of a tournament and a folder instead.

    \b
      referee export RECORD --html match.html
      referee export RECORD --gif match.gif --speed 20
      referee export RECORD --svg opening.svg --round 0
      referee export RECORD --svg match.svg --strip 5
      referee export --site autumn.db autumn-site
      referee export --site autumn.db autumn-site --matches 500
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if options["site"]:
        export_site(file, options)
        return
    if options["matches"]:
        raise click.UsageError("--matches needs --site with a store and a folder")
    if file is None:
        raise click.UsageError("expected the FILE of a record, or --site with a store and a folder")
    from gridbots_referee.show.viewer.sites.record_site import load_replay

    wanted = [form for form in ("html", "gif", "svg") if options[form]]
    if not wanted:
        raise click.UsageError("nothing to write; add --html, --gif or --svg with a file")
    if options["number"] is not None and options["strip"]:
        raise click.UsageError("--round and --strip exclude each other")
    replay = load_replay(file)
    if (options["number"] or 0) > replay.last:
        raise click.BadParameter(
            f"expected a round from 0 to {replay.last}, got {options['number']}"
        )
    for form in wanted:
        told = EXPORTS[form](replay, options[form], options)
        click.echo(visible(f"{options[form]}: {told}"))


def _export_html(replay: Replay, target: Path, _: dict[str, Any]) -> str:
    from gridbots_referee.show.viewer.html_export import html_page

    shown = html_page(replay, _progress if sys.stderr.isatty() else None)
    target.write_text(shown, encoding="utf-8")
    return f"{replay.last} rounds, {len(shown) // 1000} kB"


def _export_gif(replay: Replay, target: Path, options: dict[str, Any]) -> str:
    from gridbots_referee.show.pictures.gif import evenly_spaced, gif

    numbers = evenly_spaced(replay.last, options["frames"])
    shown = (replay.frame(number) for number in numbers)
    data = b"".join(gif(shown, options["cell"], round(100 / options["speed"])))
    target.write_bytes(data)
    return f"{len(numbers)} of {replay.last + 1} pictures, {len(data) // 1000} kB"


def _export_svg(replay: Replay, target: Path, options: dict[str, Any]) -> str:
    from gridbots_referee.show.pictures.gif import evenly_spaced
    from gridbots_referee.show.pictures.svg import strip

    one = replay.last if options["number"] is None else options["number"]
    numbers = evenly_spaced(replay.last, options["strip"]) if options["strip"] else [one]
    names = [player.name for player in replay.match.players]
    target.write_text(strip([replay.frame(number) for number in numbers], names), encoding="utf-8")
    return f"round {', '.join(map(str, numbers))} of {replay.last}"


def _progress(number: int) -> None:
    if number % MANY < STEP:
        click.echo(f"\rround {number} ", nl=False, err=True)


MANY, STEP = 2000, 64
"""After how many rounds it is told how far the work is, which is done in steps of so many."""
EXPORTS = {"html": _export_html, "gif": _export_gif, "svg": _export_svg}
