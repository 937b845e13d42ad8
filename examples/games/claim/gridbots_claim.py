"""claim: walkers take the cells that they enter; the most cells after the last round win.

All walk at once, each to a neighbouring cell, and may pass through each other. Then a cell with one
walker belongs to that seat, even if it was another's, and a cell with several walkers to no seat.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import NO_MOVE, Game, Settings, State, Verbs, hookimpl, is_over
from gridbots.game import Board, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import DIRECTIONS, apart, border, index_of, offset
from gridbots.kernel import kernel

FREE, EDGE, CLAIMED = 0, 1, 2  # a cell that belongs to seat s holds CLAIMED + s


class ClaimSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=4, le=16, description="columns of the board")] = 8
    height: Annotated[int, Meta(ge=4, le=16, description="rows of the board")] = 8
    seats: Annotated[int, Meta(ge=2, le=4, description="walkers")] = 2
    max_rounds: Annotated[int, Meta(ge=1, le=1000, description="length of a match")] = 40


FIELDS = [
    ("generator", "i8", (GENERATOR_SIZE,)),  # the generator of all chance
    *[(name, "i4") for name in ("width", "height", "stride", "seats", "rounds", "max_rounds")],
    ("walkers", "i4", (4,)),  # index of the cell where each seat is
    ("scores", "i4", (4,)),  # cells that belong to each seat
    ("cells", "u1", (18 * 18,)),  # row by row, with an edge one cell wide around the board
]
STATE = np.dtype(FIELDS)


def setup(settings: ClaimSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    border(state["cells"], settings.width, settings.height, EDGE)
    for seat in range(settings.seats):
        row = below(state["generator"], settings.height)
        column = below(state["generator"], settings.width)
        state["walkers"][seat] = index_of(row, column, state["stride"])
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """Play one round: all walk, then the cells that they are in change hands."""
    if is_over(state):
        return
    cells, scores, walkers = state["cells"], state["scores"], state["walkers"]
    for seat in range(state["seats"]):
        if moves[seat] != NO_MOVE and accepts(state, seat, moves[seat]):
            walkers[seat] += offset(moves[seat], state["stride"])
    for seat in range(state["seats"]):
        here, is_alone = walkers[seat], True
        for other in range(state["seats"]):
            is_alone = is_alone and (other == seat or walkers[other] != here)
        if cells[here] >= CLAIMED:
            scores[cells[here] - CLAIMED] -= 1
        cells[here] = CLAIMED + seat if is_alone else FREE
        scores[seat] += is_alone
    state["rounds"] += 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    there = state["walkers"][seat] + offset(move, state["stride"])
    return not is_over(state) and bool(state["cells"][there] != EDGE)


@kernel
def evaluate(state: State, seat: int, weights: Any) -> float:
    """Weighs the lead in cells, and the cells to be gained near the walker."""
    here, cells, space = state["walkers"][seat], state["cells"], 0.0
    for cell in range(state["stride"], state["stride"] * (state["height"] + 1)):
        if cells[cell] not in {EDGE, CLAIMED + seat}:
            space += (1 + (cells[cell] != FREE)) / (1 + apart(here, cell, state["stride"]))
    return weights[0] * (2 * state["scores"][seat] - state["scores"].sum()) + weights[1] * space


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="claim",
        title="Claim",
        summary="Walkers take the cells that they enter; most cells win.",
        moves=DIRECTIONS,
        chance=False,  # no chance after the opening
        settings=ClaimSettings,
        seats=lambda settings: settings.seats,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, evaluate=evaluate),
        features=("lead", "space"),
        weights={"lead": 1.0, "space": 0.1},
        board=Board(".x0123", heads="walkers"),
    )
