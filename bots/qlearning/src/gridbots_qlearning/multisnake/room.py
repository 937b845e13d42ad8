"""Space features: the room that a move leaves around the new head, and for whom, by flood fill."""

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

MOST_ROOM: Final = 160
MOST_LAND: Final = 60
"""Cells are counted up to these."""
THEIRS: Final = 1
MINE: Final = 2


@kernel
def is_bare(state: AnyState, seat: int, cell: int) -> bool:
    """Whether nothing lies on a cell, or only the end of the own tail, which moves on."""
    found = state["cells"][cell]
    if found == EMPTY:
        return True
    return bool(found == SNAKE + seat and not is_barred(state, seat, cell, 1))


@kernel
def around(state: AnyState, seat: int, move: int, head: int, side: int) -> int:
    """The barred cells around a head, a bit each, first those on this side."""
    stride = state["stride"]
    ahead, right = offset(move, stride), side * offset((move + 1) & 3, stride)
    barred = int(not is_bare(state, seat, head + ahead))
    for number in range(3):
        there = head + (1 - number) * ahead
        barred = 2 * barred + int(not is_bare(state, seat, there + right))
        barred = 2 * barred + int(not is_bare(state, seat, there - right))
    return barred


@kernel
def room_needed(state: AnyState, seat: int) -> int:
    """As many cells as a snake of this length should find: more are no better."""
    return min(MOST_ROOM, 2 * state["lengths"][seat] + 12)  # type: ignore[no-any-return]


@kernel
def room_from(state: AnyState, seat: int, head: int, most: int) -> int:
    """Flood fill: how many bare cells can be reached from a new head; `most` at most."""
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
            if seen[there] == 0 and cells[there] != WALL and is_bare(state, seat, there):
                seen[there] = 1
                queue[end] = there
                end += 1
    return min(end - 1, most)


@kernel
def land_from(state: AnyState, seat: int, head: int) -> int:
    """Voronoi territory of a new head: empty cells reached before all others; MOST_LAND at most.

    All heads walk at once, around the snakes as they lie. The others are a step behind, as they
    are yet to move; where two come at the same time it is not ours.
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
    land = -1
    while begin < end and land < MOST_LAND:
        land += owner[queue[begin]] == MINE
        end = widen(cells, owner, queue, begin, end, stride)
        begin += 1
    return max(0, land)


@kernel
def widen(cells: Array, owner: Array, queue: Array, begin: int, end: int, stride: int) -> int:  # noqa: PLR0913, PLR0917  a walk
    """Go on from one cell of the queue to all beside it that are nobody's yet; its new end."""
    here = queue[begin]
    for direction in range(4):
        there = here + offset(direction, stride)
        if owner[there] == 0 and cells[there] == EMPTY:
            owner[there] = owner[here]
            queue[end] = there
            end += 1
    return end
