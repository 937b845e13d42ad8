"""`referee compare`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.bots.isolation import (
    isolation_of,
    isolation_options,
    refuse_beside_sandbox,
)
from gridbots_referee.cli.completion import RECORDS, complete_bot
from gridbots_referee.cli.options import BotsCommand, ExaminerOptions, json_option, options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.play.launch import Launch
    from gridbots_referee.transcript.comparison import ComparedPosition
    from gridbots_referee.transcript.transcript import Transcript

Source = tuple[Path, "Transcript"]


@click.command(cls=BotsCommand)
@click.argument("first", metavar="A", shell_complete=complete_bot)
@click.argument("second", metavar="B", shell_complete=complete_bot)
@click.option("--records", "paths", required=True, multiple=True, metavar="FILE|DIR",
              type=RECORDS,
              help="A record, or a folder of records; may be repeated.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=1), metavar="N",
              help="Use only the N newest records.")  # fmt: skip
@click.option("--player", metavar="NAME", help="Use only the positions of this player.")
@click.option("--positions", "shown", type=click.IntRange(min=0), default=3, show_default=True,
              metavar="N", help="Draw the N most significant differences.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), default=1, show_default=True,
              metavar="N", help="Seed of installed bots; 0: random.")  # fmt: skip
@options(ExaminerOptions)
@isolation_options
@json_option
def compare(first: str, second: str, **options: Any) -> None:
    """Compare the decisions of bots A and B in the positions of recorded matches.

    Both bots get the lines that the players of each match were sent, with the recorded time banks.
    The match continues as recorded, whatever they answer. The result is the share of positions in
    which A and B agree, by phase of the match, and the most significant differences.

    \b
      referee run minimax:depth=4 wall-hugger --matches 10 --out games
      referee compare minimax:depth=2 minimax:depth=4 --records games
      referee compare "python3 old.py" ./new --records games --player minimax
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.board.position import print_comparison
    from gridbots_referee.show.tables.comparison import comparison_json
    from gridbots_referee.transcript.comparison import most_interesting

    options["isolation"] = isolation_of(options["isolation"])
    refuse_beside_sandbox(options["isolation"], in_place=options["in_place"])
    sources = _sources(options)
    launches = _launches((first, second), sources, options)
    positions = _compare(sources, launches, options)
    shown = most_interesting(positions, options["shown"])
    if options["as_json"]:
        places = [(str(path), transcript.seat) for path, transcript in sources]
        click.echo(json.dumps(comparison_json((first, second), places, positions, shown)))
    else:
        print_comparison((first, second), sources, positions, shown)


def _sources(options: dict[str, Any]) -> list[Source]:
    """The transcripts of all selected seats.

    Raises:
        RecordError: no transcript matches, or the records are of different games.
    """
    from gridbots import record
    from gridbots.errors import RecordError
    from gridbots.plugins import load_game
    from gridbots_referee.show.viewer.sites.record_site import records_in
    from gridbots_referee.transcript.transcript import Transcript

    paths = [each for path in options["paths"] for each in records_in(path)][: options["matches"]]
    found: list[Source] = []
    for path in paths:
        loaded = record.read(path)
        game = load_game(loaded.match.game)
        if found and found[0][1].game.name != game.name:
            raise RecordError(
                f"{path}: expected records of {found[0][1].game.name}, got one of {game.name}"
            )
        for seat, player in enumerate(loaded.match.players):
            if options["player"] in {None, player.name}:
                found.append((path, Transcript(game, loaded, seat)))
    if not found:
        whose = f" with a player {options['player']!r}" if options["player"] else ""
        raise RecordError(f"expected records{whose}, got none; `referee run` makes some")
    return found


def _launches(
    bots: tuple[str, str], sources: Sequence[Source], options: dict[str, Any]
) -> tuple[Launch, ...]:
    from gridbots_referee.play.launch import seeded
    from gridbots_referee.play.warmup import warm_bots
    from gridbots_referee.transcript.feed import fed_launches

    transcript = sources[0][1]
    launches = fed_launches(bots, transcript.game, in_place=options["in_place"])
    values = {name: str(value) for name, value in transcript.record.match.settings.items()}
    warm_bots(launches, transcript.game.name, values, lambda line: click.echo(line, err=True))
    return seeded(launches, options["seed"], "compare") if options["seed"] else launches


def _compare(
    sources: Sequence[Source], launches: Sequence[Launch], options: dict[str, Any]
) -> list[ComparedPosition]:
    from gridbots_referee.play.isolation.scratch import Scratch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.zygote import Zygotes
    from gridbots_referee.show.progress.console import ProgressLine
    from gridbots_referee.transcript.comparison import compare as compare_in
    from gridbots_referee.transcript.feed import FeedOptions

    found: list[ComparedPosition] = []
    progress = ProgressLine(len(sources), "seats")
    home = nullcontext() if options["in_place"] else Scratch()
    with (
        home as scratch,
        Stop() as stop,
        Zygotes(stop) if len(sources) > 1 else nullcontext() as zygotes,
    ):
        feed = FeedOptions(options["isolation"], options["timeout"], scratch, zygotes)
        for number, (_, transcript) in enumerate(sources):
            progress.update(number)
            found += compare_in(transcript, number, launches, stop, feed)
    progress.end()
    return found
