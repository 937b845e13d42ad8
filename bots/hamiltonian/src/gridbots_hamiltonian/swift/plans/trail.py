"""Trail: the body as numbered steps, on which plans are walked and undone.

Steps are numbered as the head makes them: the body has the steps from `oldest`, at the tail, to
`newest`, at the head. A square is under the body if its stamp is at least `oldest`.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.games.snake.rules import BODY
from gridbots.grid import CAPACITIES, offset
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import ALWAYS, NEVER, RING
from gridbots_hamiltonian.swift.plans.lanes import MOST_CELLS, NOWHERE, SIDES

Record = Any
"""An observation of Snake, a memory with lanes, or a workspace with a trail."""

_SQUARES: Final = (max(CAPACITIES),)
_CELLS: Final = (MOST_CELLS,)
_EDGES: Final = (2 * MOST_CELLS,)
_STEPS: Final = (4 * RING,)
"""The body, a plan, a sampled plan after it, and its extension: each as long as the board."""

TRAIL: Final = [
    ("newest", "i4"),  # number of the head's step
    ("oldest", "i4"),  # number of the tail's step
    ("stamp", "i4", _SQUARES),  # number of the step that last entered a square
    ("latest", "i4", _CELLS),  # number of the last step to a square of a cell
    ("visited", "i4", _CELLS),  # number of the last step to a square at a vertex
    # By edge, number of the step before the last one that:
    ("crossed", "i4", _EDGES),
    ("passed", "i4", _EDGES),  # passed it, within a cell; the border does not count
    ("exit", "i2", _SQUARES),  # as `outside`, but NOWHERE where a lane is banned
    ("trail", "i2", _STEPS),  # the square that a step entered, by its number
    # Values that a step overwrote, by its number:
    ("old_stamp", "i4", _STEPS),
    ("old_latest", "i4", _STEPS),
    ("old_visited", "i4", _STEPS),
    ("old_edge", "i4", _STEPS),
    ("passings", "i4", _STEPS),  # number of edges passed up to a step, by its number
]
"""Fields of a workspace that holds a trail."""


@kernel
def lay_trail(observation: Record, memory: Record, work: Record) -> None:
    """Number the steps of the body from 1."""
    stride, cells, here = observation["stride"], observation["cells"], observation["tail"]
    for square in range((observation["height"] + 2) * stride):
        work["stamp"][square] = NEVER
        work["exit"][square] = memory["outside"][square]
    for cell in range(memory["squares"] // SIDES):
        work["latest"][cell] = NEVER
    for vertex in range(memory["vertices"] + 1):
        work["visited"][vertex] = NEVER
    for edge in range(memory["edges"] + 1):
        work["crossed"][edge] = work["passed"][edge] = NEVER
    work["stamp"][NOWHERE] = ALWAYS
    work["latest"][memory["cell"][NOWHERE]] = ALWAYS
    work["oldest"] = 1
    work["newest"] = 0
    work["trail"][0] = NOWHERE
    work["passings"][0] = 0
    for _ in range(observation["length"] - 1):
        add_step(memory, work, here)
        here += offset(cells[here] - BODY, stride)
    add_step(memory, work, here)


@kernel
def add_step(memory: Record, work: Record, there: int) -> None:
    """Move the head to a square; the tail stays."""
    here, number = work["trail"][work["newest"]], work["newest"] + 1
    cell, vertex = memory["cell"][there], memory["vertex"][there]
    work["old_stamp"][number] = work["stamp"][there]
    work["old_latest"][number] = work["latest"][cell]
    work["stamp"][there] = number
    work["latest"][cell] = number
    work["old_visited"][number] = work["visited"][vertex]
    work["visited"][vertex] = number
    work["trail"][number] = there
    edge, passings = memory["edge"][here], work["passings"][number - 1]
    if memory["outside"][here] == there:
        work["old_edge"][number] = work["crossed"][edge]
        work["crossed"][edge] = number - 1
    else:
        work["old_edge"][number] = work["passed"][edge]
        work["passed"][edge] = number - 1
        passings += edge != 0
    work["passings"][number] = passings
    work["newest"] = number


@kernel
def go_back(memory: Record, work: Record, newest: int, oldest: int) -> None:
    """Undo all steps after `newest` and set the tail back to `oldest`."""
    trail = work["trail"]
    for number in range(work["newest"], newest, -1):
        here, there = trail[number - 1], trail[number]
        work["stamp"][there] = work["old_stamp"][number]
        work["latest"][memory["cell"][there]] = work["old_latest"][number]
        work["visited"][memory["vertex"][there]] = work["old_visited"][number]
        edge = memory["edge"][here]
        if memory["outside"][here] == there:
            work["crossed"][edge] = work["old_edge"][number]
        else:
            work["passed"][edge] = work["old_edge"][number]
    work["newest"] = newest
    work["oldest"] = oldest
