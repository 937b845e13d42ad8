"""Positions for situations, found by playing ahead: no game is named here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridbots.errors import GridbotsError
from gridbots.game import is_living, is_over, is_to_move, step
from gridbots.grid import NO_MOVE
from gridbots.settings import integer_bounds
from gridbots.testing.case import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State

SEEDS: Final = 4
ROUNDS: Final = 120
"""Random matches that are searched for a position, and their length at most."""
LOOKS: Final = 400
"""Positions that are looked at, at most."""
MOST_ADDED: Final = 5
"""What the first number of other settings is larger; those after it less so."""
STEPS: Final = 8
"""How far above its bound the smallest accepted value of a setting is looked for."""
LATER: Final = 6
"""Rounds that are played before a position in mid-match."""


class SeatPosition(NamedTuple):
    """A state in which a seat is asked for a move."""

    state: State
    seat: int


def opening(game: Game, settings: Any, seed: int, seat: int) -> SeatPosition:
    """The opening, or where others move first, the first state in which this seat is asked."""
    case = Case(game, settings, seed, most_rounds=ROUNDS, ends=False)
    for _, state, _ in case.match():
        if is_to_move(state, seat):
            return SeatPosition(state, seat)
    return SeatPosition(case.opening(), seat)


def later(game: Game, settings: Any, seed: int, seat: int) -> SeatPosition:
    """A state in mid-match."""
    found = opening(game, settings, seed, seat)
    for number, state, _ in Case(game, settings, seed, most_rounds=ROUNDS, ends=False).match():
        if not is_over(state) and is_to_move(state, seat):
            found = SeatPosition(state, seat)
            if number >= LATER:
                break
    return found


def with_safe_moves(game: Game, settings: Any, seed: int, count: int) -> SeatPosition | None:
    """A state in which a seat has so many moves that it survives: 0 if it is trapped."""
    seats, looks = game.seats(settings), 0
    for each in range(seed, seed + SEEDS):
        case = Case(game, settings, each, most_rounds=ROUNDS, ends=False)
        # What is looked for comes late in a match.
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
    """The legal moves that this seat survives, if the others give none."""
    return [
        move for move in game.legal_moves(state, seat) if _survives(game, state, seat, move, seats)
    ]


def _survives(game: Game, state: State, seat: int, move: int, seats: int) -> bool:
    trial = game.opened(state)
    step(trial, [move if each == seat else NO_MOVE for each in range(seats)])
    return bool(is_living(trial, seat))


def other_boards(game: Game, settings: Any, seed: int) -> Iterator[Any]:
    """Settings in which whole numbers, such as sizes of boards, are others: two at most."""
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


def smallest_board(game: Game, settings: Any, seed: int) -> Any:
    """Settings in which whole numbers, such as sizes of boards, are as small as may be."""
    for name, low, _ in _numbers(game):
        for value in range(low, low + STEPS):
            accepted = _with(game, settings, {name: value})
            if accepted is not None and _size(game, accepted, name, seed) == value:
                settings = accepted
                break
    return settings


def _size(game: Game, settings: Any, name: str, seed: int) -> int:
    """What a setting comes to: some say 0 for a default of theirs."""
    state = game.setup(settings, seed)
    return int(state[name] if name in (state.dtype.names or ()) else getattr(settings, name))


def _numbers(game: Game) -> Iterator[tuple[str, int, int]]:
    """The integer settings with two bounds, except for the number of rounds."""
    for name, (low, high) in integer_bounds(game.settings).items():
        if name != "max_rounds" and low is not None and high is not None:
            yield name, low, high


def _with(game: Game, settings: Any, values: dict[str, int]) -> Any | None:
    """The settings with these values; None if they are refused or change the number of seats."""
    told = {name: getattr(settings, name) for name in settings.__struct_fields__} | values
    try:
        made = game.make_settings(told)
    except GridbotsError:
        return None
    return made if game.seats(made) == game.seats(settings) else None
