"""Space features of Multiplayer Snake: free space and territory of a new head, by flood fill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.multisnake.movement import is_barred
from gridbots.games.multisnake.state import EMPTY, SNAKE, WALL
from gridbots.grid import offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Array

MAX_SPACE: Final = 160
MAX_TERRITORY: Final = 60
"""Upper bounds of the counts."""
THEIRS: Final = 1
MINE: Final = 2


@kernel
def is_free(state: AnyState, seat: int, cell: int) -> bool:
    """Whether a cell is empty, or holds the end of the own tail, which moves away."""
    found = state["cells"][cell]
    if found == EMPTY:
        return True
    return bool(found == SNAKE + seat and not is_barred(state, seat, cell, 1))


@kernel
def around(state: AnyState, seat: int, move: int, head: int, side: int) -> int:
    """Bit mask of the blocked cells around a head, those on `side` first."""
    stride = state["stride"]
    ahead, right = offset(move, stride), side * offset((move + 1) & 3, stride)
    blocked = int(not is_free(state, seat, head + ahead))
    for number in range(3):
        there = head + (1 - number) * ahead
        blocked = 2 * blocked + int(not is_free(state, seat, there + right))
        blocked = 2 * blocked + int(not is_free(state, seat, there - right))
    return blocked


@kernel
def space_needed(state: AnyState, seat: int) -> int:
    """The number of free cells that suffices for a snake of this length."""
    return min(MAX_SPACE, 2 * state["lengths"][seat] + 12)  # type: ignore[no-any-return]


@kernel
def free_space(state: AnyState, seat: int, head: int, most: int) -> int:
    """Count the free cells that a new head can reach, up to `most`, by flood fill."""
    cells, stride = state["cells"], state["stride"]
    seen, queue = np.zeros(len(cells), np.uint8), np.empty(most + 4, np.int32)
    seen[head] = 1
    queue[0] = head
    begin, end = 0, 1
    while begin < end <= most:
        here = queue[begin]
        begin += 1
        for direction in range(4):
            there = here + offset(direction, stride)
            if seen[there] == 0 and cells[there] != WALL and is_free(state, seat, there):
                seen[there] = 1
                queue[end] = there
                end += 1
    return min(end - 1, most)


@kernel
def territory_of(state: AnyState, seat: int, head: int) -> int:
    """Voronoi territory of a new head: empty cells reached first, up to MAX_TERRITORY.

    All heads expand at once around the snakes as they are. The others start one step behind,
    since they move next; cells reached at the same time do not count.
    """
    cells, stride = state["cells"], state["stride"]
    owner, queue = np.zeros(len(cells), np.uint8), np.empty(len(cells), np.int32)
    owner[head] = MINE
    begin = end = 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            queue[end] = state["bodies"][other, 0]
            owner[queue[end]] = THEIRS
            end += 1
    for _ in range(end):
        end = widen(cells, owner, queue, begin, end, stride)
        begin += 1
    queue[end] = head
    end += 1
    count = -1
    while begin < end and count < MAX_TERRITORY:
        count += owner[queue[begin]] == MINE
        end = widen(cells, owner, queue, begin, end, stride)
        begin += 1
    return max(0, count)


@kernel
def widen(cells: Array, owner: Array, queue: Array, begin: int, end: int, stride: int) -> int:  # noqa: PLR0913, PLR0917  a breadth-first search
    """Expand a cell of the queue to its unowned neighbours; return the new end."""
    here = queue[begin]
    for direction in range(4):
        there = here + offset(direction, stride)
        if owner[there] == 0 and cells[there] == EMPTY:
            owner[there] = owner[here]
            queue[end] = there
            end += 1
    return end
