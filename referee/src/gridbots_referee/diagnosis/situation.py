"""Situations that every bot must cope with, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.diagnosis import position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game
    from gridbots.limits import Limits
    from gridbots_referee.diagnosis.position import SeatPosition

LONG_BANK_MS: Final = 600_000
LONG_PATIENCE_SECONDS: Final = 3.0
"""A bot may think longer with a long bank; that is not waited for."""
SHORT_BANK_MS: Final = 200
SHORT_INCREMENT_MS: Final = 50
ATTEMPTS: Final = 3
"""Who is slow with a short bank is asked again: it may have been the machine."""
END_SECONDS: Final = 2.0
"""How long a bot has to end when its input has ended; a match gives it 100 ms."""
UNKNOWN_SETTINGS: Final = b"settings weather sunny\nsettings long_value 1,2;3 4 five\n"
UNKNOWN_UPDATES: Final = b"update game weather rain,snow\nupdate player1 mood good\n"

Edit = "Callable[[bytes], bytes]"


def as_it_is(text: bytes) -> bytes:
    return text


def with_unknown_settings(text: bytes) -> bytes:
    first, end, rest = text.partition(b"\n")
    return first + end + UNKNOWN_SETTINGS + rest


def backwards(text: bytes) -> bytes:
    return b"".join(reversed(text.splitlines(keepends=True)))


def with_unknown_updates(text: bytes) -> bytes:
    return UNKNOWN_UPDATES + text


def with_carriage_returns(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


class Situation(msgspec.Struct, frozen=True):
    """What one bot process is asked, and how."""

    name: str
    settings: Any
    position: SeatPosition
    limits: Limits
    rounds: int = 3
    """How often it is asked at most."""
    greeting: Any = as_it_is
    """What becomes of the settings lines."""
    updates: Any = as_it_is
    """What becomes of the lines of a request."""
    patience_seconds: float | None = None
    """How long an answer is waited for, if not as long as the bank says."""
    pause_ms: int = 0
    """How long one listens after each answer for what else comes."""
    lost_round: int | None = None
    """The round in which the seat does not get its move, as if its answer had not been legal."""
    is_promised: bool = True
    """Whether protocol.md says that it happens: only then is a failure a fault."""
    attempts: int = 1
    end_seconds: float = END_SECONDS
    safe_moves: int | None = None
    """How many moves the seat survives, where that is known."""


def situations(game: Game, settings: Any, seed: int, limits: Limits) -> Iterator[Situation]:
    """The table. The first one shows whether there is any use in the others."""
    start = position.opening(game, settings, seed, 0)
    last = position.later(game, settings, seed, game.seats(settings) - 1)

    def situation(name: str, at: SeatPosition = start, **more: Any) -> Situation:
        return Situation(name, **({"settings": settings, "limits": limits} | more), position=at)

    yield situation("at the start", rounds=10, pause_ms=20)
    yield situation("asked first in mid-match", last)
    yield situation(
        "with a long time bank",
        rounds=1,
        limits=_with_bank(limits, LONG_BANK_MS, limits.time_per_move_ms),
        patience_seconds=LONG_PATIENCE_SECONDS,
    )
    yield situation(
        "with a short time bank",
        limits=_with_bank(limits, SHORT_BANK_MS, SHORT_INCREMENT_MS),
        attempts=ATTEMPTS,
    )
    yield situation("with settings and updates that are new",
                    greeting=with_unknown_settings, updates=with_unknown_updates)  # fmt: skip
    yield situation("with the settings in another order", greeting=backwards)
    for other in position.other_boards(game, settings, seed):
        named = _named(settings, other)
        at = position.opening(game, other, seed, 0)
        yield situation(f"with {named}", at, settings=other)
    yield situation("after a round in which its move was not made", rounds=4, lost_round=1)
    for count, name in ((0, "trapped"), (1, "with one safe move")):
        for board in (settings, position.smallest_board(game, settings, seed)):
            if found := position.with_safe_moves(game, board, seed, count):
                yield situation(name, found, rounds=1, safe_moves=count, settings=board)
                break
    yield situation("when its input ends before the first request", rounds=0)
    yield situation(
        "with a carriage return at the end of each line",
        greeting=with_carriage_returns,
        updates=with_carriage_returns,
        is_promised=False,
    )


def _with_bank(limits: Limits, timebank_ms: int, time_per_move_ms: int) -> Limits:
    return msgspec.structs.replace(
        limits, timebank_ms=timebank_ms, time_per_move_ms=time_per_move_ms
    )


def _named(settings: Any, other: Any) -> str:
    """The settings that differ, as words of a command line."""
    names = settings.__struct_fields__
    changed = [name for name in names if getattr(other, name) != getattr(settings, name)]
    return ", ".join(f"{name}={getattr(other, name)}" for name in changed)
