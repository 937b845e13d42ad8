"""Voronoi territories on padded boards: the cells that each head is nearest to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.space.workspace import INDICES

if TYPE_CHECKING:
    from gridbots.space.workspace import Array, Record

BLOCKED: Final = -1
"""In place of a set of heads: the cell is not free."""


@kernel
def spread(cells: Array, heads: Array, count: int, stride: int, work: Record) -> int:
    """Voronoi partition, by breadth-first search from all heads at once.

    Fills nearest, waves, queue and counts in `work`. `heads[:count]` are the cells of the heads,
    -1 for one that is out; heads themselves are not counted and never reached. A cell that several
    heads reach at the same time is nearest to all.

    Pass slices (`cells[:]`) of arrays in records: slices of any length have one type, so that this
    kernel is compiled once for all callers.

    Returns:
        The set of heads, a bit each, whose territory touches another's.
    """
    nearest, waves, queue = work["nearest"], work["waves"], work["queue"]
    counts, steps = work["counts"], work["steps"]
    _clear(cells, stride, work)
    end = 0
    for head in range(count):
        if heads[head] >= 0:
            queue[end] = heads[head]
            nearest[heads[head]] = 1 << head
            waves[heads[head]] = 0
            end += 1
    met = 0
    first_step = end
    begin = 0
    while begin < end:
        here = queue[begin]
        mine, wave = nearest[here], waves[here] + 1
        if begin >= first_step:
            counts[mine] += 1
        begin += 1
        for direction in range(4):
            there = (here + steps[direction]) & INDICES
            theirs = nearest[there]
            if theirs == 0:
                nearest[there] = mine
                waves[there] = wave
                queue[end] = there
                end += 1
            # Nearly all are of the same territory, so that is asked first.
            elif theirs != mine and theirs > 0 and cells[there] == 0:
                met |= theirs | mine
                if waves[there] == wave:
                    nearest[there] = theirs | mine
    return met


@kernel
def _clear(cells: Array, stride: int, work: Record) -> None:
    nearest, counts, steps, first = work["nearest"], work["counts"], work["steps"], work["first"]
    for index in range(len(cells)):
        nearest[index] = BLOCKED if cells[index] != 0 else 0
    for heads in range(len(counts)):
        counts[heads] = 0
    for direction in range(3, -1, -1):
        steps[direction] = offset(direction, stride)
        for others in range(1 << direction, len(first), 2 << direction):
            first[others] = steps[direction]
