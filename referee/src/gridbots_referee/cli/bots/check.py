"""`referee check`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.completion import complete_bot
from gridbots_referee.cli.matches.run import (
    INTERRUPTED,
    MatchOptions,
    OutputOptions,
    limit_options,
    make_session,
    show_path_notes,
)
from gridbots_referee.cli.options import BotsCommand, json_option, options

if TYPE_CHECKING:
    from gridbots_referee.diagnosis.diagnosis import Examination
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop


@click.command(cls=BotsCommand)
@click.argument("bot", shell_complete=complete_bot)
@options(MatchOptions, only=("game", "settings"))
@click.option("--matches", type=click.IntRange(min=0), default=2, show_default=True, metavar="N",
              help="Number of matches against each opponent; 0: only the situations.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), default=1, show_default=True,
              metavar="N", help="Seed of the first opening.")  # fmt: skip
@limit_options
@options(OutputOptions, only=("out",))
@json_option
def check(bot: str, as_json: bool, **options: Any) -> None:
    """Check whether a BOT follows the protocol, and explain how to correct each fault.

    The referee first puts the bot into scripted situations: at the start, with a long and a short
    time bank, trapped, on other boards, with unknown settings, at the end of its input, and more.
    Then the bot plays against itself and against random, wall-hugger and straight, if they play
    the game. Each fault is reported once, with the place where it occurred first, the section of
    protocol.md that it violates, and a remedy.

    Exit code 0 if the bot has no fault, 1 if it has one. Warnings do not count.

    \b
      referee check "python3 mybot.py"
      referee check ./mybot --game multisnake --json
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.diagnosis.diagnosis import Examination
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.console import StageLine
    from gridbots_referee.show.tables import check

    session = _session(bot, (), options)
    _refuse_people(session)
    show_path_notes(session, lambda line: click.echo(line, err=True))
    with StageLine() as stages, Stop() as stop:
        examination = Examination(session, stop, stages.update)
        unwritten = _examine(examination, bot, options, stop)
    diagnosis = examination.diagnosis()
    click.echo(check.as_json(bot, diagnosis) if as_json else check.as_text(bot, diagnosis))
    if unwritten:
        raise unwritten
    sys.exit(INTERRUPTED if stop else not diagnosis.is_well)


def _session(bot: str, others: tuple[str, ...], options: dict[str, Any]) -> Session:
    """A session of a bot with others in all other seats, or with itself in every seat."""
    from gridbots.plugins import load_game
    from gridbots.settings import parse_assignments

    game = load_game(options["game"])
    seats = game.seats(game.make_settings(parse_assignments(options["settings"])))
    bots = (bot, *(others or (bot,)) * (seats - 1))
    return make_session(bots, options)


def _refuse_people(session: Session) -> None:
    from gridbots.errors import UnknownNameError

    if session.launches[0].needs_terminal:
        raise UnknownNameError("cannot check a bot that a person plays")


def _examine(
    examination: Examination, bot: str, options: dict[str, Any], stop: Stop
) -> Exception | None:
    """Try the situations and play the matches; returns the error that ended them, if any."""
    from gridbots.errors import OutputError
    from gridbots.plugins import installed_bots
    from gridbots_referee.diagnosis.matches import opponents
    from gridbots_referee.play.session import check_writable
    from gridbots_referee.play.warmup import warm_bots

    alone = _session(bot, (), options)
    check_writable(options["out"])
    warm_bots(
        alone.launches, alone.game.name, alone.values, lambda line: click.echo(line, err=True)
    )
    if not examination.try_situations() or not options["matches"]:
        return None
    named = opponents(alone.game.name, installed_bots()) if len(alone.launches) > 1 else []
    try:
        for other in ("", *named):
            if not stop:
                session = _session(bot, (other,) if other else (), options)
                examination.play(session, other or "itself", options["out"])
    except OutputError as error:
        return error
    return None
