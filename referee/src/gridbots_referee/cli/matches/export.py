"""`referee export`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.completion import RECORD, STORE
from gridbots_referee.cli.options import FILE, FOLDER
from gridbots_referee.show.terminal.text import plural, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from PIL.Image import Image

    from gridbots_referee.show.pictures.animation import Format
    from gridbots_referee.show.pictures.match_pictures import Look
    from gridbots_referee.show.replay.replay import Replay


WORDS: Final = ("best", "none", "all")
LISTED: Final = 5
"""Missing replays that are listed one by one."""


def site_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of `export` for sites."""
    site = click.option(
        "--site", nargs=2, type=(STORE, FOLDER), metavar="STORE DIR",
        help="Export a tournament as a static site, for a disk or any web server. Run it again to "
             "add new matches.",
    )  # fmt: skip
    matches = click.option(
        "--matches", metavar="N|best|none|all",
        help="Matches of --site with a replay: the N latest; best: the latest, and each bot's best "
             "and worst; none; or all.  [default: best]",
    )  # fmt: skip
    return site(matches(command))


def export_site(file: Path | None, options: dict[str, Any]) -> None:
    """Write the site of a store into a folder.

    Raises:
        UsageError: other options contradict it.
    """
    from gridbots_referee.show.progress.console import ProgressLine
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
    from gridbots_referee.show.viewer.static_site import StaticSite

    (store, target), matches = options["site"], options["matches"] or "best"
    if file is not None:
        raise click.UsageError("--site takes a store instead of FILE")
    if other := [form for form in ("html", "gif", "svg") if options.get(form)]:
        raise click.UsageError(f"--site and --{other[0]} are mutually exclusive")
    if matches not in WORDS and not matches.isdecimal():
        raise click.BadParameter(
            f"expected a number, best, none or all, got {matches!r}", param_hint="--matches"
        )
    site = StaticSite(TournamentSite(store), target, matches)
    plan = site.plan
    click.echo(
        f"{plan.matches} matches, {len(plan.replays)} of them with a replay: "
        f"about {size(plan.bytes)} of replays",
        err=True,
    )
    line = ProgressLine(len(plan.replays), "replays")
    written = site.write(line.update)
    line.end()
    for why in written.skipped[:LISTED]:
        click.echo(visible(f"no replay: {why}"), err=True)
    if more := len(written.skipped[LISTED:]):
        click.echo(f"and {more} more", err=True)
    click.echo(
        visible(
            f"{target / 'index.html'}: {written.matches} matches, {written.replays} replays, "
            f"{written.files} files, {size(written.bytes)}"
        )
    )


def size(count: int) -> str:
    """A number of bytes in kB or MB."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"


@click.command()
@click.argument("file", type=RECORD, required=False)
@site_options
@click.option("--html", type=FILE, metavar="OUT",
              help="Write the match as one HTML file that works offline.")  # fmt: skip
@click.option("--gif", type=FILE, metavar="OUT", help="Write an animated GIF.")
@click.option("--apng", type=FILE, metavar="OUT", help="Write an animated PNG.")
@click.option("--png", type=FOLDER, metavar="DIR",
              help="Write numbered pictures for a video encoder: 000001.png, ...")  # fmt: skip
@click.option("--svg", type=FILE, metavar="OUT", help="Write a picture of one round.")
@click.option("--round", "number", type=click.IntRange(min=0), metavar="N",
              help="Round to draw in --svg and --png.  [default: the last one in --svg, all in "
              "--png]")  # fmt: skip
@click.option("--strip", type=click.IntRange(min=2, max=12), metavar="N",
              help="Draw N rounds side by side in --svg, from the first to the last.")  # fmt: skip
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True,
              help="Colours of the pictures.")  # fmt: skip
@click.option("--size", type=click.IntRange(min=64, max=4096), default=480, show_default=True,
              metavar="PIXELS", help="Maximum size of the longer side in --gif, --apng and "
              "--png.")  # fmt: skip
@click.option("--speed", type=click.IntRange(min=1, max=50), default=10, show_default=True,
              metavar="N", help="Rounds per second in --gif and --apng.")  # fmt: skip
@click.option("--tween", type=click.IntRange(0, 9), default=0, show_default=True, metavar="N",
              help="Pictures between successive rounds, for smooth movement.")  # fmt: skip
@click.option("--frames", type=click.IntRange(min=2), default=400, show_default=True, metavar="N",
              help="Maximum number of rounds in --gif and --apng; others are left "
              "out.")  # fmt: skip
def export(file: Path | None, **options: Any) -> None:
    """Export a match as a page or pictures, or a tournament as a static site.

    FILE is the record of a match. --site takes the store of a tournament and a folder instead.

    Pictures show the board, the round, the names and the scores; the last picture shows the result
    and stays longer. GIF and PNG need Pillow: pip install 'gridbots-referee[pictures]'.

    \b
      referee export RECORD --html match.html
      referee export RECORD --gif match.gif --speed 12 --tween 3
      referee export RECORD --apng match.png --theme light --size 640
      referee export RECORD --svg opening.svg --round 0
      referee export RECORD --svg match.svg --strip 5
      referee export --site autumn.db autumn-site
      referee export --site autumn.db autumn-site --matches 500
    \b
    To make a video with ffmpeg:
      referee export RECORD --png frames --size 1080 --tween 4
      ffmpeg -framerate 50 -i frames/%06d.png -pix_fmt yuv420p match.mp4
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if options["site"]:
        export_site(file, options)
        return
    if options["matches"]:
        raise click.UsageError("--matches needs --site STORE DIR")
    if file is None:
        raise click.UsageError("expected the FILE of a record, or --site STORE DIR")
    from gridbots_referee.show.viewer.sites.record_site import load_replay

    wanted = [form for form in EXPORTS if options[form]]
    if not wanted:
        raise click.UsageError(
            "missing output option: --html, --gif, --apng, --png, --svg or --site"
        )
    if options["number"] is not None and options["strip"]:
        raise click.UsageError("--round and --strip are mutually exclusive")
    if {"gif", "apng", "png"} & set(wanted):
        from gridbots_referee.show.pictures.pillow import check_pillow

        check_pillow()
    replay = load_replay(file)
    if (options["number"] or 0) > replay.last:
        raise click.BadParameter(
            f"expected a round from 0 to {replay.last}, got {options['number']}"
        )
    options["source"] = file
    for form in wanted:
        summary = EXPORTS[form](replay, options[form], options)
        click.echo(visible(f"{options[form]}: {summary}"))


def _export_html(replay: Replay, target: Path, options: dict[str, Any]) -> str:
    from gridbots import record
    from gridbots.plugins import load_game
    from gridbots_referee.analysis.analysis_file import path_beside
    from gridbots_referee.show.viewer.html_export import html_page
    from gridbots_referee.show.viewer.sites.match_analysis import stored_analysis

    loaded, beside = record.read(options["source"]), path_beside(options["source"])
    found = stored_analysis(load_game(loaded.match.game), loaded, beside)
    shown = html_page(replay, _progress if sys.stderr.isatty() else None, found)
    target.write_text(shown, encoding="utf-8")
    return f"{replay.last} rounds, {len(shown) // 1000} kB"


def _export_animation(replay: Replay, target: Path, options: dict[str, Any]) -> str:
    from gridbots_referee.show.pictures.animation import with_palette, write_animation
    from gridbots_referee.show.pictures.match_pictures import (
        FASTEST,
        durations,
        evenly_spaced,
        match_pictures,
    )

    numbers = evenly_spaced(replay.last, options["frames"])
    seats, theme = len(replay.match.players), options["theme"]
    count, rate = _pictures(numbers, options), options["speed"] * (options["tween"] + 1)
    if rate > FASTEST:
        raise click.BadParameter(
            f"expected at most {FASTEST} pictures per second, the limit of browsers, got {rate}: "
            "reduce --speed or --tween"
        )
    pictures = _with_progress(match_pictures(replay, numbers, _look(options)), count)
    times = durations(count, rate)
    form: Format = "gif" if target == options["gif"] else "apng"
    write_animation(target, (with_palette(each, seats, theme) for each in pictures), form, times)
    return (
        f"{len(numbers)} of {replay.last + 1} rounds, {sum(times) / 1000:g} s, "
        f"{target.stat().st_size // 1000} kB"
    )


def _export_png(replay: Replay, target: Path, options: dict[str, Any]) -> str:
    from gridbots_referee.show.pictures.animation import write_numbered
    from gridbots_referee.show.pictures.match_pictures import match_pictures

    target.mkdir(parents=True, exist_ok=True)
    if any(target.iterdir()):
        # Pictures of another match would end up in the video.
        raise click.BadParameter(f"expected an empty folder, got {target}, which has files")
    number = options["number"]
    numbers: Sequence[int] = range(replay.last + 1) if number is None else [number]
    pictures = match_pictures(replay, numbers, _look(options))
    pictures = _with_progress(pictures, _pictures(numbers, options))
    count = write_numbered(target, pictures)
    size = sum(file.stat().st_size for file in target.glob("*.png"))
    return f"{plural(count, 'picture')}, {size // 1000} kB"


def _pictures(numbers: Sequence[int], options: dict[str, Any]) -> int:
    """The number of pictures of these rounds."""
    return len(numbers) + (len(numbers) - 1) * int(options["tween"])


def _look(options: dict[str, Any]) -> Look:
    from gridbots_referee.show.pictures.match_pictures import Look

    return Look(options["size"], options["theme"], options["tween"])


def _export_svg(replay: Replay, target: Path, options: dict[str, Any]) -> str:
    from gridbots_referee.show.pictures.match_pictures import evenly_spaced
    from gridbots_referee.show.pictures.svg import strip

    one = replay.last if options["number"] is None else options["number"]
    numbers = evenly_spaced(replay.last, options["strip"]) if options["strip"] else [one]
    names = [player.name for player in replay.match.players]
    frames = [replay.frame(number) for number in numbers]
    target.write_text(strip(frames, names, options["theme"]), encoding="utf-8")
    return f"round {', '.join(map(str, numbers))} of {replay.last}"


def _with_progress(pictures: Iterator[Image], count: int) -> Iterator[Image]:
    """The pictures, with the progress on a terminal."""
    for number, picture in enumerate(pictures, 1):
        if sys.stderr.isatty() and (number % 10 == 0 or number == count):
            click.echo(f"\rpicture {number} of {count} ", nl=number == count, err=True)
        yield picture


def _progress(number: int) -> None:
    if number % MANY < STEP:
        click.echo(f"\rround {number} ", nl=False, err=True)


MANY, STEP = 2000, 64
"""Rounds between two progress messages, and rounds per step of the work."""
EXPORTS = {
    "html": _export_html,
    "gif": _export_animation,
    "apng": _export_animation,
    "png": _export_png,
    "svg": _export_svg,
}
