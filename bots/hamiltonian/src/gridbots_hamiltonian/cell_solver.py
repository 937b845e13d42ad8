"""Cell solvers: right-hand driving in two-by-two cells, with look-ahead.

Before each move the solver finds the cheapest path to the apple by the moves of the tree (see
`cells`) and simulates it. If the path would cut off free squares, the solver goes to the nearest of
them first.
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
    WORK,
    cuts_off,
    nearest_cut_off,
    search,
    simulate,
    trace,
    undo,
)

Record = Any
"""An observation of Snake, a memory, or a workspace."""

FOLLOW: Final = 0
"""Look ahead to the apple; the tail follows."""
KEEP: Final = 1
"""Look ahead to the apple; the tail stays where it is."""
NO_DETOUR: Final = -1
"""Result of `detour_from` if the path cuts off no square."""
ONE_STEP: Final = 2
"""Look ahead one step; the tail stays where it is."""

MEMORY: Final = np.dtype(
    [
        # Costs of a move on top of the cost of a step:
        ("inside_cost", "i4"),  # within a cell
        ("new_cost", "i4"),  # into a cell without body
        ("parent_cost", "i4"),  # into the parent of the cell
        ("planned", "i4"),  # squares left of the plan
        *TRAIL,
        ("plan", "i2", (max(CAPACITIES),)),  # squares to go to, the next one last
        ("lookahead", "u1"),  # FOLLOW, KEEP or ONE_STEP
        ("keeps_plans", "u1"),  # 1: finish a plan before making the next one
    ]
)


def policy(**options: int) -> Remembering:
    """Policy of a cell solver. Options are fields of its memory and default to 0."""
    opening = np.zeros(1, MEMORY)
    for name, value in options.items():
        opening[name] = value
    return Remembering(choose, opening)


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The move of a solver with the options in its memory.

    Raises:
        ValueError: a side of the board is odd.
    """
    if not remember_body(observation, memory):
        memory["planned"] = 0
    if memory["keeps_plans"] != 0 and memory["planned"] > 0:
        there = next_planned(memory)
    else:
        there = decide(observation, memory, np.empty(1, WORK))
    move = direction_to(observation["head"], there, observation["stride"])
    if there != 0 and is_open(observation, move):
        return move
    memory["planned"] = 0
    return any_open(observation)


@kernel
def any_open(observation: Record) -> int:
    """Fallback for a body that has not kept to the right: the first move that survives."""
    for move in range(4):
        if is_open(observation, move):
            return move
    return NO_MOVE


@kernel
def next_planned(memory: Record) -> int:
    """The next square of the plan; 0 if the plan is finished."""
    if memory["planned"] == 0:
        return 0
    memory["planned"] -= 1
    return int(memory["plan"][memory["planned"]])


@kernel
def decide(observation: Record, memory: Record, works: Any) -> int:
    """Make a plan and return the square to go to; 0 if the moves of the tree lead nowhere.

    The workspace is passed in an array, which keeps it alive; a record alone would not.
    """
    work, head, apple, steps = works[0], observation["head"], observation["apple"], 0
    if search(observation, memory, work):
        steps = trace(work, head, apple)
    elif memory["planned"] > 0:
        return next_planned(memory)
    detour = detour_from(observation, memory, work, steps)
    if detour > 0:
        memory["planned"] = 0
        return int(work["path"][trace(work, head, detour) - 1])
    # An earlier plan is better than one that cuts off squares: the moving tail opens new ways.
    if steps > 0 and (detour == NO_DETOUR or memory["planned"] == 0):
        keep_plan(memory, work, steps)
    return next_planned(memory)


@kernel
def keep_plan(memory: Record, work: Record, steps: int) -> None:
    for step in range(steps):
        memory["plan"][step] = work["path"][step]
    memory["planned"] = steps


@kernel
def detour_from(observation: Record, memory: Record, work: Record, steps: int) -> int:
    """The nearest square that the path would cut off.

    0 if no path to such a square is known, NO_DETOUR if the path cuts off no square. Without a path
    (`steps` is 0), the head is assumed to jump onto the apple.
    """
    if steps == 0:
        work["path"][0] = observation["apple"]
    known, oldest = max(steps, 1), memory["oldest"]
    made = 1 if memory["lookahead"] == ONE_STEP else known
    if memory["lookahead"] == FOLLOW:
        oldest += known - 1  # The tail follows with every step but the one onto the apple.
    simulate(memory, work, known, made)
    detour = NO_DETOUR
    if cuts_off(observation, memory, work, oldest, work["path"][known - made]):
        detour = nearest_cut_off(observation, memory, work, oldest)
    undo(memory, work, known, made)
    return int(detour)
