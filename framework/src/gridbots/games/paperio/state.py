"""Settings and state record of Paper.io.

Sets of seats are numbers with a bit for each seat.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.game import empty_state
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.grid import NO_MOVE, border, capacity_for, column_of, row_of
from gridbots.kernel import kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import State


MOST_SEATS: Final = 6


class PaperioSettings(Settings, frozen=True):
    size: Annotated[int, Meta(ge=6, le=64, description="rows and columns of the board")] = 7
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="players")] = 2
    max_rounds: Annotated[int, Meta(ge=1, le=100_000, description="length of a match")] = 70
    order: Annotated[
        Literal["simultaneous", "alternating"],
        Meta(description="all move at once, or one seat in each round, as in the CS221 program"),
    ] = "simultaneous"
    radius: Annotated[
        int, Meta(ge=0, le=64, description="how many cells a seat sees in each direction")
    ] = 2
    all_seeing: Annotated[
        str, Meta(description="numbers of the seats that see the whole board, such as 1 or 02")
    ] = ""

    def __post_init__(self) -> None:
        if self.seats > 4 and self.size < 9:
            raise ValueError(f"expected size 9 or more for {self.seats} seats, got {self.size}")
        known = "012345"[: self.seats]
        if "".join(seat for seat in known if seat in self.all_seeing) != self.all_seeing:
            raise ValueError(
                f"expected numbers among {known} in order for all_seeing, got {self.all_seeing!r}"
            )


FREE: Final = 0
OUTSIDE: Final = 1
OWNED: Final = 2
"""A cell that belongs to seat s holds OWNED + s."""
UNSEEN: Final = -1
"""In place of the cell of an unseen head."""
EVERYBODY: Final = -1
"""In place of the seat to move: all move at once."""


@functools.cache
def state_dtype(capacity: int) -> np.dtype[Any]:
    """The record of one match on a padded board of up to `capacity` cells."""
    return np.dtype(
        [
            # Wider fields come first, so that every array is aligned.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("heads", "i4", (MOST_SEATS,)),  # index of each head, perhaps off the board; or UNSEEN
            ("eliminated", "i4", (MOST_SEATS,)),  # 0 living, else rounds played when it went out
            ("areas", "i4", (MOST_SEATS,)),  # cells of land
            ("trail_lengths", "i4", (MOST_SEATS,)),  # cells of trail
            ("rounds", "i4"),  # rounds played
            ("max_rounds", "i4"),
            ("seats", "i4"),
            ("side", "i4"),  # rows, and columns
            ("stride", "i4"),  # side + 2
            ("radius", "i4"),  # how far a seat sees
            ("mover", "i4"),  # whose turn it is, or EVERYBODY
            ("owners", "u1", (capacity,)),  # padded board: FREE, OUTSIDE or OWNED + seat
            ("trails", "u1", (capacity,)),  # seats whose trail lies in the cell, a bit each
            ("headings", "i1", (MOST_SEATS,)),  # direction of the last move; NO_MOVE if unseen
            ("all_seeing", "u1"),  # seats that see everything, a bit each
            ("over", "u1"),
        ]
    )


def record_type(settings: PaperioSettings) -> np.dtype[Any]:
    return state_dtype(capacity_for(settings.size, settings.size))


def blank_state(settings: PaperioSettings) -> State:
    """A free board without heads."""
    side = settings.size
    state = empty_state(record_type(settings))
    border(state["owners"], side, side, OUTSIDE)
    state["heads"] = UNSEEN
    state["headings"] = NO_MOVE
    state["max_rounds"] = settings.max_rounds
    state["seats"] = settings.seats
    state["side"] = side
    state["stride"] = side + 2
    state["radius"] = settings.radius
    state["all_seeing"] = sum(1 << int(seat) for seat in settings.all_seeing)
    state["mover"] = 0 if settings.order == "alternating" else EVERYBODY
    return state


@kernel
def is_to_move(state: State, seat: int) -> bool:
    if state["mover"] != EVERYBODY and state["mover"] != seat:
        return False
    return bool(state["eliminated"][seat] == 0)


@kernel
def is_held(state: State, seat: int, cell: int) -> bool:
    """Whether a cell is land or trail of a seat."""
    return bool(state["owners"][cell] == OWNED + seat or state["trails"][cell] >> seat & 1)


def head_position(state: State, seat: int) -> tuple[int, int]:
    """Row and column of a visible head, possibly just off the board."""
    index, stride = int(state["heads"][seat]), int(state["stride"])
    return row_of(index, stride), column_of(index, stride)
