"""Verification of players: terminations, compared with the rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import is_living, is_over
from gridbots.record import TERMINATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import State
    from gridbots.record import PlayerResult, Record, Result

REMARKS = {"failure", "gap"}
"""Kinds of notes that are not warnings."""

LIMITED = {"memory", "processes", "disk"}
"""Failures due to a limit, seen as late answers, exits or closed output."""
WHEN_ASKED = {"late", "exited", "closed", "malformed", "illegal", *LIMITED}
"""Failures that are noticed at a move request; others may be noticed after the answer."""


def check_players(record: Record, state: State) -> list[str]:
    """Errors about the players; `state` is the final one."""
    found = []
    for seat, player in enumerate(record.result.players):
        checks = (_check_name, _check_termination, _check_failure, _check_warnings)
        found += [f"seat {seat}: {text}" for check in checks for text in check(record, seat)]
        if record.result.outcome is not None and player.failed_in_round is None:
            expected = "survived" if is_living(state, seat) else "eliminated"
            if player.termination != expected:
                found.append(
                    f"seat {seat}: termination: expected {expected} by the rules, "
                    f"got {player.termination}"
                )
    return found + list(_check_how(record, state))


def _check_name(record: Record, seat: int) -> Iterator[str]:
    expected, got = record.match.players[seat].name, record.result.players[seat].name
    if got != expected:
        yield f"name: expected {expected!r} as in the match, got {got!r}"


def _check_termination(record: Record, seat: int) -> Iterator[str]:
    player = record.result.players[seat]
    if player.termination not in TERMINATIONS:
        yield f"termination: expected one of {', '.join(TERMINATIONS)}, got {player.termination!r}"
    elif player.failed_in_round is not None and player.termination in _peaceful(record.result):
        yield f"failed_in_round: expected none with {player.termination}"
    elif player.failed_in_round is None and player.termination not in _peaceful(record.result):
        yield f"failed_in_round: expected a round with {player.termination}, got none"


def _peaceful(result: Result) -> Sequence[str]:
    """The terminations possible for players that have not failed in a round."""
    if result.how == "void":
        return ("not-started", "stopped")
    return ("stopped",) if result.how == "interrupted" else ("survived", "eliminated")


def _check_failure(record: Record, seat: int) -> Iterator[str]:
    """Check that a failed bot was asked in that round, made no valid move, and none later."""
    player, number = record.result.players[seat], record.result.players[seat].failed_in_round
    if number is None or record.result.how == "void":
        return
    last = len(record.rounds) - (record.result.how != "interrupted")
    if not 0 <= number <= last:
        yield f"failed_in_round: expected a round from 0 to {last}, got {number}"
        return
    if number == len(record.rounds):
        return  # the round in which the match was interrupted
    if player.termination not in WHEN_ASKED:
        return
    each = record.rounds[number]
    if each.moves[seat] is not None:
        yield f"it failed in round {number}, but has the move {each.moves[seat]!r} there"
    if each.bank_ms and each.bank_ms[seat] is None:
        yield f"it failed in round {number}, but was not asked there"
    if player.termination == "late" and each.wall_us and each.wall_us[seat] is not None:
        yield f"it was late in round {number}, but has a time of {each.wall_us[seat]} us there"
    yield from _check_failure_note(record, seat, player, number)


def _check_failure_note(
    record: Record, seat: int, player: PlayerResult, number: int
) -> Iterator[str]:
    expected = f"{player.termination}: {player.detail}"
    notes = [(n, note) for n, each in enumerate(record.rounds) for note in each.notes]
    failures = [(n, note.text) for n, note in notes if note.seat == seat and note.kind == "failure"]
    if (number, expected) not in failures:
        yield f"expected a note of its failure in round {number}, {expected!r}, got {failures}"


def _check_warnings(record: Record, seat: int) -> Iterator[str]:
    if record.result.outcome is None:
        return  # the last round may be missing
    notes = [note for each in record.rounds for note in each.notes if note.seat == seat]
    expected = sum(note.kind not in REMARKS for note in notes)
    got = record.result.players[seat].warnings
    if got != expected:
        yield f"warnings: expected {expected} as in the notes, got {got}"


def _check_how(record: Record, state: State) -> Iterator[str]:
    """Check that the match ended by forfeit exactly if failures decided it."""
    result, limits = record.result, record.match.limits
    failed = [player.failed_in_round is not None for player in result.players]
    if result.how == "rules" and any(failed) and limits.on_failure == "forfeit":
        yield "the record ends by the rules, but a player that has failed forfeits"
    if result.how == "forfeit" and limits.on_failure == "no-move":
        yield "the record ends by a forfeit, but under no-move no player forfeits"
    if result.how == "forfeit" and not is_over(state):
        left = sum(bool(is_living(state, seat)) and not out for seat, out in enumerate(failed))
        if left > 1:
            yield f"the record ends by a forfeit, but {left} players are still in the game"
