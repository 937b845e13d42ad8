"""boxes: Dots and Boxes. In turn, each seat draws a line between two dots.

The seat that draws the last line around a box owns the box, and moves again; more boxes win.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import Game, Settings, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.kernel import kernel

MOST = 9  # rows and columns of the largest board: dots, and what is between them
OPEN, DOT, LINE, BOX = 0, 1, 2, 3  # a box of seat s is BOX + s
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns from a cell to the next ones


class BoxesSettings(Settings, frozen=True):
    columns: Annotated[int, Meta(ge=1, le=4, description="boxes in a row")] = 3
    rows: Annotated[int, Meta(ge=1, le=4, description="rows of boxes")] = 3


STATE = np.dtype([
    *[(name, "i4") for name in ("width", "height", "rounds", "turn")],  # turn: the seat that moves
    ("scores", "i4", (2,)),  # boxes of each seat
    ("cells", "u1", (MOST * MOST,)),  # row by row; a line has an odd row or an odd column
])  # fmt: skip


def setup(settings: BoxesSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["width"], state["height"] = 2 * settings.columns + 1, 2 * settings.rows + 1
    cells = state["cells"][: state["height"] * state["width"]]
    cells.reshape(state["height"], state["width"])[::2, ::2] = DOT
    return state


@kernel
def step(state: State, moves: Any) -> None:
    if is_over(state):
        return
    seat, move, closed = state["turn"], moves[state["turn"]], 0
    if accepts(state, seat, move):  # NO_MOVE is not legal either
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
    row, column, width = move // MOST, move % MOST, state["width"]
    is_line = (row + column) % 2 == 1 and is_inside(state, row, column) and not is_over(state)
    return bool(is_line and seat == state["turn"] and state["cells"][row * width + column] == OPEN)


@kernel
def is_over(state: State) -> bool:
    boxes = (state["width"] // 2) * (state["height"] // 2)
    return bool(state["scores"][0] + state["scores"][1] == boxes or state["rounds"] >= MOST * MOST)


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="boxes",
        title="Dots and Boxes",
        summary="Draw lines between dots; the fourth line of a box wins it, and another move.",
        moves=tuple(f"{column}{row}" for row in range(1, MOST + 1) for column in "abcdefghi"),
        chance=False,
        settings=BoxesSettings,
        seats=lambda _: 2,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over),
        board=Board(".+#01"),
    )
