"""Path search in the tree of cells while the body moves.

After k steps the tail has left the squares of the first k steps of the body. So a path may enter a
square with its k-th step if the stamp of the square is at most `oldest` - 2 + k: the square of the
tail must be free before the step is made. In the same way a cell counts as free of the body when
the body has left it, or even if it will have left it by a `horizon`, because the body need not be
safe before it reaches the apple. The lane beside one that the body used can be taken as long as
that part of the body is there.

The paths found here are likely to be safe; an exact check follows (see `safety`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.state import LARGEST
from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import draw, happens
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.trail import add_step

Record = Any
"""A memory with lanes, or a workspace."""

STEP: Final = 10
"""Cost of a step; the costs below are added to it."""
INSIDE: Final = 5
"""Cost of a move within the cell."""
SHUTTING: Final = 5
"""Extra cost of such a move if it closes the edge to a cell without body, easily cut off then."""
NEW: Final = 24
"""Cost of a move into a cell without body: moves to the parent cell are better."""
PULL: Final = 20
"""Weight of a row or column to the goal in the heuristic. It is twice the cost of a step (weighted
A*): the paths are about as short, and the search is faster."""
VARIED: Final = 60
"""Percent of the searches for candidates that use varied costs."""
FAR: Final = 1 << 30
BUCKETS: Final = 256
"""More than a move can add to the due cost of a path; a power of 2."""
NOISES: Final = 4096
"""Number of different noises, all taken from one array."""
NONE: Final = -1
STRAY: Final = -1
"""A goal: the nearest square in a cell that the last verdict found to be cut off."""

_SQUARES: Final = (max(CAPACITIES),)
_ENTRIES: Final = (2 * max(CAPACITIES),)
"""Two moves lead into each square."""

SEARCH: Final = [
    ("inside_cost", "i4"),
    ("new_cost", "i4"),
    ("shutting_cost", "i4"),
    ("shift", "i4"),  # where the noise of this search begins
    ("mask", "i4"),  # its bits that count; 0: no noise
    ("horizon", "i4"),  # a cell counts as free of the body if its latest step is not beyond this
    ("toll", "i2", _SQUARES),  # extra cost of the move inward, by the square that it leaves
    ("due", "i4", _SQUARES),  # cost of a path from the head to a square, with the heuristic
    ("steps", "i2", _SQUARES),  # its steps as far as the square
    ("previous", "i2", _SQUARES),  # the square before on it
    ("first", "i2", (BUCKETS,)),  # the last entry with a due cost, by its remainder
    ("following", "i2", _ENTRIES),  # the entry before it at the same cost
    ("entry", "i2", _ENTRIES),  # its square
    ("by_row", "i4", (LARGEST,)),  # the heuristic: cost of reaching the row of the goal
    ("by_column", "i4", (LARGEST,)),  # and its column
    ("stray", "i2"),  # the square that was found for the goal STRAY, or NOWHERE
    ("path", "i2", _SQUARES),
]
"""Fields of the workspace for the path search."""

NOISE: Final = [("noise", "i1", _ENTRIES)]
"""A field of a memory: 7 random bits per entry."""


@kernel
def search(memory: Record, work: Record, apple: int, goal: int) -> None:  # noqa: C901, PLR0912, PLR0915  one loop
    """Weighted A* search: find a cheap path from the head to the goal that avoids the apple.

    A move that costs less than it lowers the heuristic counts as free, so no square is due before
    its predecessor.

    With the goal NOWHERE it finds the cheapest paths to all squares, and with STRAY the cheapest
    path to any square in a cell that is cut off. Squares not reached have the due cost FAR.
    """
    inside, exits, across = memory["inside"], work["exit"], memory["across"]
    cell, row, column, edge = memory["cell"], memory["row"], memory["column"], memory["edge"]
    stamp, latest, crossed = work["stamp"], work["latest"], work["crossed"]
    noise, shift, mask = memory["noise"], work["shift"], work["mask"]
    toll, horizon = work["toll"], work["horizon"]
    inside_cost, new_cost = STEP + work["inside_cost"], STEP + work["new_cost"]
    shutting_cost = work["shutting_cost"]
    joined, check, seeks_any = work["joined"], work["check"], goal == STRAY
    work["stray"] = NOWHERE
    previous, following = work["previous"], work["following"]
    due, steps, first, entry = work["due"], work["steps"], work["first"], work["entry"]
    by_row, by_column = work["by_row"], work["by_column"]
    aim(memory, work, goal)
    head, before = work["trail"][work["newest"]], work["oldest"] - 2
    cost = by_row[row[head]] + by_column[column[head]]
    begin_search(work, memory["span"], head, cost)
    taken, count = 0, 1
    while taken < count:
        while first[cost & (BUCKETS - 1)] == NONE:
            cost += 1
        at = first[cost & (BUCKETS - 1)]
        first[cost & (BUCKETS - 1)] = following[at]
        taken += 1
        here = np.uint16(entry[at])
        if due[here] != cost:
            continue  # A cheaper path to it has been found since.
        if here == goal:
            return
        if here == apple:
            continue
        if seeks_any and joined[cell[here]] != check and here != head:
            work["stray"] = here
            return
        arrival = steps[here] + 1
        limit = before + arrival
        so_far = cost - by_row[row[here]] - by_column[column[here]]
        is_new = latest[across[here]] <= max(limit, horizon)
        for way in range(2):
            there = np.uint16(inside[here]) if way == 0 else np.uint16(exits[here])
            if stamp[there] > limit:
                continue
            if way == 0:
                total = so_far + inside_cost + toll[here] + (shutting_cost if is_new else 0)
            elif is_new:
                total = so_far + new_cost
            elif crossed[edge[here]] > limit:
                total = so_far + STEP
            else:
                continue
            total += (noise[there + shift] & mask) + by_row[row[there]] + by_column[column[there]]
            total = max(total, cost)
            if total < due[there]:
                due[there] = total
                steps[there] = arrival
                previous[there] = here
                entry[count] = there
                following[count] = first[total & (BUCKETS - 1)]
                first[total & (BUCKETS - 1)] = count
                count += 1


@kernel
def aim(memory: Record, work: Record, goal: int) -> None:
    """Fill in the heuristic: a step between the squares 2k and 2k + 1 stays within a cell."""
    by_row, by_column = work["by_row"], work["by_column"]
    row, column = int(memory["row"][goal]), int(memory["column"][goal])
    is_goal = goal > NOWHERE
    pull, inside_cost = (PULL, work["inside_cost"]) if is_goal else (0, 0)
    for at in range(LARGEST):
        by_row[at] = pull * abs(at - row) + inside_cost * abs((at + 1) // 2 - (row + 1) // 2)
        by_column[at] = pull * abs(at - column) + inside_cost * abs(
            (at + 1) // 2 - (column + 1) // 2
        )


@kernel
def begin_search(work: Record, span: int, head: int, cost: int) -> None:
    """Reset the search: only the head is reached."""
    due, first = work["due"], work["first"]
    for square in range(span):
        due[square] = FAR
    for bucket in range(BUCKETS):
        first[bucket] = NONE
    due[head] = cost
    work["steps"][head] = 0
    work["entry"][0] = head
    work["following"][0] = NONE
    first[cost & (BUCKETS - 1)] = 0


@kernel
def walk_to(memory: Record, work: Record, goal: int) -> None:
    """Walk the path that was found on the trail; the tail follows."""
    path, count, here = work["path"], work["steps"][goal], goal
    for number in range(count):
        path[number] = here
        here = work["previous"][here]
    for number in range(count):
        add_step(memory, work, path[count - 1 - number])
    work["oldest"] += count


@kernel
def usual_costs(work: Record) -> None:
    """Set the usual costs, without noise."""
    work["inside_cost"] = INSIDE
    work["new_cost"] = NEW
    work["shutting_cost"] = SHUTTING
    work["mask"] = 0
    work["shift"] = 0


@kernel
def vary_costs(memory: Record, work: Record) -> None:
    """Set noise and, often, varied costs."""
    usual_costs(work)
    if happens(memory, VARIED):
        work["inside_cost"] = draw(memory, 2 * INSIDE + 1)
        work["new_cost"] = draw(memory, 5 * STEP + 1)
        work["shutting_cost"] = draw(memory, 2 * SHUTTING + 1)
    work["mask"] = 7 if draw(memory, 2) == 0 else 15
    work["shift"] = draw(memory, NOISES)


@kernel
def make_noise(memory: Record) -> None:
    for index in range(len(memory["noise"])):
        memory["noise"][index] = draw(memory, 128)
