"""Cell solvers: right-hand driving in two-by-two cells, with look-ahead; cell and its relatives.

Each move is planned anew: find the cheapest path to the apple by the moves of the tree (see
`cells`), make it in thought, and if it would shut off some free square, go towards the nearest of
these squares first.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.grid import CAPACITIES, NO_MOVE
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cells import TRAIL, direction_to, remember_body
from gridbots_hamiltonian.tree_paths import (
    ROOM,
    forget,
    imagine,
    nearest_shut_off,
    search,
    shuts_off,
    trace,
)

Record = Any
"""An observation of Snake, a memory, or a room."""

FOLLOW: Final = 0
"""Look ahead to the apple, with the tail drawn in on the way."""
KEEP: Final = 1
"""Look ahead to the apple, the tail left where it is."""
NEEDLESS: Final = -1
"""In place of a detour."""
ONE_STEP: Final = 2
"""Look ahead one step, the tail left where it is."""

MEMORY: Final = np.dtype(
    [
        # What a move costs on top of a step:
        ("inside_cost", "i4"),  # within a cell
        ("new_cost", "i4"),  # into a cell without body
        ("parent_cost", "i4"),  # into the parent of the cell
        ("planned", "i4"),  # squares left of the plan
        *TRAIL,
        ("plan", "i2", (max(CAPACITIES),)),  # squares to go to, the next one last
        ("lookahead", "u1"),  # FOLLOW, KEEP or ONE_STEP
        ("keeps_plans", "u1"),  # 1: a plan is carried out before the next one is made
    ]
)


def policy(**options: int) -> Remembering:
    """Policy of a cell solver, by options that are fields of its memory; those not named are 0."""
    opening = np.zeros(1, MEMORY)
    for name, value in options.items():
        opening[name] = value
    return Remembering(choose, opening)


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The move of a solver, by the options in its memory.

    Raises:
        ValueError: a side of the board is odd.
    """
    if not remember_body(observation, memory):
        memory["planned"] = 0
    if memory["keeps_plans"] != 0 and memory["planned"] > 0:
        there = next_planned(memory)
    else:
        there = decide(observation, memory, np.empty(1, ROOM))
    move = direction_to(observation["head"], there, observation["stride"])
    if there != 0 and is_open(observation, move):
        return move
    memory["planned"] = 0
    return any_open(observation)


@kernel
def any_open(observation: Record) -> int:
    """Fallback: the first move that is survived, for a body that has not kept to the right."""
    for move in range(4):
        if is_open(observation, move):
            return move
    return NO_MOVE


@kernel
def next_planned(memory: Record) -> int:
    """The next square of the plan; 0 if there is none."""
    if memory["planned"] == 0:
        return 0
    memory["planned"] -= 1
    return int(memory["plan"][memory["planned"]])


@kernel
def decide(observation: Record, memory: Record, rooms: Any) -> int:
    """Plan, and the square to go to; 0 if the moves of the tree lead nowhere.

    The room to work in comes in an array: a record alone would not keep it in memory.
    """
    room, head, apple, steps = rooms[0], observation["head"], observation["apple"], 0
    if search(observation, memory, room):
        steps = trace(room, head, apple)
    elif memory["planned"] > 0:
        return next_planned(memory)
    detour = detour_from(observation, memory, room, steps)
    if detour > 0:
        memory["planned"] = 0
        return int(room["path"][trace(room, head, detour) - 1])
    # An earlier plan is better than one that shuts off squares, for the tail opens ways meanwhile.
    if steps > 0 and (detour == NEEDLESS or memory["planned"] == 0):
        keep_plan(memory, room, steps)
    return next_planned(memory)


@kernel
def keep_plan(memory: Record, room: Record, steps: int) -> None:
    for step in range(steps):
        memory["plan"][step] = room["path"][step]
    memory["planned"] = steps


@kernel
def detour_from(observation: Record, memory: Record, room: Record, steps: int) -> int:
    """The nearest square that the path would shut off; 0: it is not near; NEEDLESS: there is none.

    With no path, `steps` being 0, as if the head leapt onto the apple.
    """
    if steps == 0:
        room["path"][0] = observation["apple"]
    known, oldest = max(steps, 1), memory["oldest"]
    made = 1 if memory["lookahead"] == ONE_STEP else known
    if memory["lookahead"] == FOLLOW:
        oldest += known - 1  # The tail follows with every step but the one onto the apple.
    imagine(memory, room, known, made)
    detour = NEEDLESS
    if shuts_off(observation, memory, room, oldest, room["path"][known - made]):
        detour = nearest_shut_off(observation, memory, room, oldest)
    forget(memory, room, known, made)
    return int(detour)
