"""The command `gridbots check-game`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from gridbots.command_line.arguments import Parser
from gridbots.plugins import installed_games, load_game
from gridbots.settings import parse_assignments
from gridbots.testing import referee
from gridbots.testing.check import PATIENCE, SECONDS, check
from gridbots.testing.report import Verdict, as_json, as_text
from gridbots.testing.worker import Begin, CheckJob

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLEAR = "\r\x1b[K"
"""Moves to the start of the line on a terminal, and clears the line."""


def check_game(words: Sequence[str]) -> int:
    """Check a game, print a report, and return 0 if the game keeps all laws, else 1.

    Raises:
        UnknownNameError: the game is not installed.
        SettingsError: a setting does not have the form name=value, or the game refuses it.
    """
    asked = _parser().parse_args(words)
    values = parse_assignments(asked.set) if asked.set else None
    if asked.game not in installed_games() or values:
        load_game(asked.game).make_settings(values)
    job = CheckJob(asked.game, values, tuple(range(asked.seed, asked.seed + asked.seeds)))
    on_terminal = sys.stderr.isatty()
    report = check(
        job,
        patience=asked.patience,
        seconds=asked.seconds,
        progress=_show if on_terminal else lambda begin: None,  # noqa: ARG005
    )
    if report.is_loaded and not report.cut_short:
        report.verdicts += _referee_verdicts(job, values or {})
    if on_terminal:
        print(CLEAR, end="", file=sys.stderr)
    print(as_json(report) if asked.json else as_text(report), end="\n" if asked.json else "")
    return 0 if report.holds else 1


def _referee_verdicts(job: CheckJob, values: dict[str, Any]) -> Iterable[Verdict]:
    missing = referee.missing()
    if missing:
        return [Verdict("referee run --watch, verify, replay, export", reason=missing)]
    game = load_game(job.game)
    seats = game.seats(game.make_settings(values))
    return referee.referee_verdicts(job.game, seats, values, job.seeds[0])


def _show(begin: Begin) -> None:
    """Show the progress on one line of the terminal."""
    chosen = " ".join(f"{name}={value}" for name, value in begin.trial.values.items())
    line = f"{begin.number + 1} of {begin.steps}: {begin.law} {chosen}"
    print(f"{CLEAR}{line[:78]}", end="", file=sys.stderr, flush=True)


def _parser() -> Parser:
    parser = Parser(
        prog="gridbots check-game",
        description="Check that a game keeps the conformance laws, under default and extreme "
        "settings, as plain Python and compiled. Exit code 1 if it breaks a law.",
    )
    parser.add_argument("game", help="an installed game; `referee games` lists them")
    parser.add_settings("the check then uses only these settings")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (%(default)s)")
    parser.add_argument(
        "--seeds",
        type=int,
        default=2,
        metavar="N",
        help="number of seeds for each combination of settings (%(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="N",
        help="start no further case after this time (%(default)s)",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=PATIENCE,
        metavar="N",
        help="timeout of a law in one case, in seconds (%(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser
