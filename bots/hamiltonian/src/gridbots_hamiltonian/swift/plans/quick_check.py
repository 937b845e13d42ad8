"""Quick safety check: the verdict of `safety` on the body, from counts instead of a walk along it.

Each square belongs to one cell and to one vertex, where the corners of four cells meet; the border
counts as one vertex. A move outward stays at its vertex and crosses an edge to the next cell; a
move inward stays in its cell and passes by an edge to the next vertex. So the present edges connect
the cells of the body, and the absent ones its vertices; and a connected graph has no circle exactly
if it has one edge fewer than nodes. Absent edges cut cells off exactly if they have a circle, which
stands between these and the rest.

Plans are made by this; whether one is followed is decided by `safety` alone.
"""

from __future__ import annotations

from typing import Any

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.plans.lanes import SIDES
from gridbots_hamiltonian.swift.plans.safety import CIRCLE, CUT_OFF, SAFE

Record = Any
"""A memory with lanes, or a room."""


@kernel
def quick_verdict(memory: Record, room: Record) -> int:
    """What `verdict` says; if cells are cut off, they are those that are not marked as joined."""
    oldest, edges = room["oldest"], memory["edges"] + 1
    room["check"] += 1
    cells = count_since(room["latest"][: memory["squares"] // SIDES], oldest)
    if count_since(room["crossed"][1:edges], oldest) >= cells:
        return CIRCLE
    vertices = count_since(room["visited"][: memory["vertices"] + 1], oldest)
    if count_since(room["passed"][1:edges], oldest) < vertices:
        return SAFE
    mark_joined(memory, room)
    return CUT_OFF


@kernel
def count_since(numbers: Any, oldest: int) -> int:
    """How many of these numbers of steps are those of the body."""
    count = 0
    for number in numbers:
        count += number >= oldest
    return count


@kernel
def mark_joined(memory: Record, room: Record) -> None:
    """Mark the cells that hang together with the body, by the number of the check."""
    passed, oldest, check = room["passed"], room["oldest"], room["check"]
    joined, cells, beyond, side = room["joined"], room["cells"], memory["beyond"], memory["side"]
    joined[memory["squares"] // SIDES] = check  # The border is no cell to be reached.
    cells[0] = memory["cell"][room["trail"][room["newest"]]]
    joined[cells[0]] = check
    at, count = 0, 1
    while at < count:
        here = cells[at]
        at += 1
        for way in range(SIDES):
            there = beyond[here, way]
            if joined[there] != check and passed[side[here, way]] < oldest:
                joined[there] = check
                cells[count] = there
                count += 1
