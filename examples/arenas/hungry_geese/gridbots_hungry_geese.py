"""hungry-geese: geese on a torus eat to grow and shrink with hunger; the last one wins.

The rules are those of Kaggle's Hungry Geese. The board has no edges, but turning back and biting
oneself are deadly, and so is any cell with another goose after all have moved. A goose without a
move is eliminated. The score is a hundred times the rounds survived, plus the length.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import NO_MOVE, Game, Settings, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import DIRECTIONS, DOWN, LEFT, RIGHT, UP
from gridbots.kernel import kernel

EMPTY, FOOD, GOOSE = 0, 1, 2  # a cell of seat s holds GOOSE + s
MOST_SEATS, MOST_CELLS, NOWHERE = 8, 256, -1


class GeeseSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=4, le=16, description="columns of the torus")] = 11
    height: Annotated[int, Meta(ge=4, le=16, description="rows of the torus")] = 7
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="geese")] = 4
    hunger_rate: Annotated[
        int, Meta(ge=1, le=1000, description="rounds after which every goose shrinks")
    ] = 40
    min_food: Annotated[
        int, Meta(ge=1, le=4, description="minimum amount of food on the board")
    ] = 2
    max_length: Annotated[int, Meta(ge=1, le=99, description="maximum length of a goose")] = 99
    max_rounds: Annotated[int, Meta(ge=1, le=1000, description="length of a match")] = 199


NUMBERS = ("width", "height", "seats", "hunger_rate", "min_food", "max_length")
FIELDS = [("generator", "i8", (GENERATOR_SIZE,)), *[(name, "i4") for name in NUMBERS]]
FIELDS += [("rounds", "i4"), ("max_rounds", "i4"), ("scores", "i4", (MOST_SEATS,))]
FIELDS += [("heads", "i4", (MOST_SEATS,)), ("lengths", "i4", (MOST_SEATS,))]
FIELDS += [("last", "i4", (MOST_SEATS,))]  # the last move of each seat
FIELDS += [("met", "i4", (MOST_SEATS,))]  # 1: went out since it met another one, in this round
FIELDS += [("cells", "u1", (MOST_CELLS,)), ("places", "u1", (MOST_CELLS,))]  # 0 is a head's place
STATE = np.dtype(FIELDS)


def setup(settings: GeeseSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["heads"] = state["last"] = NOWHERE
    for seat in range(settings.seats):
        head = free_cell(state)
        state["cells"][head], state["heads"][seat], state["lengths"][seat] = GOOSE + seat, head, 1
    put_food(state)
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """All geese move and eat, those that meet another goose are eliminated, then food appears."""
    if is_over(state):
        return
    for seat in range(state["seats"]):
        if is_living(state, seat):
            go(state, seat, moves[seat])
    for seat in range(state["seats"]):  # no head has been put on the board so far
        state["met"][seat] = is_living(state, seat) and has_met(state, seat)
    state["rounds"] += 1
    for seat in range(state["seats"]):
        if state["met"][seat]:
            shorten(state, seat, 0)
        if is_living(state, seat):
            head = state["heads"][seat]
            state["cells"][head], state["places"][head] = GOOSE + seat, 0
            state["scores"][seat] = 100 * state["rounds"] + state["lengths"][seat]
    put_food(state)


@kernel
def has_met(state: State, seat: int) -> bool:
    """Whether another goose, or a part of any goose, is in the cell of this goose's head."""
    head = state["heads"][seat]
    for other in range(state["seats"]):
        if other != seat and state["heads"][other] == head:
            return True
    return bool(state["cells"][head] >= GOOSE)


@kernel
def go(state: State, seat: int, move: int) -> None:
    """Move a goose; its head is put on the board later."""
    is_back = state["rounds"] > 0 and state["last"][seat] == (move + 2) % 4
    if move == NO_MOVE or is_back:
        shorten(state, seat, 0)
        return
    state["last"][seat], width, cells = move, state["width"], state["cells"]
    row, column = state["heads"][seat] // width, state["heads"][seat] % width
    row = (row + int(move == DOWN) - int(move == UP)) % state["height"]
    head = row * width + (column + int(move == RIGHT) - int(move == LEFT)) % width
    if cells[head] == FOOD:
        cells[head] = EMPTY
    else:
        shorten(state, seat, state["lengths"][seat] - 1)
    bites = cells[head] == GOOSE + seat
    shorten(state, seat, 0 if bites else state["max_length"] - 1)
    if bites:
        return
    for cell in range(len(cells)):
        state["places"][cell] += cells[cell] == GOOSE + seat
    state["heads"][seat], state["lengths"][seat] = head, state["lengths"][seat] + 1
    if (state["rounds"] + 1) % state["hunger_rate"] == 0:
        shorten(state, seat, state["lengths"][seat] - 1)


@kernel
def shorten(state: State, seat: int, length: int) -> None:
    """Shorten a goose to `length` cells; with none it is eliminated."""
    for cell in range(len(state["cells"])):
        if state["cells"][cell] == GOOSE + seat and state["places"][cell] >= length:
            state["cells"][cell] = state["places"][cell] = EMPTY
    state["lengths"][seat] = min(state["lengths"][seat], length)
    if length == 0:
        state["heads"][seat] = NOWHERE


@kernel
def put_food(state: State) -> None:
    """Place food until there is enough or no cell is left."""
    count = 0
    for cell in range(state["width"] * state["height"]):
        count += state["cells"][cell] == FOOD
    while count < state["min_food"]:
        cell = free_cell(state)
        if cell == NOWHERE:
            return
        state["cells"][cell] = FOOD
        count += 1


@kernel
def free_cell(state: State) -> int:
    """A random empty cell; NOWHERE if no cell is empty."""
    free = 0
    for cell in range(state["width"] * state["height"]):
        free += state["cells"][cell] == EMPTY
    left = below(state["generator"], free) if free else NOWHERE
    for cell in range(state["width"] * state["height"]):
        if state["cells"][cell] == EMPTY:
            if left == 0:
                return cell
            left -= 1
    return NOWHERE


@kernel
def is_living(state: State, seat: int) -> bool:
    return bool(state["lengths"][seat] > 0)


@kernel
def is_over(state: State) -> bool:
    living = 0
    for seat in range(state["seats"]):
        living += is_living(state, seat)
    return bool(living <= 1 or state["rounds"] >= state["max_rounds"])


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # any move may be made, also a deadly one
    return is_living(state, seat) and not is_over(state)


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="hungry-geese",
        title="Hungry Geese",
        summary="Geese on a torus eat, shrink with hunger and avoid each other; the last one wins.",
        moves=DIRECTIONS,
        chance=True,
        settings=GeeseSettings,
        seats=lambda settings: settings.seats,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over, is_living=is_living),
        board=Board(".*01234567", heads="heads"),
    )
