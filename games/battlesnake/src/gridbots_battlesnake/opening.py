"""Opening of a match of Battlesnake: the starts of the snakes and the first food.

On square boards of at least 7x7, up to eight snakes have fixed starts near the corners and the
middles of the sides. On square boards of at least 11x11, more snakes are spread over the quadrants.
Otherwise they start anywhere on the even cells of the chequerboard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game.chance import below, seed_generator
from gridbots.grid import column_of, index_of, row_of
from gridbots.kernel import kernel
from gridbots_battlesnake.feeding import add_food, draw_one, remove_all_food
from gridbots_battlesnake.hazards import EMPTY_MAP, PITS, clear_hazards, lay_map
from gridbots_battlesnake.settings import MOST_FIXED, SMALLEST_FIXED, SMALLEST_SPREAD
from gridbots_battlesnake.state import (
    NOBODY,
    blank_state,
    cell_at,
    head_of,
    is_on_board,
    place_snake,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots_battlesnake.settings import BattlesnakeSettings


def setup(settings: BattlesnakeSettings, seed: int) -> State:
    state = blank_state(settings)
    seed_generator(state["generator"], seed)
    draw_opening(state)
    return state


@kernel
def reopen(state: State) -> None:
    clear(state)
    draw_opening(state)


@kernel
def draw_opening(state: State) -> None:
    draw_starts(state)
    lay_map(state)
    if state["map"] != EMPTY_MAP:
        draw_first_food(state)
    if state["constrictor"]:
        remove_all_food(state)


@kernel
def draw_starts(state: State) -> None:
    seats = state["seats"]
    if state["map"] == PITS or (is_laid_out(state) and seats <= MOST_FIXED):
        draw_fixed(state, np.zeros(4, np.int64), np.zeros(4, np.int64))
    elif is_laid_out(state) and state["width"] >= SMALLEST_SPREAD:
        draw_spread(state)
    else:
        draw_anywhere(state)


@kernel
def is_laid_out(state: State) -> bool:
    return bool(state["width"] == state["height"] and state["width"] >= SMALLEST_FIXED)


@kernel
def draw_fixed(state: State, corners: Any, sides: Any) -> None:
    """Shuffle corners and sides separately, and draw which of them come first."""
    high, middle = state["width"] - 2, (state["width"] - 1) // 2
    for index in range(4):
        corners[index] = cell_at(state, high if index & 1 else 1, high if index & 2 else 1)
    sides[0] = cell_at(state, 1, middle)
    sides[1] = cell_at(state, middle, 1)
    sides[2] = cell_at(state, middle, high)
    sides[3] = cell_at(state, high, middle)
    shuffle(state, corners)
    shuffle(state, sides)
    corners_first = state["map"] == PITS or below(state["generator"], 2) == 0
    for seat in range(state["seats"]):
        index = seat % 4
        place_snake(state, seat, corners[index] if (seat < 4) == corners_first else sides[index])


@kernel
def shuffle(state: State, cells: Any) -> None:
    """Fisher-Yates shuffle."""
    for index in range(len(cells) - 1, 0, -1):
        other = below(state["generator"], index + 1)
        kept = cells[index]
        cells[index] = cells[other]
        cells[other] = kept


@kernel
def draw_spread(state: State) -> None:
    """Go round the quadrants, from a random one; each snake takes a free start there."""
    quadrant = below(state["generator"], 4)
    for seat in range(state["seats"]):
        free = 0
        for number in range(4):
            free += state["cells"][spread_start(state, quadrant, number)] == 0
        left = below(state["generator"], free)
        for number in range(4):
            cell = spread_start(state, quadrant, number)
            if state["cells"][cell] == 0:
                if left == 0:
                    place_snake(state, seat, cell)
                    break
                left -= 1
        quadrant = (quadrant + 1) % 4


@kernel
def spread_start(state: State, quadrant: int, number: int) -> int:
    side = state["width"]
    half = side // 2
    near, far = half // 3, half - half // 3
    column, level = far if number & 1 else near, far if number & 2 else near
    column = side - 1 - column if quadrant & 1 else column
    level = side - 1 - level if quadrant & 2 else level
    return cell_at(state, column, level)


@kernel
def draw_anywhere(state: State) -> None:
    """Place each snake in a random free cell whose column and level have an even sum.

    The middle is excluded.
    """
    for seat in range(state["seats"]):
        free = 0
        for column in range(state["width"]):
            for level in range(column % 2, state["height"], 2):
                free += is_start(state, cell_at(state, column, level))
        place_snake(state, seat, nth_start(state, below(state["generator"], free)))


@kernel
def nth_start(state: State, number: int) -> int:
    left = number
    for column in range(state["width"]):
        for level in range(column % 2, state["height"], 2):
            cell = cell_at(state, column, level)
            if is_start(state, cell):
                if left == 0:
                    return cell
                left -= 1
    return 0


@kernel
def is_start(state: State, cell: int) -> bool:
    return bool(state["cells"][cell] == 0 and cell != middle_of(state))


@kernel
def middle_of(state: State) -> int:
    return cell_at(state, (state["width"] - 1) // 2, (state["height"] - 1) // 2)


@kernel
def draw_first_food(state: State) -> None:
    """Place the first food.

    On boards with fixed starts: beside each start, if the board is large enough, and in the middle.
    On other boards: as many as there are snakes, anywhere.
    """
    if not is_laid_out(state):
        for _ in range(state["seats"]):
            draw_one(state)
        return
    if state["seats"] <= 4 or state["width"] * state["height"] >= SMALLEST_SPREAD**2:
        for seat in range(state["seats"]):
            draw_food_beside(state, head_of(state, seat))
    add_food(state, middle_of(state))


@kernel
def draw_food_beside(state: State, head: int) -> None:
    """Place food in a diagonal neighbour of a start that is farther out, but not in a corner."""
    stride, free = state["stride"], 0
    for number in range(4):
        free += is_farther_out(state, head, diagonal(head, number, stride))
    left = below(state["generator"], free) if free > 0 else -1
    for number in range(4):
        cell = diagonal(head, number, stride)
        if is_farther_out(state, head, cell):
            if left == 0:
                add_food(state, cell)
            left -= 1


@kernel
def diagonal(cell: int, number: int, stride: int) -> int:
    return cell + (stride if number & 1 else -stride) + (1 if number & 2 else -1)


@kernel
def is_farther_out(state: State, head: int, cell: int) -> bool:
    if not is_on_board(state, cell) or state["food"][cell] or cell == middle_of(state):
        return False
    stride, high = state["stride"], state["width"] - 1
    row, column = row_of(cell, stride), column_of(cell, stride)
    if row % high == 0 and column % high == 0:
        return False
    middle = middle_of(state)
    return is_beyond(row, row_of(head, stride), row_of(middle, stride)) or is_beyond(
        column, column_of(head, stride), column_of(middle, stride)
    )


@kernel
def is_beyond(place: int, head: int, middle: int) -> bool:
    return place < head < middle or middle < head < place


@kernel
def clear(state: State) -> None:
    """Reset to an empty board without snakes."""
    stride = state["stride"]
    remove_all_food(state)
    clear_hazards(state)
    for row in range(state["height"]):
        for column in range(state["width"]):
            state["cells"][index_of(row, column, stride)] = 0
    for seat in range(state["seats"]):
        for place in range(state["bodies"].shape[1]):
            state["bodies"][seat, place] = 0
        state["eliminated"][seat] = 0
        state["lengths"][seat] = 0
        state["healths"][seat] = 0
        state["causes"][seat] = 0
        state["killers"][seat] = NOBODY
    for side in range(4):
        state["borders"][side] = 0
    state["rounds"] = 0
