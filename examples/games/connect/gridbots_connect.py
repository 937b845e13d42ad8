"""connect: in turn, each seat puts a stone into an empty cell; a line of stones wins.

This is an m,n,k-game. If stones fall to the lowest empty cell of a column, it is Connect Four.
A seat that puts no stone has lost; a full board is a draw.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import NO_MOVE, Game, Settings, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.grid import border, index_of
from gridbots.kernel import kernel

EMPTY, EDGE, STONE = 0, 1, 2  # a stone of seat s is STONE + s
MOST = 8  # rows and columns of the largest board
MOVES = tuple(f"{column}{row}" for row in range(1, MOST + 1) for column in "abcdefgh")
WAYS = ((0, 1), (1, -1), (1, 0), (1, 1))  # of a line: rows and columns from one cell to the next


class ConnectSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=3, le=MOST, description="columns of the board")] = 8
    height: Annotated[int, Meta(ge=3, le=MOST, description="rows of the board")] = 8
    line: Annotated[int, Meta(ge=3, le=MOST, description="stones in a line that wins")] = 5
    falls: Annotated[bool, Meta(description="whether stones fall")] = False


NUMBERS = ("width", "height", "stride", "line", "falls", "rounds", "turn")
FIELDS = [*[(name, "i4") for name in NUMBERS], ("scores", "i4", (2,)), ("cells", "u1", (100,))]
STATE = np.dtype(FIELDS)


def setup(settings: ConnectSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    border(state["cells"], settings.width, settings.height, EDGE)
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """Play one round: the seat whose turn it is puts a stone."""
    if is_over(state):
        return
    seat, move, stride = state["turn"], moves[state["turn"]], state["stride"]
    if move == NO_MOVE or not accepts(state, seat, move):
        state["scores"][1 - seat] = 1
    else:
        cell = index_of(move // MOST, move % MOST, stride)
        state["cells"][cell] = STONE + seat
        for rows, columns in WAYS:
            way = rows * stride + columns
            if 1 + run(state, cell, way) + run(state, cell, -way) >= state["line"]:
                state["scores"][seat] = 1
    state["rounds"] += 1
    state["turn"] = 1 - seat


@kernel
def run(state: State, cell: int, way: int) -> int:
    """The number of equal stones that follow this cell in this direction without a gap."""
    length = 0
    while state["cells"][cell + (length + 1) * way] == state["cells"][cell]:
        length += 1
    return length


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    """Whether a cell can take a stone: it is empty and, if stones fall, has no empty cell below."""
    cells, row, column = state["cells"], move // MOST, move % MOST
    cell = index_of(row, column, state["stride"])
    if seat != state["turn"] or row >= state["height"] or column >= state["width"]:
        return False
    is_free = cells[cell] == EMPTY and not is_over(state)
    return bool(is_free and not (state["falls"] and cells[cell + state["stride"]] == EMPTY))


@kernel
def is_over(state: State) -> bool:
    is_full = state["rounds"] >= state["width"] * state["height"]
    return bool(is_full or state["scores"][0] + state["scores"][1] > 0)


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="connect",
        title="Connect",
        summary="Put stones on the board in turn; the first line of stones wins.",
        moves=MOVES,
        chance=False,
        settings=ConnectSettings,
        seats=lambda _: 2,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over),
        board=Board(".x01", digits="piece"),
    )
