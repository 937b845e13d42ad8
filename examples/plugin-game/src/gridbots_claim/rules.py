"""claim: walkers claim the cells that they enter; most cells after the last round win.

All walkers move at once, each to a neighbouring cell that is not a block; they may pass through
each other and stand in the same cell. Then every cell with one walker in it belongs to that seat,
whoever had it before, and a cell with several belongs to nobody. No move means that a walker stays
where it is, and so does a move into a block or off the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import numpy as np
from msgspec import Meta

from gridbots import NO_MOVE, Settings
from gridbots.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game import empty_state
from gridbots.grid import border, index_of, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, State

FREE: Final = 0
BLOCK: Final = 1
CLAIMED: Final = 2
"""A cell that belongs to seat s holds CLAIMED + s."""
MOST_SEATS: Final = 4
CAPACITY: Final = 18 * 18
"""Room for a board of 16x16 cells with its border."""


class ClaimSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=4, le=16, description="columns of the board")] = 8
    height: Annotated[int, Meta(ge=4, le=16, description="rows of the board")] = 8
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="walkers")] = 2
    blocks: Annotated[int, Meta(ge=0, le=16, description="blocks in each quarter of the board")] = 2
    max_rounds: Annotated[int, Meta(ge=1, le=1000, description="length of a match")] = 40


STATE: Final = np.dtype(
    [
        # Fields with wide numbers come first: each must be aligned.
        ("generator", "i8", (GENERATOR_SIZE,)),
        ("walkers", "i4", (MOST_SEATS,)),  # index of the cell where each one is
        ("scores", "i4", (MOST_SEATS,)),  # cells that belong to each seat
        ("rounds", "i4"),  # rounds played
        ("max_rounds", "i4"),
        ("seats", "i4"),
        ("width", "i4"),
        ("height", "i4"),
        ("stride", "i4"),  # width + 2
        ("cells", "u1", (CAPACITY,)),  # padded board: FREE, BLOCK or CLAIMED + seat
    ]
)


def blank_state(settings: ClaimSettings) -> State:
    """A free board without walkers."""
    state = empty_state(STATE)
    border(state["cells"], settings.width, settings.height, BLOCK)
    state["max_rounds"] = settings.max_rounds
    state["seats"] = settings.seats
    state["width"] = settings.width
    state["height"] = settings.height
    state["stride"] = settings.width + 2
    return state


def setup(settings: ClaimSettings, seed: int) -> State:
    """Blocks at random inside, the same in all quarters; walkers in the corners."""
    state = blank_state(settings)
    seed_generator(state["generator"], seed)
    for _ in range(settings.blocks):
        row = 1 + below(state["generator"], (settings.height - 1) // 2)
        column = 1 + below(state["generator"], (settings.width - 1) // 2)
        for cell in mirrors(settings, row, column):
            state["cells"][cell] = BLOCK
    for seat, corner in enumerate(mirrors(settings, 0, 0)[: settings.seats]):
        state["walkers"][seat] = corner
    claim(state)
    return state


def mirrors(settings: ClaimSettings, row: int, column: int) -> list[int]:
    """The indices of a cell and its mirror images, the opposite one second."""
    stride = settings.width + 2
    far_row, far_column = settings.height - 1 - row, settings.width - 1 - column
    places = [(row, column), (far_row, far_column), (row, far_column), (far_row, column)]
    return [index_of(*place, stride) for place in places]


@kernel
def step(state: State, moves: Moves) -> None:
    if is_over(state):
        return
    walk(state, moves)
    claim(state)
    state["rounds"] += 1


@kernel
def walk(state: State, moves: Moves) -> None:
    walkers = state["walkers"]
    for seat in range(state["seats"]):
        if moves[seat] != NO_MOVE and is_open(state, seat, moves[seat]):
            walkers[seat] += offset(moves[seat], state["stride"])


@kernel
def is_open(state: State, seat: int, direction: int) -> bool:
    """Whether the neighbour of a walker in this direction is no block."""
    there = state["walkers"][seat] + offset(direction, state["stride"])
    return bool(state["cells"][there] != BLOCK)


@kernel
def claim(state: State) -> None:
    """Each cell with walkers gets its owner; two of them write the same, so order is nothing."""
    cells, scores, walkers = state["cells"], state["scores"], state["walkers"]
    for seat in range(state["seats"]):
        here = walkers[seat]
        if cells[here] >= CLAIMED:
            scores[cells[here] - CLAIMED] -= 1
        cells[here] = FREE
        if is_alone(state, seat):
            cells[here] = CLAIMED + seat
            scores[seat] += 1


@kernel
def is_alone(state: State, seat: int) -> bool:
    walkers = state["walkers"]
    for other in range(state["seats"]):
        if other != seat and walkers[other] == walkers[seat]:
            return False
    return True


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    return not is_over(state) and is_open(state, seat, move)


@kernel
def is_over(state: State) -> bool:
    return bool(state["rounds"] >= state["max_rounds"])


@kernel
def utility(state: State, seat: int) -> float:
    """By the number of cells: how many seats have fewer, less how many have more."""
    scores = state["scores"]
    ahead = 0
    for other in range(state["seats"]):
        ahead += scores[other] < scores[seat]
        ahead -= scores[other] > scores[seat]
    return float(ahead / (state["seats"] - 1))
