"""Path search in the tree of cells, and the squares that a path would cut off."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import NEVER, RING, UNVISITED, find_parents
from gridbots_hamiltonian.heap import pop, push

Record = Any
"""A memory, or a workspace."""

STEP_COST: Final = 1000
"""Cost of every step, without penalties. The bound of a distance uses only this cost."""
FAR: Final = 1 << 30
"""Farther than any square."""

_SQUARES: Final = (max(CAPACITIES),)
_CELLS: Final = (RING // 4,)

WORK: Final = np.dtype(
    [
        ("heap", "i8", (4 * max(CAPACITIES),)),  # open squares, see `heap`
        ("cost", "i4", _SQUARES),  # of the cheapest way from the head; FAR: none known
        ("path", "i2", _SQUARES),  # squares of the path found, the last one first
        ("previous", "i2", _SQUARES),  # the square before on that way
        ("reached", "u1", _SQUARES),  # 1: can be reached from the simulated head
        ("parents", "i2", _CELLS),  # the tree of the simulated body
        ("queue", "i2", _SQUARES),
        ("bound", "i4", _SQUARES),  # least cost from a square to the apple
    ]
)
"""Workspace for planning one move; its content is not reused."""


@kernel
def search(observation: Record, memory: Record, work: Record) -> bool:
    """A* search: find the cheapest path from the head to the apple by the moves of the tree.

    Returns whether the apple was reached. The costs of all squares expanded before it stay in the
    workspace.
    """
    head, apple, oldest = observation["head"], observation["apple"], memory["oldest"]
    stride, cells = observation["stride"], observation["width"] * observation["height"] // 4
    stamp, cell, parents = memory["stamp"], memory["cell"], work["parents"]
    inside, outside = memory["inside"], memory["outside"]
    cost, heap = work["cost"], work["heap"]
    find_parents(memory, oldest, cells, stride, parents)
    begin_search(observation, work)
    dear_inside = STEP_COST + memory["inside_cost"]
    dear_new, dear_parent = STEP_COST + memory["new_cost"], STEP_COST + memory["parent_cost"]
    count = push(heap, 0, work["bound"][head], head)
    while count > 0:
        here = pop(heap, count)
        count -= 1
        if here == apple:
            return True
        so_far = cost[here]
        aside, across = inside[here], outside[here]
        # Up before down before left before right. For squares whose row and column are both even
        # or both odd this means the inward move first, which leads along a column there.
        for turn in range(2):
            is_aside = (abs(aside - here) == stride) == (turn == 0)
            there = aside if is_aside else across
            if stamp[there] >= oldest:
                continue
            if is_aside:
                total = so_far + dear_inside
            elif parents[cell[there]] == UNVISITED:
                total = so_far + dear_new
            elif parents[cell[here]] == cell[there]:
                total = so_far + dear_parent
            else:
                continue
            if total < cost[there]:
                cost[there] = total
                work["previous"][there] = here
                count = push(heap, count, total + work["bound"][there], there)
    return False


@kernel
def begin_search(observation: Record, work: Record) -> None:
    """Reset the search: only the head is reached; the heuristic is the Manhattan distance."""
    stride, apple = observation["stride"], observation["apple"]
    apple_row, apple_column = apple // stride, apple % stride
    square = 0
    for row in range(observation["height"] + 2):
        rows = abs(row - apple_row)
        for column in range(stride):
            work["cost"][square] = FAR
            work["bound"][square] = STEP_COST * (rows + abs(column - apple_column))
            square += 1
    work["cost"][observation["head"]] = 0


@kernel
def trace(work: Record, head: int, target: int) -> int:
    """Backtrace: write the path to a square, last square first, and return its length."""
    steps = 0
    here = target
    while here != head:
        work["path"][steps] = here
        here = work["previous"][here]
        steps += 1
    return steps


@kernel
def simulate(memory: Record, work: Record, steps: int, made: int) -> None:
    """Put the first `made` of the `steps` squares of the path onto the trail."""
    newest = memory["newest"]
    for step in range(made):
        square = work["path"][steps - 1 - step]
        memory["trail"][(newest + 1 + step) & (RING - 1)] = square
        memory["stamp"][square] = newest + 1 + step


@kernel
def undo(memory: Record, work: Record, steps: int, made: int) -> None:
    """Undo `simulate`: take the squares off the trail again."""
    for step in range(made):
        memory["stamp"][work["path"][steps - 1 - step]] = NEVER


@kernel
def cuts_off(observation: Record, memory: Record, work: Record, oldest: int, head: int) -> bool:
    """Whether some free square cannot be reached from a simulated head and tail.

    Sets `reached` to 1 for the squares that can be reached.
    """
    stride, width, height = observation["stride"], observation["width"], observation["height"]
    stamp, cell, parents = memory["stamp"], memory["cell"], work["parents"]
    inside, outside = memory["inside"], memory["outside"]
    reached, queue = work["reached"], work["queue"]
    find_parents(memory, oldest, width * height // 4, stride, parents)
    for square in range((height + 2) * stride):
        reached[square] = 0
    queue[0] = head
    begin, end = 0, 1
    while begin < end:
        here = queue[begin]
        begin += 1
        there = inside[here]
        if stamp[there] < oldest and reached[there] == 0:
            reached[there] = 1
            queue[end] = there
            end += 1
        there = outside[here]
        if stamp[there] < oldest and reached[there] == 0:
            across = cell[there]
            if parents[across] == UNVISITED or parents[cell[here]] == across:
                reached[there] = 1
                queue[end] = there
                end += 1
    free = width * height - (stamp[head] - oldest + 1)
    return bool(end - 1 < free)


@kernel
def nearest_cut_off(observation: Record, memory: Record, work: Record, oldest: int) -> int:
    """The first free square with the least cost that was not reached; 0 if all were reached."""
    stride = observation["stride"]
    nearest, least = 0, FAR
    for square in range(stride + 1, (observation["height"] + 1) * stride):
        cost = work["cost"][square]
        if cost < least and memory["stamp"][square] < oldest and work["reached"][square] == 0:
            nearest, least = square, cost
    return nearest
