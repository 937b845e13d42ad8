"""Settings and state record of Multiplayer Snake, and changes of its cells."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.game import empty_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import border, capacity_for, index_of
from gridbots.kernel import kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import State


SMALLEST_SQUARE: Final = 3
"""Side of a starting square: a head with a cell on each side."""
MOST_ROUNDS: Final = 10**6


class MultisnakeSettings(Settings, frozen=True):
    size: Annotated[int, Meta(ge=12, le=64, description="rows and columns of the board")] = 20
    seats: Annotated[int, Meta(ge=2, le=16, description="snakes")] = 2
    candy_rate: Annotated[
        float, Meta(ge=0, le=20, description="the match starts with 2 * floor(this) + 1 candies")
    ] = 1.0
    max_rounds: Annotated[
        int, Meta(ge=1, le=MOST_ROUNDS, description="rounds after which the match ends")
    ] = 1000
    growth: Annotated[
        Literal["program", "paper"],
        Meta(description="program: one cell per 3 points; paper: one cell per 2 candies"),
    ] = "program"
    acceleration: Annotated[
        bool, Meta(description="whether a snake may move two cells and leave a candy behind")
    ] = False

    def __post_init__(self) -> None:
        smallest = SMALLEST_SQUARE * squares_across(self.seats)
        if self.size < smallest:
            raise ValueError(
                f"expected a size of at least {smallest} for {self.seats} seats, got {self.size}"
            )


@kernel
def squares_across(seats: int) -> int:
    """Number of starting squares in either direction; no two snakes share one."""
    root = 1
    while root * root < seats:
        root += 1
    return root * root


EMPTY: Final = 0
WALL: Final = 1
SNAKE: Final = 2
"""A cell with the snake of seat s holds SNAKE + s."""
CANDY: Final = 1
SPECIAL: Final = 3
"""Points of a candy, and of a special candy, a former part of a snake."""
START_LENGTH: Final = 2
START_POINTS: Final = 6
POINTS_PER_CELL: Final = 3
CANDIES_PER_CELL: Final = 2
MOST_LENGTH: Final = 1024
"""Maximum length of a snake. By the program's rules four snakes share at most 3027 points in 3000
rounds, so that none reaches it."""
SEAT_TIERS: Final = (4, 16)
"""Capacities of records in seats: code is compiled once for each, as with CAPACITIES."""


@functools.cache
def state_dtype(capacity: int, most_seats: int) -> np.dtype[Any]:
    """The record of one match, with these capacities in padded cells and seats."""
    return np.dtype(
        [
            # Wider fields come first, so that every array is aligned.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("lengths", "i4", (most_seats,)),  # cells of each body, 0: out
            ("points", "i4", (most_seats,)),
            ("meals", "i4", (most_seats,)),  # candies eaten, less those left behind in dashes
            ("eliminated", "i4", (most_seats,)),  # 0 living, else rounds played when it went out
            ("shed", "i4", (most_seats,)),  # within a round: cell for a candy; between rounds 0
            ("rounds", "i4"),  # rounds played
            ("seats", "i4"),
            ("side", "i4"),  # rows and columns
            ("stride", "i4"),  # side + 2
            ("max_rounds", "i4"),
            ("first_candies", "i4"),  # how many lie there at first; bots assume the default
            ("bodies", "i2", (most_seats, MOST_LENGTH)),  # cells, head first; then 0
            # Of a snake that is out, the first entry is where its head was.
            ("cells", "u1", (capacity,)),  # padded board: EMPTY, WALL or SNAKE + seat
            ("layers", "u1", (capacity,)),  # parts of that snake here: more where it crosses itself
            ("candies", "u1", (capacity,)),  # points of the candy here, 0: none
            ("paper_growth", "u1"),  # 1: a cell for every second candy
            ("acceleration", "u1"),  # 1: dashes are accepted
            ("over", "u1"),
        ]
    )


def record_type(settings: MultisnakeSettings) -> np.dtype[Any]:
    most_seats = next(tier for tier in SEAT_TIERS if settings.seats <= tier)
    return state_dtype(capacity_for(settings.size, settings.size), most_seats)


def blank_state(settings: MultisnakeSettings) -> State:
    """An empty board without snakes: all are yet to be placed."""
    state = empty_state(record_type(settings))
    border(state["cells"], settings.size, settings.size, WALL)
    state["seats"] = settings.seats
    state["side"] = settings.size
    state["stride"] = settings.size + 2
    state["max_rounds"] = settings.max_rounds
    state["paper_growth"] = settings.growth == "paper"
    state["acceleration"] = settings.acceleration
    state["first_candies"] = 2 * int(settings.candy_rate) + 1
    return state


@kernel
def cover(state: State, seat: int, cell: int) -> None:
    state["cells"][cell] = SNAKE + seat
    state["layers"][cell] += 1


@kernel
def uncover(state: State, cell: int) -> None:
    """Remove one part of the snake on a cell."""
    state["layers"][cell] -= 1
    if state["layers"][cell] == 0:
        state["cells"][cell] = EMPTY


@kernel
def is_free(state: State, cell: int) -> bool:
    return bool(state["cells"][cell] == EMPTY and state["candies"][cell] == 0)


@kernel
def drop_candy(state: State, cell: int) -> None:
    """Drop a candy on this cell, if it is free."""
    if is_free(state, cell):
        state["candies"][cell] = CANDY


@kernel
def draw_cell(state: State) -> int:
    """Any cell of the board."""
    side = state["side"]
    number = below(state["generator"], side * side)
    return index_of(number // side, number % side, state["stride"])
