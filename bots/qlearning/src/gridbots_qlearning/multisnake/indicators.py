"""Action features of the paper's learner of Multiplayer Snake, and its greedy policy.

The features are binary indicators. Only the own snake is moved; nothing is eaten and the others
stay. Everything less than REACH steps from the new head counts by its place relative to the head,
in rows and columns of the board: candies of one point, candies of more points, other snakes, and
the own body as it was before the move, without its head. Further indicators are the distances of
the head to the edges, and whether the same move would be illegal afterwards. A snake without a move
has only the indicator of being trapped.

The paper describes the same features with three differences, which follow the program behind it:
heads of others are not distinguished from bodies; the indicator of the same move replaces
"crossing its tail"; and the distance to an edge is the smaller of the column and the side of the
board minus the column (rows likewise), so that the last column has 1, the first one 0.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.movement import accepts, is_barred
from gridbots.games.multisnake.state import CANDY, SNAKE, WALL
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import AnyState
    from gridbots.space import Array, Record

REACH: Final = 12
SPAN: Final = 2 * REACH - 1
"""Side of the square around a head that contains all cells within reach."""
PLACES: Final = SPAN * SPAN
CANDIES: Final = 0
SPECIALS: Final = PLACES
OTHERS: Final = 2 * PLACES
OWN: Final = 3 * PLACES
"""First indicator of each kind; each kind has one per place."""
EDGES: Final = 33
"""More than half the side of any board."""
COLUMN: Final = 4 * PLACES
ROW: Final = COLUMN + EDGES
REPEATS: Final = ROW + EDGES
TRAPPED: Final = REPEATS + 1
INDICATORS: Final = TRAPPED + 1
MAX_ACTIVE: Final = 1024
"""Maximum number of active indicators of a move."""
WEIGHTS: Final = np.dtype([("indicators", "f8", (INDICATORS,))])
ORDER: Final = (RIGHT, DOWN, LEFT, UP)
"""Order of moves; the last of equal ones is chosen, as in the program behind the paper."""


@kernel
def see(state: AnyState, seat: int, move: int, seen: Any) -> int:
    """Write the active indicators of a legal move; return their number."""
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
    """Add the parts of the own body within reach, without its head."""
    bodies, stride = state["bodies"], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    for index in range(1, state["lengths"][seat]):
        cell = bodies[seat, index]
        down, across = row_of(cell, stride) - row, column_of(cell, stride) - column
        if abs(down) + abs(across) < REACH and count < MAX_ACTIVE:
            seen[count] = OWN + place_of(down, across)
            count += 1
    return count


@kernel
def place_of(down: int, across: int) -> int:
    return (down + REACH - 1) * SPAN + across + REACH - 1


@kernel
def can_repeat(state: AnyState, seat: int, move: int) -> bool:
    """Whether a snake can make a legal move twice in a row, without eating.

    Its body has left one cell by then; `is_barred` is called with the body as it is, so it
    skips one more cell.
    """
    way = offset(move, state["stride"])
    head = state["bodies"][seat, 0] + way
    if state["cells"][head + way] == WALL:
        return False
    if not is_barred(state, seat, head + way, 2):
        return True
    return not is_barred(state, seat, head, 1) and not is_barred(state, seat, head + 2 * way, 3)


@kernel
def q_value(weights: Array, seen: Any, count: int) -> float:
    """The sum of the weights of the active indicators."""
    total = 0.0
    for index in range(count):
        total += weights[seen[index]]
    return total


@kernel
def choose_linear(weights: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  deterministic
    """The legal move with the highest Q-value."""
    seen = np.empty(MAX_ACTIVE, np.int32)
    best, most = NO_MOVE, -np.inf
    for move in ORDER:
        if accepts(observation, seat, move):
            count = see(observation, seat, move, seen)
            value = q_value(weights["indicators"], seen, count)
            if value >= most:
                best, most = move, value
    return best


def linear_policy(weights: NDArray[Any]) -> Any:
    """Greedy policy by weights of the indicators, as a kernel."""
    learned = np.zeros(1, WEIGHTS)
    learned["indicators"] = weights
    return functools.partial(choose_linear, learned[0])
