"""Fallback if no plan is safe: follow a whole Hamiltonian cycle to the apple."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import draw
from gridbots_hamiltonian.swift.plans.lanes import MOST_CELLS, NOWHERE, SIDES
from gridbots_hamiltonian.swift.plans.safety import mark_body

Record = Any
"""A memory with lanes, or a workspace."""

TREES: Final = 20
"""Random trees to try; the one with the shortest path is kept."""

FALLBACK: Final = [("branch", "i2", (SIDES * MOST_CELLS,))]
"""A field of the workspace: branches that can be added to a tree, as cell * SIDES + side."""


@kernel
def fall_back(memory: Record, work: Record, apple: int) -> None:
    """Plan the shortest path to the apple along one of several random cycles through the body.

    If the body is safe, such a path exists and has no more steps than the board has squares (see
    `safety`). If it is not, there is no plan.
    """
    memory["planned"] = 0
    least = memory["squares"]
    for _ in range(TREES):
        grow_tree(memory, work)
        steps = steps_on_cycle(memory, work, apple)
        if steps < least:
            least = steps
            write_cycle(memory, work, steps)


@kernel
def successor(memory: Record, work: Record, here: int) -> int:
    """Successor of a square on the cycle around the tree of present edges."""
    across = memory["outside"][here]
    if across != NOWHERE and work["present"][memory["edge"][here]] == work["check"]:
        return int(across)
    return int(memory["inside"][here])


@kernel
def steps_on_cycle(memory: Record, work: Record, apple: int) -> int:
    """Steps from the head to the apple; the number of squares if the cycle misses it."""
    here = work["trail"][work["newest"]]
    for steps in range(memory["squares"]):
        if here == apple:
            return steps
        here = successor(memory, work, here)
    return int(memory["squares"])


@kernel
def write_cycle(memory: Record, work: Record, steps: int) -> None:
    here = work["trail"][work["newest"]]
    for step in range(steps):
        here = successor(memory, work, here)
        memory["plan"][step] = here
    memory["planned"] = steps


@kernel
def grow_tree(memory: Record, work: Record) -> None:
    """Grow a random spanning tree: add undecided edges to the present ones."""
    count = 0
    for at in range(mark_body(memory, work)):
        count = add_branches(memory, work, work["cells"][at], count)
    while count > 0:
        chosen = draw(memory, count)
        branch = work["branch"][chosen]
        count -= 1
        work["branch"][chosen] = work["branch"][count]
        here, way = branch // SIDES, branch % SIDES
        there = memory["beyond"][here, way]
        if work["joined"][there] != work["check"]:
            work["joined"][there] = work["check"]
            work["present"][memory["side"][here, way]] = work["check"]
            count = add_branches(memory, work, there, count)


@kernel
def add_branches(memory: Record, work: Record, here: int, count: int) -> int:
    """Add the undecided edges of a cell to new cells to a list; return its length."""
    border, check = memory["squares"] // SIDES, work["check"]
    for way in range(SIDES):
        there, edge = memory["beyond"][here, way], memory["side"][here, way]
        if there != border and work["joined"][there] != check and work["absent"][edge] != check:
            work["branch"][count] = here * SIDES + way
            count += 1
    return count
