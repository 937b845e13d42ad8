"""Trail: the body as numbered steps, on which a plan is made and undone.

Steps are numbered as the head makes them: those of the body from `oldest`, at the tail, to
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
"""An observation of Snake, a memory with lanes, or a room with a trail."""

_SQUARES: Final = (max(CAPACITIES),)
_CELLS: Final = (MOST_CELLS,)
_EDGES: Final = (2 * MOST_CELLS,)
_STEPS: Final = (4 * RING,)
"""The body, a plan, a sampled plan upon it, and what is being added: each as long as the board."""

TRAIL: Final = [
    ("newest", "i4"),  # number of the head's step
    ("oldest", "i4"),  # number of the tail's step
    ("stamp", "i4", _SQUARES),  # number of the step that last entered a square
    ("latest", "i4", _CELLS),  # number of the step that was last made to a square of a cell
    ("visited", "i4", _CELLS),  # number of the step that was last made to a square at a vertex
    # By edge, number of the step from which it was last:
    ("crossed", "i4", _EDGES),
    ("passed", "i4", _EDGES),  # passed by, within a cell; that of the border counts for nothing
    ("exit", "i2", _SQUARES),  # as `outside`, but NOWHERE where a lane is banned
    ("trail", "i2", _STEPS),  # the square that a step entered, by its number
    # What a step overwrote, by its number:
    ("old_stamp", "i4", _STEPS),
    ("old_latest", "i4", _STEPS),
    ("old_visited", "i4", _STEPS),
    ("old_edge", "i4", _STEPS),
    ("passings", "i4", _STEPS),  # how many edges were passed by up to a step, by its number
]
"""Fields of a room that holds a trail."""


@kernel
def lay_trail(observation: Record, memory: Record, room: Record) -> None:
    """Number the steps of the body from 1."""
    stride, cells, here = observation["stride"], observation["cells"], observation["tail"]
    for square in range((observation["height"] + 2) * stride):
        room["stamp"][square] = NEVER
        room["exit"][square] = memory["outside"][square]
    for cell in range(memory["squares"] // SIDES):
        room["latest"][cell] = NEVER
    for vertex in range(memory["vertices"] + 1):
        room["visited"][vertex] = NEVER
    for edge in range(memory["edges"] + 1):
        room["crossed"][edge] = room["passed"][edge] = NEVER
    room["stamp"][NOWHERE] = ALWAYS
    room["latest"][memory["cell"][NOWHERE]] = ALWAYS
    room["oldest"] = 1
    room["newest"] = 0
    room["trail"][0] = NOWHERE
    room["passings"][0] = 0
    for _ in range(observation["length"] - 1):
        add_step(memory, room, here)
        here += offset(cells[here] - BODY, stride)
    add_step(memory, room, here)


@kernel
def add_step(memory: Record, room: Record, there: int) -> None:
    """The head goes to a square, the tail stays."""
    here, number = room["trail"][room["newest"]], room["newest"] + 1
    cell, vertex = memory["cell"][there], memory["vertex"][there]
    room["old_stamp"][number] = room["stamp"][there]
    room["old_latest"][number] = room["latest"][cell]
    room["stamp"][there] = number
    room["latest"][cell] = number
    room["old_visited"][number] = room["visited"][vertex]
    room["visited"][vertex] = number
    room["trail"][number] = there
    edge, passings = memory["edge"][here], room["passings"][number - 1]
    if memory["outside"][here] == there:
        room["old_edge"][number] = room["crossed"][edge]
        room["crossed"][edge] = number - 1
    else:
        room["old_edge"][number] = room["passed"][edge]
        room["passed"][edge] = number - 1
        passings += edge != 0
    room["passings"][number] = passings
    room["newest"] = number


@kernel
def go_back(memory: Record, room: Record, newest: int, oldest: int) -> None:
    """Undo all steps after `newest`; the tail's was `oldest` then."""
    trail = room["trail"]
    for number in range(room["newest"], newest, -1):
        here, there = trail[number - 1], trail[number]
        room["stamp"][there] = room["old_stamp"][number]
        room["latest"][memory["cell"][there]] = room["old_latest"][number]
        room["visited"][memory["vertex"][there]] = room["old_visited"][number]
        edge = memory["edge"][here]
        if memory["outside"][here] == there:
            room["crossed"][edge] = room["old_edge"][number]
        else:
            room["passed"][edge] = room["old_edge"][number]
    room["newest"] = newest
    room["oldest"] = oldest
