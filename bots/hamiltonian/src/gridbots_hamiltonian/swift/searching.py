"""Cheapest paths by the moves of the tree of cells, in a body that goes on moving.

After k steps the tail has left the squares of the first k steps of the body. So a square is free
for a path that comes there late enough: its stamp is at most `oldest` - 2 + k when it is entered
by the k-th step, for the square of the tail must be free before the step is made. In the same way
a cell counts as without body, and the lane beside one that the body came by as taken.

This finds paths that seem right; whether the end of a path is safe is judged afterwards, exactly.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.lanes import NOWHERE
from gridbots_hamiltonian.swift.trail import add_step

Record = Any
"""A memory with lanes, or a room."""

STEP: Final = 10
"""Cost of a step; what else a move costs comes on top of it."""
INSIDE: Final = 5
"""Of a move within the cell."""
SHUTTING: Final = 5
"""More for such a move, if it shuts the edge to a cell without body."""
NEW: Final = 24
"""Of a move into a cell without body: it is better to go home."""
FAR: Final = 1 << 30
BUCKETS: Final = 256
"""More than a move adds at most to the cost of a path and to its bound together; a power of 2."""
NONE: Final = -1

_SQUARES: Final = (max(CAPACITIES),)

SEARCH: Final = [
    ("due", "i4", _SQUARES),  # least cost of a path from the head through a square to the goal
    ("steps", "i2", _SQUARES),  # its steps as far as the square
    ("previous", "i2", _SQUARES),  # the square before on it
    ("inside_cost", "i4"),
    ("new_cost", "i4"),
    ("shut_cost", "i4"),
    ("shift", "i4"),
    ("horizon", "i4"),
    ("toll", "i2", _SQUARES),
    ("mask", "i4"),
    ("first", "i2", (BUCKETS,)),  # the last entry made at a cost, by its remainder
    ("next_entry", "i2", (2 * max(CAPACITIES),)),  # the entry before at the same cost
    ("entry", "i2", (2 * max(CAPACITIES),)),  # its square: two moves lead into each
    ("path", "i2", _SQUARES),
]
"""Fields of a room to search in."""


@kernel
def search(memory: Record, room: Record, apple: int, goal: int) -> bool:  # noqa: C901, PLR0912, PLR0915  one loop
    """The cheapest path from the head to the goal, none of them through the apple: A*.

    Without a goal, NOWHERE, the cheapest paths to all squares. Whether the goal was reached.
    """
    inside, outside, exits = memory["inside"], memory["outside"], room["exit"]
    cell, row, column = memory["cell"], memory["row"], memory["column"]
    stamp, latest, met = room["stamp"], room["latest"], room["met"]
    noise, shift, mask = memory["noise"], room["shift"], room["mask"]
    toll, horizon = room["toll"], room["horizon"]
    inside_cost, new_cost, shut_cost = room["inside_cost"], room["new_cost"], room["shut_cost"]
    due, steps, previous = room["due"], room["steps"], room["previous"]
    first, following, entry = room["first"], room["next_entry"], room["entry"]
    head = room["trail"][room["newest"]]
    pull = STEP if goal != NOWHERE else 0
    goal_row, goal_column = row[goal], column[goal]
    begin_search(room, memory["span"])
    bound = pull * (abs(row[head] - goal_row) + abs(column[head] - goal_column))
    cost = bound
    due[head] = cost
    steps[head] = 0
    entry[0] = head
    following[0] = NONE
    first[cost & (BUCKETS - 1)] = 0
    count = waiting = 1
    while waiting > 0:
        while first[cost & (BUCKETS - 1)] == NONE:
            cost += 1
        at = first[cost & (BUCKETS - 1)]
        first[cost & (BUCKETS - 1)] = following[at]
        waiting -= 1
        here = entry[at]
        if due[here] != cost:
            continue
        if here == goal:
            return True
        if here == apple:
            continue
        arrival = steps[here] + 1
        limit = room["oldest"] - 2 + arrival
        bound = pull * (abs(row[here] - goal_row) + abs(column[here] - goal_column))
        so_far = cost - bound + STEP
        for way in range(2):
            if way == 0:
                there = inside[here]
                if stamp[there] > limit:
                    continue
                total = so_far + inside_cost + toll[here]
                if latest[cell[outside[here]]] <= max(limit, horizon):
                    total += shut_cost
            else:
                there = exits[here]
                if stamp[there] > limit:
                    continue
                total = so_far
                if latest[cell[there]] <= max(limit, horizon):
                    total += new_cost
                elif met[here] <= limit:
                    continue
            total += noise[there + shift] & mask
            total += pull * (abs(row[there] - goal_row) + abs(column[there] - goal_column))
            if total < due[there]:
                due[there] = total
                steps[there] = arrival
                previous[there] = here
                entry[count] = there
                following[count] = first[total & (BUCKETS - 1)]
                first[total & (BUCKETS - 1)] = count
                count += 1
                waiting += 1
    return False


@kernel
def begin_search(room: Record, span: int) -> None:
    """No square has been reached."""
    due, first = room["due"], room["first"]
    for square in range(span):
        due[square] = FAR
    for bucket in range(BUCKETS):
        first[bucket] = NONE


@kernel
def walk_to(memory: Record, room: Record, goal: int) -> None:
    """Walk the path that was found, in thought; the tail follows."""
    path, count, here = room["path"], room["steps"][goal], goal
    for number in range(count):
        path[number] = here
        here = room["previous"][here]
    for number in range(count):
        add_step(memory, room, path[count - 1 - number])
    room["oldest"] += count
