"""boxes: Dots and Boxes. In turn, each seat draws a line between two dots.

The seat that draws the last line around a box owns the box, and moves again; more boxes win.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import NO_MOVE, Game, Settings, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.kernel import kernel

MOST = 9  # rows and columns of the largest board: dots, and what is between them
OPEN, DOT, LINE, BOX = 0, 1, 2, 3  # a box of seat s is BOX + s
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns from a cell to the next ones


class BoxesSettings(Settings, frozen=True):
    columns: Annotated[int, Meta(ge=1, le=4, description="boxes in a row")] = 3
    rows: Annotated[int, Meta(ge=1, le=4, description="rows of boxes")] = 3


FIELDS = [
    *[(name, "i4") for name in ("width", "height", "rounds", "turn")],  # turn: the seat that moves
    ("scores", "i4", (2,)),  # boxes of each seat
    ("cells", "u1", (MOST * MOST,)),  # row by row; a line has an odd row or an odd column
]
STATE = np.dtype(FIELDS)


def setup(settings: BoxesSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["width"], state["height"] = 2 * settings.columns + 1, 2 * settings.rows + 1
    for row in range(0, state["height"], 2):
        for column in range(0, state["width"], 2):
            state["cells"][row * state["width"] + column] = DOT
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """Play one round: the seat whose turn it is draws a line."""
    if is_over(state):
        return
    seat, move, closed = state["turn"], moves[state["turn"]], 0
    if move != NO_MOVE and accepts(state, seat, move):
        row, column = move // MOST, move % MOST
        state["cells"][row * state["width"] + column] = LINE
        for rows, columns in WAYS:
            if is_closed(state, row + rows, column + columns):
                state["cells"][(row + rows) * state["width"] + column + columns] = BOX + seat
                closed += 1
    state["scores"][seat] += closed
    state["rounds"] += 1
    if closed == 0:
        state["turn"] = 1 - seat


@kernel
def is_closed(state: State, row: int, column: int) -> bool:
    """Whether this cell is that of a box with all four lines."""
    if row % 2 == 0 or column % 2 == 0 or not is_inside(state, row, column):
        return False
    for rows, columns in WAYS:
        if state["cells"][(row + rows) * state["width"] + column + columns] != LINE:
            return False
    return True


@kernel
def is_inside(state: State, row: int, column: int) -> bool:
    return bool(0 <= row < state["height"] and 0 <= column < state["width"])


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    row, column = move // MOST, move % MOST
    if seat != state["turn"] or (row + column) % 2 == 0 or not is_inside(state, row, column):
        return False
    return bool(state["cells"][row * state["width"] + column] == OPEN)


@kernel
def is_over(state: State) -> bool:
    boxes = (state["width"] // 2) * (state["height"] // 2)
    return bool(state["scores"][0] + state["scores"][1] == boxes or state["rounds"] >= MOST * MOST)


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="boxes",
        title="Dots and Boxes",
        summary="Draw lines between dots; the fourth line around a box wins it and a further move.",
        moves=tuple(f"{column}{row}" for row in range(1, MOST + 1) for column in "abcdefghi"),
        chance=False,
        settings=BoxesSettings,
        seats=lambda _: 2,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over),
        board=Board(".+#01"),
    )
