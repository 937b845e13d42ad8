"""Faults of a bot in real matches: against itself and against simple bots that are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import has_choice
from gridbots.protocol import read_reply, reply_words
from gridbots.record.replay import replay
from gridbots_referee.diagnosis.fault import Reporter, ended_text, shown
from gridbots_referee.diagnosis.faults import LIMITS, misreadings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from gridbots.game import Game, State
    from gridbots.plugins import Installed
    from gridbots.record import Note, PlayerResult, Record
    from gridbots_referee.diagnosis.fault import Fault
    from gridbots_referee.play.launch import Launch

OPPONENTS: Final = ("random", "wall-hugger", "straight")
"""Simple opponents with different behaviour."""


def opponents(game: str, installed: Mapping[str, Installed]) -> list[str]:
    """The simple opponents that are installed and play this game."""
    return [name for name in OPPONENTS if name in installed and _plays(installed[name], game)]


def _plays(bot: Installed, game: str) -> bool:
    return not bot.games or game in bot.games


def faults_in_match(
    record: Record, launch: Launch, game: Game, against: str, path: Path | None = None
) -> Iterator[Fault]:
    """The faults of a bot in a match, in any of its seats."""
    where = f"in a match against {against}, seed {record.match.seed}"
    if record.result.cause:
        yield Reporter(launch, game, where, None).fault("void", cause=record.result.cause)
    for seat, player in enumerate(record.result.players):
        if record.match.players[seat].bot == launch.bot:
            report = Reporter(launch, game, where, seat, str(path or ""))
            yield from _failure(report, player)
            yield from _notes(report, record, seat)


def _failure(report: Reporter, player: PlayerResult) -> Iterator[Fault]:
    kind, number = player.termination, player.failed_in_round or 0
    if kind == "not-started":
        yield report.fault("not-started", cause=player.detail)
    elif kind == "exited":
        yield report.crash(number, ended_text(player.exit_status), player.stderr)
    elif kind == "late":
        yield report.fault("late-in-match", number, cause=player.detail)
    elif kind == "closed":
        yield report.fault("closed", number)
    elif kind == "output":
        yield report.fault("output", number, cause=player.detail)
    elif kind in LIMITS:
        yield report.fault("limit", number, cause=player.detail)


def _notes(report: Reporter, record: Record, seat: int) -> Iterator[Fault]:
    """Faults in its answers, from the notes of the referee."""
    notes = [note for each in record.rounds for note in each.notes if note.seat == seat]
    if not notes:
        return
    chats = any(note.kind == "late line" for note in notes)
    for number, (each, state) in enumerate(
        zip(record.rounds, replay(report.game, record), strict=False)
    ):
        for note in each.notes:
            if note.seat == seat:
                yield from _note(report, number, note, state, chats=chats)


def _note(
    report: Reporter, number: int, note: Note, state: State, *, chats: bool
) -> Iterator[Fault]:
    came = shown(note.text.encode())
    if note.kind == "illegal" and not has_choice(state, note.seat):
        return  # no move could have helped
    if note.kind == "illegal":
        move = report.game.moves.index(note.text)
        why = report.game.why_illegal(state, note.seat, move)
        yield report.fault("illegal", number, why=why)
    elif note.kind in {"overlay", "fault"}:
        yield report.warning(note.kind, number, cause=note.text)
    elif note.kind in {"malformed", "extra output", "late line"}:
        words = reply_words(report.game)
        if note.kind == "malformed" and not chats:
            kind = next(misreadings([note.text.encode()], words)).kind
        else:
            is_answer = read_reply(note.text.encode(), words) is not None
            kind = "second-answer" if is_answer and not chats else "debug-line"
        yield report.fault(kind, number, came=came)
