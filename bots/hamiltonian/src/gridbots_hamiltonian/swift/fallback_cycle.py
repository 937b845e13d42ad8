"""Fallback: a whole Hamiltonian cycle to the apple, where no plan is safe."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import draw
from gridbots_hamiltonian.swift.plans.lanes import MOST_CELLS, NOWHERE, SIDES
from gridbots_hamiltonian.swift.plans.safety import mark_body

Record = Any
"""A memory with lanes, or a room."""

TREES: Final = 20
"""Random trees that are tried for the shortest way."""

FALLING: Final = [("branch", "i2", (SIDES * MOST_CELLS,))]
"""A field of a room to fall back in: branches that can be added to a tree, cell * SIDES + side."""


@kernel
def fall_back(memory: Record, room: Record, apple: int) -> None:
    """Make the plan the shortest way to the apple along one of some random cycles of the body.

    There is one, and no longer than the board has squares, if the body is safe: see `safety`. If it
    is not there is no plan.
    """
    memory["planned"] = 0
    least = memory["squares"]
    for _ in range(TREES):
        grow_tree(memory, room)
        steps = steps_on_cycle(memory, room, apple)
        if steps < least:
            least = steps
            write_cycle(memory, room, steps)


@kernel
def onward(memory: Record, room: Record, here: int) -> int:
    """Successor of a square on the cycle round the tree of present edges."""
    across = memory["outside"][here]
    if across != NOWHERE and room["present"][memory["edge"][here]] == room["check"]:
        return int(across)
    return int(memory["inside"][here])


@kernel
def steps_on_cycle(memory: Record, room: Record, apple: int) -> int:
    """From the head to the apple; the number of squares if it is not on the way."""
    here = room["trail"][room["newest"]]
    for steps in range(memory["squares"]):
        if here == apple:
            return steps
        here = onward(memory, room, here)
    return int(memory["squares"])


@kernel
def write_cycle(memory: Record, room: Record, steps: int) -> None:
    here = room["trail"][room["newest"]]
    for step in range(steps):
        here = onward(memory, room, here)
        memory["plan"][step] = here
    memory["planned"] = steps


@kernel
def grow_tree(memory: Record, room: Record) -> None:
    """Grow a random spanning tree: add undecided edges to the present ones."""
    count = 0
    for at in range(mark_body(memory, room)):
        count = add_branches(memory, room, room["cells"][at], count)
    while count > 0:
        chosen = draw(memory, count)
        branch = room["branch"][chosen]
        count -= 1
        room["branch"][chosen] = room["branch"][count]
        here, way = branch // SIDES, branch % SIDES
        there = memory["beyond"][here, way]
        if room["joined"][there] != room["check"]:
            room["joined"][there] = room["check"]
            room["present"][memory["side"][here, way]] = room["check"]
            count = add_branches(memory, room, there, count)


@kernel
def add_branches(memory: Record, room: Record, here: int, count: int) -> int:
    """Add the undecided edges of a cell that lead on to a list; its length."""
    border, check = memory["squares"] // SIDES, room["check"]
    for way in range(SIDES):
        there, edge = memory["beyond"][here, way], memory["side"][here, way]
        if there != border and room["joined"][there] != check and room["absent"][edge] != check:
            room["branch"][count] = here * SIDES + way
            count += 1
    return count
