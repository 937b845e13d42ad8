"""Positions for situations, found by playing ahead in any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.errors import GridbotsError
from gridbots.game import is_over, is_to_move
from gridbots.settings import Settings, integer_bounds
from gridbots.testing.case import Case, survives

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State

SEEDS: Final = 4
ROUNDS: Final = 120
"""Random matches to search for a position, and their maximum length."""
LOOKS: Final = 400
"""Maximum positions to search."""
MOST_ADDED: Final = 5
"""Increase of the first integer in `other_boards`; later integers increase by less."""
STEPS: Final = 8
"""Values above the bound of a setting to try until the game accepts one."""
LATER: Final = 6
"""Rounds before a position in mid-match."""


class SeatPosition(NamedTuple):
    """A state in which a seat is asked for a move."""

    state: State
    seat: int


def opening(game: Game, settings: Settings, seed: int, seat: int) -> SeatPosition:
    """The first state in which this seat is to move."""
    case = Case(game, settings, seed, most_rounds=ROUNDS, ends=False)
    for _, state, _ in case.match():
        if is_to_move(state, seat):
            return SeatPosition(state, seat)
    return SeatPosition(case.opening(), seat)


def later(game: Game, settings: Settings, seed: int, seat: int) -> SeatPosition:
    """A state in mid-match."""
    found = opening(game, settings, seed, seat)
    for number, state, _ in Case(game, settings, seed, most_rounds=ROUNDS, ends=False).match():
        if not is_over(state) and is_to_move(state, seat):
            found = SeatPosition(state, seat)
            if number >= LATER:
                break
    return found


def with_safe_moves(game: Game, settings: Settings, seed: int, count: int) -> SeatPosition | None:
    """A state in which a seat survives exactly `count` moves; 0: it is trapped."""
    seats, looks = game.seats(settings), 0
    for each in range(seed, seed + SEEDS):
        case = Case(game, settings, each, most_rounds=ROUNDS, ends=False)
        # Such positions usually come late in a match.
        for _, state, _ in reversed(list(case.match())):
            for seat in range(seats):
                if not is_over(state) and is_to_move(state, seat):
                    if len(safe_moves(game, state, seat, seats)) == count:
                        return SeatPosition(state, seat)
                    looks += 1
            if looks >= LOOKS:
                return None
    return None


def safe_moves(game: Game, state: State, seat: int, seats: int) -> list[int]:
    """The legal moves that this seat survives if the other seats make no move."""
    return [
        move for move in game.legal_moves(state, seat) if survives(game, state, seat, move, seats)
    ]


def other_boards(game: Game, settings: Settings, seed: int) -> Iterator[Settings]:
    """Up to two settings with different integers, such as board sizes."""
    for is_large in (True, False):
        changed, added = settings, MOST_ADDED
        for name, low, high in _numbers(game):
            value = _size(game, settings, name, seed)
            wanted = value + added if is_large else max(1, value - 1 - added)
            accepted = _with(game, changed, {name: min(max(wanted, low), high)})
            if accepted is not None:
                changed, added = accepted, added - 1  # no square
        if changed != settings:
            yield changed


def smallest_board(game: Game, settings: Settings, seed: int) -> Settings:
    """Settings with integers, such as board sizes, as small as possible."""
    for name, low, _ in _numbers(game):
        for value in range(low, low + STEPS):
            accepted = _with(game, settings, {name: value})
            if accepted is not None and _size(game, accepted, name, seed) == value:
                settings = accepted
                break
    return settings


def _size(game: Game, settings: Settings, name: str, seed: int) -> int:
    """Effective value of a setting; some use 0 for a default."""
    state = game.setup(settings, seed)
    return int(state[name] if name in (state.dtype.names or ()) else getattr(settings, name))


def _numbers(game: Game) -> Iterator[tuple[str, int, int]]:
    """The integer settings with two bounds, except for the number of rounds."""
    for name, (low, high) in integer_bounds(game.settings).items():
        if name != "max_rounds" and low is not None and high is not None:
            yield name, low, high


def _with(game: Game, settings: Settings, values: dict[str, int]) -> Settings | None:
    """The settings with these values; None if they are invalid or change the number of seats."""
    changed = {name: getattr(settings, name) for name in settings.__struct_fields__} | values
    try:
        made = game.make_settings(changed)
    except GridbotsError:
        return None
    return made if game.seats(made) == game.seats(settings) else None
