"""Greedy completion of a path: on to a dead end, along the walls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.grid import NO_MOVE, offset
from gridbots.kernel import kernel
from gridbots.search.longest_path.path_record import BLOCKED, bound, note

if TYPE_CHECKING:
    from gridbots.space import Array, Record


@kernel
def complete(search: Record, cells: Array) -> None:
    """Greedy completion: continue to a dead end, update the incumbent, and undo the steps."""
    start, begin = search["head"][0], search["depth"]
    length = begin
    direction = best_step(search, cells)
    while direction != NO_MOVE:
        search["path"][length] = direction
        length += 1
        search["head"][0] += offset(direction, search["stride"])
        cells[search["head"][0]] = BLOCKED
        direction = best_step(search, cells)
    note(search, length)
    while length > begin:
        length -= 1
        cells[search["head"][0]] = 0
        search["head"][0] -= offset(search["path"][length], search["stride"])
    search["head"][0] = start


@kernel
def best_step(search: Record, cells: Array) -> int:
    """Greedy choice: the direction with most free space, then with fewest free neighbours.

    Free space is measured only if a step could divide it; NO_MOVE in a dead end.
    """
    here, stride = search["head"][0], search["stride"]
    divides = False
    for direction in range(4):
        there = here + offset(direction, stride)
        if cells[there] == 0 and may_divide(cells, there, stride):
            divides = True
    best, best_value = NO_MOVE, -1
    for direction in range(4):
        there = here + offset(direction, stride)
        if cells[there] == 0:
            value = 4 - free_neighbours(cells, there, stride)
            if divides:
                value += 8 * space_behind(search, cells, there)
            if value > best_value:
                best, best_value = direction, value
    return best


@kernel
def space_behind(search: Record, cells: Array, there: int) -> int:
    """Upper bound of the paths from a free cell."""
    here = search["head"][0]
    search["head"][0] = there
    cells[there] = BLOCKED
    steps = bound(search, cells)
    cells[there] = 0
    search["head"][0] = here
    return steps


@kernel
def free_neighbours(cells: Array, here: int, stride: int) -> int:
    free = 0
    for direction in range(4):
        free += cells[here + offset(direction, stride)] == 0
    return free


@kernel
def may_divide(cells: Array, here: int, stride: int) -> bool:
    """Local articulation test: whether blocking a cell could divide the free cells around it.

    It could if its free neighbours lie in more than one piece on the ring of these eight.
    """
    pieces = 0
    for direction in range(4):
        side, next_side = offset(direction, stride), offset((direction + 1) & 3, stride)
        if cells[here + side] == 0 and (
            cells[here + side + next_side] != 0 or cells[here + next_side] != 0
        ):
            pieces += 1
    return pieces > 1
