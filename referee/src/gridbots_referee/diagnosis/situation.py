"""Table of the situations that every bot has to handle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.diagnosis import position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots.game import Game
    from gridbots.limits import Limits
    from gridbots.settings import Settings
    from gridbots_referee.diagnosis.position import SeatPosition

    Edit = Callable[[bytes], bytes]

LONG_BANK_MS: Final = 600_000
LONG_PATIENCE_SECONDS: Final = 3.0
"""A bot may think longer with a long bank, but the check does not wait for it."""
SHORT_BANK_MS: Final = 200
SHORT_INCREMENT_MS: Final = 50
ATTEMPTS: Final = 3
"""A bot that is slow with a short bank gets more attempts: the machine may be busy."""
END_SECONDS: Final = 2.0
"""Time for a bot to exit after the end of its input; in a match it is 100 ms."""
UNKNOWN_SETTINGS: Final = b"settings weather sunny\nsettings long_value 1,2;3 4 five\n"
UNKNOWN_UPDATES: Final = b"update game weather rain,snow\nupdate player1 mood good\n"


def unchanged(text: bytes) -> bytes:
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
    """The requests to one bot process."""

    name: str
    settings: Settings
    position: SeatPosition
    limits: Limits
    rounds: int = 3
    """Maximum number of requests."""
    greeting: Edit = unchanged
    """Edits the settings lines."""
    updates: Edit = unchanged
    """Edits the lines of a request."""
    patience_seconds: float | None = None
    """Maximum wait for an answer, if shorter than the time bank."""
    pause_ms: int = 0
    """Time to read further output after each answer."""
    lost_round: int | None = None
    """The round in which another move is made, as if the answer had been illegal."""
    is_required: bool = True
    """Whether every bot has to handle the situation; if not, a failure is only a warning."""
    attempts: int = 1
    end_seconds: float = END_SECONDS
    safe_moves: int | None = None
    """Number of moves that the seat survives, if known."""


def situations(
    game: Game, settings: Settings, seed: int, limits: Limits, *, knows_time: bool = True
) -> Iterator[Situation]:
    """The table. The others are useless if the bot fails in the first one.

    Bots that do not learn how much time they have (`knows_time`) are not tried with a short bank.
    """
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
    if knows_time:
        yield situation(
            "with a short time bank",
            limits=_with_bank(limits, SHORT_BANK_MS, SHORT_INCREMENT_MS),
            attempts=ATTEMPTS,
        )
    yield situation("with unknown settings and updates",
                    greeting=with_unknown_settings, updates=with_unknown_updates)  # fmt: skip
    yield situation("with the settings in another order", greeting=backwards)
    for other in position.other_boards(game, settings, seed):
        named = _named(settings, other)
        at = position.opening(game, other, seed, 0)
        yield situation(f"with {named}", at, settings=other, is_required=False)
    yield situation("after a round in which its move was not made", rounds=4, lost_round=1)
    for count, name in ((0, "trapped"), (1, "with one safe move")):
        for board in (settings, position.smallest_board(game, settings, seed)):
            if found := position.with_safe_moves(game, board, seed, count):
                yield situation(name, found, rounds=1, safe_moves=count, settings=board,
                                is_required=board == settings)  # fmt: skip
                break
    yield situation("when its input ends before the first request", rounds=0)
    yield situation(
        "with a carriage return at the end of each line",
        greeting=with_carriage_returns,
        updates=with_carriage_returns,
        is_required=False,
    )


def _with_bank(limits: Limits, timebank_ms: int, time_per_move_ms: int) -> Limits:
    return msgspec.structs.replace(
        limits, timebank_ms=timebank_ms, time_per_move_ms=time_per_move_ms
    )


def _named(settings: Settings, other: Settings) -> str:
    """The changed settings, as NAME=VALUE."""
    names = settings.__struct_fields__
    changed = [name for name in names if getattr(other, name) != getattr(settings, name)]
    return ", ".join(f"{name}={getattr(other, name)}" for name in changed)
