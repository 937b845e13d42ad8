"""Features of the CS221 paper's agents for Light Riders, as in its program.

All features are for one rider: the program never evaluates a position from both sides. A cell is
open for a rider if it is empty or under its own head. Nothing is counted beyond FARTHEST steps.

Each of the four directions has a lane of open cells from the head, and two side lanes. These begin
beside a cell of the lane, the probe: one step to the side, whatever is there, then the open cells
in the direction of the lane are counted. Of all permitted probes, the first one with the greatest
total length of the side lanes counts. If none of the three lanes is empty, the direction has the
value 8 for each cell of the lane and 5 for each cell of the side lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import DOWN, LEFT, RIGHT, UP, apart, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State

FARTHEST: Final = 15
AHEAD: Final = 8
ASIDE: Final = 5
"""Value of a cell of a lane, and of a cell of a side lane."""
SEARCH_ORDER: Final = (DOWN, UP, RIGHT, LEFT)
"""Order of neighbours in the search for a bottleneck."""


@kernel
def far_lanes(state: State, seat: int) -> int:
    """Total value of all directions, with probes in the far half of a lane."""
    total = 0
    for direction in range(4):
        length = lane(state, seat, state["riders"][seat], direction)
        total += lane_worth(state, seat, direction, length, length // 2, length)
    return total


@kernel
def near_lanes(state: State, seat: int) -> int:
    """The same with probes in the near half, from the first cell on."""
    total = 0
    for direction in range(4):
        length = lane(state, seat, state["riders"][seat], direction)
        total += lane_worth(state, seat, direction, length, 1, length // 2)
    return total


@kernel
def best_lane(state: State, seat: int) -> int:
    """Value of the best direction, with probes in the near half."""
    best = 0
    for direction in range(4):
        length = lane(state, seat, state["riders"][seat], direction)
        best = max(best, lane_worth(state, seat, direction, length, 1, length // 2))
    return best


@kernel
def lane(state: State, seat: int, start: int, direction: int) -> int:
    """Number of open cells in this direction from a cell."""
    step, length = offset(direction, state["stride"]), 0
    while length < FARTHEST and is_open(state, seat, start + (length + 1) * step):
        length += 1
    return length


@kernel
def is_open(state: State, seat: int, cell: int) -> bool:
    return bool(state["cells"][cell] == EMPTY or cell == state["riders"][seat])


@kernel
def lane_worth(  # noqa: PLR0913, PLR0917  a lane and its probes
    state: State, seat: int, direction: int, length: int, first: int, end: int
) -> int:
    """Value of a direction with a lane of this length, with probes from first to end - 1."""
    here, step = state["riders"][seat], offset(direction, state["stride"])
    side = offset((direction + 1) & 3, state["stride"])
    right = left = 0
    for probe in range(first, end):
        one = lane(state, seat, here + probe * step + side, direction)
        other = lane(state, seat, here + probe * step - side, direction)
        if one + other > right + left:
            right, left = one, other
    if length == 0 or right == 0 or left == 0:
        return 0
    return AHEAD * length + ASIDE * (right + left)


@kernel
def nearness(state: State, seat: int) -> float:
    """1 / steps to the head of the next rider, on an empty board."""
    riders = state["riders"]
    other = (seat + 1) % state["seats"]
    return 1.0 / max(1, apart(riders[seat], riders[other], state["stride"]))


@kernel
def bottleneck_nearness(state: State, seat: int) -> float:
    """1 / steps to the next rider's bottleneck, on an empty board."""
    there = bottleneck(state, (seat + 1) % state["seats"])
    return 1.0 / max(1, apart(state["riders"][seat], there, state["stride"]))


@kernel
def bottleneck(state: State, seat: int) -> int:
    """The last cell visited before a breadth-first search from a rider has only one cell left.

    The head is not marked as visited, so its first neighbour leads back to it. If there is never
    just one cell left, the last reachable cell.
    """
    cells, start = state["cells"], state["riders"][seat]
    seen, queue = np.zeros(len(cells), np.uint8), np.empty(len(cells) + 1, np.int64)
    queue[0] = start
    begin, end, here = 0, 1, start
    while begin < end:
        here = queue[begin]
        begin += 1
        for direction in SEARCH_ORDER:
            there = here + offset(direction, state["stride"])
            if seen[there] == 0 and is_open(state, seat, there):
                seen[there] = 1
                queue[end] = there
                end += 1
        if end - begin == 1:
            break
    return here  # type: ignore[no-any-return]
