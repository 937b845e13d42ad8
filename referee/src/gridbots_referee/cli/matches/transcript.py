"""`referee transcript`."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.bots.isolation import (
    isolation_of,
    isolation_options,
    refuse_beside_sandbox,
)
from gridbots_referee.cli.completion import RECORD, complete_bot
from gridbots_referee.cli.options import FILE

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.transcript.transcript import Transcript


@click.command()
@click.argument("file", metavar="RECORD", type=RECORD)
@click.option("--seat", type=click.IntRange(min=0), metavar="N",
              help="Seat of the bot; not needed if there is only one.")  # fmt: skip
@click.option("--round", "rounds", type=click.IntRange(min=0), multiple=True, metavar="N",
              help="Print only this round; may be repeated.")  # fmt: skip
@click.option("--stdin-file", type=FILE, metavar="OUT",
              help="Write the lines to the bot to a file, for `./mybot < OUT`.")  # fmt: skip
@click.option("--feed", "bot", metavar="BOT", shell_complete=complete_bot,
              help="Send the lines to this bot, one request after the other, until an answer "
              "differs from the record.")  # fmt: skip
@click.option("--until", type=click.IntRange(min=0), metavar="ROUND",
              help="With --feed: wait before this round, so that you can attach a "
              "debugger.")  # fmt: skip
@click.option("--keep-going", is_flag=True,
              help="With --feed: continue after an answer that differs.")  # fmt: skip
@click.option("--timeout", type=click.IntRange(min=1), metavar="MS",
              help="With --feed: give up on an answer after this time.  [default: "
              "never]")  # fmt: skip
@click.option("--in-place", is_flag=True,
              help="With --feed: start the bot in this folder instead of an empty "
              "one.")  # fmt: skip
@isolation_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def transcript(file: Path, seat: int | None, **options: Any) -> None:
    """Print the lines between the referee and a bot in a recorded match.

    `>` marks lines to the bot, `<` lines from it, and `#` comments. The referee rebuilds the lines
    to the bot from the rules and checks them against the checksums of the record, so they are the
    original ones, byte for byte.

    \b
      referee transcript records/20*.jsonl.gz --seat 0
      referee transcript RECORD --seat 1 --round 57
      referee transcript RECORD --seat 1 --stdin-file lines && ./mybot < lines
      referee transcript RECORD --seat 1 --feed ./mybot
      referee transcript RECORD --seat 1 --feed ./mybot --until 57

    With --feed, the exit code is 0 if all answers agree with the record, and 1 if one differs.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots import record
    from gridbots.plugins import load_game
    from gridbots_referee.transcript.transcript import Transcript

    loaded = record.read(file)
    found = Transcript(load_game(loaded.match.game), loaded, _seat(loaded, seat))
    if options["bot"]:
        sys.exit(_feed(found, options))
    if options["stdin_file"]:
        _write_stdin_file(found, options["stdin_file"])
    else:
        _print(found, _rounds(loaded, options["rounds"]), as_json=options["as_json"])


def _seat(record: Record, seat: int | None) -> int:
    from gridbots_referee.show.terminal.text import visible

    players = record.match.players
    if seat is not None and seat < len(players):
        return seat
    if seat is None and len(players) == 1:
        return 0
    choice = ", ".join(f"--seat {n} ({visible(each.name)})" for n, each in enumerate(players))
    raise click.UsageError(f"expected one seat: {choice}")


def _rounds(record: Record, rounds: tuple[int, ...]) -> Container[int]:
    if any(number >= len(record.rounds) for number in rounds):
        raise click.BadParameter(
            f"expected a round from 0 to {len(record.rounds) - 1}, got {max(rounds)}"
        )
    return rounds or range(len(record.rounds))


def _feed(found: Transcript, options: dict[str, Any]) -> int:
    """Feed a bot, and return the exit code."""
    from gridbots_referee.play.isolation.scratch import Scratch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.warmup import warm_bots
    from gridbots_referee.show.progress.feed_console import FeedConsole
    from gridbots_referee.transcript.feed import (
        FeedOptions,
        TranscriptFeed,
        fed_launches,
        with_recorded_seed,
    )

    until, last = options["until"], len(found.record.rounds) - 1
    if until is not None and until > last:
        raise click.BadParameter(f"--until: expected a round from 0 to {last}, got {until}")
    isolation = isolation_of(options["isolation"])
    refuse_beside_sandbox(isolation, in_place=options["in_place"])
    (launch,) = fed_launches([options["bot"]], found.game, in_place=options["in_place"])
    launches = [with_recorded_seed(launch, found.record.match.players[found.seat])]
    values = {name: str(value) for name, value in found.record.match.settings.items()}
    warm_bots(launches, found.game.name, values, lambda line: click.echo(line, err=True))
    console = FeedConsole(found, as_json=options["as_json"])
    home = nullcontext() if options["in_place"] else Scratch()
    with home as scratch, Stop() as stop:
        feed_options = FeedOptions(isolation, options["timeout"], scratch)
        with TranscriptFeed(found, launches, stop, feed_options) as feed:
            for request in found.requests():
                if request.round == until:
                    console.wait(until, feed.pids[0], stop)
                with console.waiting(request.round, feed.pids[0]):
                    (fed,) = feed.ask(request)
                if not console.show(request, fed) and not options["keep_going"]:
                    break
                if fed.answer.kind == "none" and fed.answer.text:
                    break
    console.end(until)
    return int(console.differences > 0)


def _write_stdin_file(found: Transcript, target: Path) -> None:
    from gridbots_referee.show.terminal.text import visible

    count = 0
    with target.open("wb") as file:
        file.write(found.settings)
        for count, request in enumerate(found.requests(), 1):  # noqa: B007  used below
            file.write(request.text)
        file.write(found.end)
    click.echo(visible(f"{target}: {count} requests"))


def _print(found: Transcript, rounds: Container[int], *, as_json: bool) -> None:
    from gridbots_referee.show.tables import transcript as tables

    is_whole = rounds == range(len(found.record.rounds))
    if as_json:
        click.echo(json.dumps(tables.header_json(found)))
        for request in found.requests():
            if request.round in rounds:
                click.echo(json.dumps(tables.request_json(request)))
        if found.end and is_whole:
            click.echo(json.dumps(tables.end_json(found)))
        click.echo(json.dumps(tables.footer_json(found)))
        return
    click.echo("\n".join(tables.header_lines(found)))
    for request in found.requests():
        if request.round in rounds:
            click.echo("\n".join(tables.request_lines(request)))
    if found.end and is_whole:
        click.echo("\n".join(tables.end_lines(found)))
    click.echo("\n".join(tables.footer_lines(found)))
