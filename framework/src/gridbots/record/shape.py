"""Shape of a record: every list that goes by seats is as long as there are players.

It is checked once, when a record is read; all others may rely on it. What the rules say of a record
is another matter: see `verification`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Sized

    from gridbots.record.values import Match, Result, Round

ROUND_CAP: Final = 1 << 20
"""Rounds that a record has at most; each takes memory, however short its line is."""
NUMBER_CAP: Final = 1 << 63
"""What numbers are below: kernels hold them in 64 bits."""


def check_match(match: Match) -> None:
    """Raises RecordError, naming the field, for a header that cannot be."""
    if not match.players:
        raise RecordError("players: expected one at least, got none")
    _check_number("seed", match.seed)
    for name, value in match.settings.items():
        _check_number(f"settings.{name}", value)
    for number, moves in enumerate(match.opening):
        _check_count(f"opening[{number}]", moves, len(match.players))


def check_round(match: Match, each: Round, number: int) -> None:
    """Raises RecordError, naming the field, for a round that cannot be; the first one is 0."""
    seats = len(match.players)
    if number >= ROUND_CAP:
        raise RecordError(f"expected {ROUND_CAP} rounds at most")
    _check_count("moves", each.moves, seats)
    for field in ("wall_us", "cpu_us", "bank_ms", "overlays"):
        values = getattr(each, field)
        if values:
            _check_count(field, values, seats)
    for index, note in enumerate(each.notes):
        _check_seat(f"notes[{index}].seat", note.seat, seats)


def check_result(match: Match, result: Result) -> None:
    """Raises RecordError, naming the field, for a result that cannot be."""
    seats = len(match.players)
    _check_count("players", result.players, seats)
    if result.outcome is not None:
        _check_count("outcome.places", result.outcome.places, seats)
        _check_count("outcome.scores", result.outcome.scores, seats)
        if result.outcome.winner is not None:
            _check_seat("outcome.winner", result.outcome.winner, seats)


def _check_count(field: str, values: Sized, seats: int) -> None:
    if len(values) != seats:
        raise RecordError(f"{field}: expected {seats}, one for each player, got {len(values)}")


def _check_seat(field: str, seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise RecordError(f"{field}: expected a seat from 0 to {seats - 1}, got {_short(seat)}")


def _check_number(field: str, value: Any) -> None:
    if isinstance(value, int) and not -NUMBER_CAP <= value < NUMBER_CAP:
        raise RecordError(f"{field}: expected a number of 64 bits, got {_short(value)}")


def _short(number: int) -> str:
    text = str(number)
    return text if len(text) <= 24 else f"one of {len(text)} digits"
