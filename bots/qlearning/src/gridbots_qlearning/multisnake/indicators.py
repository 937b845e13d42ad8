"""Action features of the paper's learner of Multiplayer Snake: binary indicators.

Only the own snake is moved in thought; nothing is eaten and the others lie still. What lies less
than REACH steps from the new head counts by where it is from there, in rows and columns of the
board: candies of one point, candies of more, other snakes, and the own body as it was before the
move, without its head. Then how far the head is from the edges, and whether the same move could not
be made again. A snake without a move sees only that it is trapped.

The paper tells this too, but for: heads of others are not told from bodies; the same move again
is asked for where the paper says "crossing its tail"; and the distance to an edge is the smaller of
the column and the side of the board less the column (rows alike), so that the last column is 1, the
first one 0. So the program behind the paper has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.movement import is_barred
from gridbots.games.multisnake.state import CANDY, SNAKE, WALL
from gridbots.grid import column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Array

REACH: Final = 12
SPAN: Final = 2 * REACH - 1
"""Rows, and columns, of the square around a head that holds all cells within reach."""
PLACES: Final = SPAN * SPAN
CANDIES: Final = 0
SPECIALS: Final = PLACES
OTHERS: Final = 2 * PLACES
OWN: Final = 3 * PLACES
"""Where the indicators of each kind of thing begin: one for each place."""
EDGES: Final = 33
"""More than half of the side of any board."""
COLUMN: Final = 4 * PLACES
ROW: Final = COLUMN + EDGES
REPEATS: Final = ROW + EDGES
TRAPPED: Final = REPEATS + 1
INDICATORS: Final = TRAPPED + 1
MOST_SEEN: Final = 1024
"""No more indicators than this are seen of one move."""
WEIGHTS: Final = np.dtype([("indicators", "f8", (INDICATORS,))])


@kernel
def see(state: AnyState, seat: int, move: int, seen: Any) -> int:
    """Write the indicators that hold for a legal move; how many they are."""
    stride, side = state["stride"], state["side"]
    head = state["bodies"][seat, 0] + offset(move, stride)
    row, column = row_of(head, stride), column_of(head, stride)
    seen[0] = COLUMN + min(column, side - column)
    seen[1] = ROW + min(row, side - row)
    count = 2
    if not can_repeat(state, seat, move):
        seen[count] = REPEATS
        count += 1
    count = see_things(state, seat, head, seen, count)
    return see_own_body(state, seat, head, seen, count)


@kernel
def see_things(state: AnyState, seat: int, head: int, seen: Any, count: int) -> int:
    """Add the candies and the other snakes within reach."""
    cells, candies, stride = state["cells"], state["candies"], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    for down in range(max(1 - REACH, -row), min(REACH - 1, state["side"] - 1 - row) + 1):
        wide = REACH - 1 - abs(down)
        for across in range(max(-wide, -column), min(wide, state["side"] - 1 - column) + 1):
            cell, place = head + down * stride + across, place_of(down, across)
            if candies[cell] != 0:
                seen[count] = (CANDIES if candies[cell] == CANDY else SPECIALS) + place
                count += 1
            if cells[cell] >= SNAKE and cells[cell] != SNAKE + seat:
                seen[count] = OTHERS + place
                count += 1
    return count


@kernel
def see_own_body(state: AnyState, seat: int, head: int, seen: Any, count: int) -> int:
    """Add the parts of the own body within reach, but for its head."""
    bodies, stride = state["bodies"], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    for index in range(1, state["lengths"][seat]):
        cell = bodies[seat, index]
        down, across = row_of(cell, stride) - row, column_of(cell, stride) - column
        if abs(down) + abs(across) < REACH and count < MOST_SEEN:
            seen[count] = OWN + place_of(down, across)
            count += 1
    return count


@kernel
def place_of(down: int, across: int) -> int:
    return (down + REACH - 1) * SPAN + across + REACH - 1


@kernel
def can_repeat(state: AnyState, seat: int, move: int) -> bool:
    """Whether a snake that makes a legal move, eating nothing, may make the same one again.

    By then its body has left one cell; `is_barred` looks at the body as it is and leaves out
    one cell more.
    """
    way = offset(move, state["stride"])
    head = state["bodies"][seat, 0] + way
    if state["cells"][head + way] == WALL:
        return False
    if not is_barred(state, seat, head + way, 2):
        return True
    return not is_barred(state, seat, head, 1) and not is_barred(state, seat, head + 2 * way, 3)


@kernel
def worth(weights: Array, seen: Any, count: int) -> float:
    """Q-value: the sum of the weights of these indicators."""
    total = 0.0
    for index in range(count):
        total += weights[seen[index]]
    return total
