"""Path search in the tree of cells, in a body that goes on moving.

After k steps the tail has left the squares of the first k steps of the body. So a square is free
for a path that comes there late enough: if its stamp is at most `oldest` - 2 + k when it is entered
by the k-th step, for the square of the tail must be free before the step is made. In the same way
a cell counts as without body when the body has left it, or even when it will have done so by a
`horizon`, for nobody asks for safety before the apple; and the lane beside one that the body has
come by can be taken as long as that part of the body is there.

This finds paths that are likely to be safe; whether one is, is judged afterwards and exactly.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.settings import LARGEST
from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import draw, happens
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.trail import add_step

Record = Any
"""A memory with lanes, or a room."""

STEP: Final = 10
"""Cost of a step; what else a move costs comes on top of it."""
INSIDE: Final = 5
"""Of a move within the cell."""
SHUTTING: Final = 5
"""More for such a move, if it shuts the edge to a cell without body: that is easily cut off."""
NEW: Final = 24
"""Of a move into a cell without body: it is better to go home."""
PULL: Final = 20
"""Of a row or column to the goal, for the heuristic. It is twice what a step costs (weighted A*):
the paths are about as short, and found sooner."""
VARIED: Final = 60
"""Percent of the searches of candidates with other costs than these."""
FAR: Final = 1 << 30
BUCKETS: Final = 256
"""More than a move can add to what a path is due at; a power of 2."""
NOISES: Final = 4096
"""Different noises, all taken from one array."""
NONE: Final = -1
STRAY: Final = -1
"""In place of a goal: the nearest square in a cell that the last verdict found to be cut off."""

_SQUARES: Final = (max(CAPACITIES),)
_ENTRIES: Final = (2 * max(CAPACITIES),)
"""Two moves lead into each square."""

SEARCH: Final = [
    ("inside_cost", "i4"),
    ("new_cost", "i4"),
    ("shutting_cost", "i4"),
    ("shift", "i4"),  # where the noise of this search begins
    ("mask", "i4"),  # its bits that count; 0: no noise
    ("horizon", "i4"),  # a cell counts as without body if its latest step is not beyond this
    ("toll", "i2", _SQUARES),  # what the move inward costs more, by the square that it leaves
    ("due", "i4", _SQUARES),  # cost of a path from the head to a square, with the heuristic
    ("steps", "i2", _SQUARES),  # its steps as far as the square
    ("previous", "i2", _SQUARES),  # the square before on it
    ("first", "i2", (BUCKETS,)),  # the last entry that is due at a cost, by its remainder
    ("following", "i2", _ENTRIES),  # the entry before it at the same cost
    ("entry", "i2", _ENTRIES),  # its square
    ("by_row", "i4", (LARGEST,)),  # the heuristic: cost of the way to the row of the goal
    ("by_column", "i4", (LARGEST,)),  # and to its column
    ("stray", "i2"),  # the square that was found in place of a goal, or NOWHERE
    ("path", "i2", _SQUARES),
]
"""Fields of a room to search in."""

NOISE: Final = [("noise", "i1", _ENTRIES)]
"""A field of a memory: 7 random bits for each of so many."""


@kernel
def search(memory: Record, room: Record, apple: int, goal: int) -> None:  # noqa: C901, PLR0912, PLR0915  one loop
    """Weighted A* search: a cheap path from the head to the goal, none of them through the apple.

    A move that costs less than the heuristic falls by it costs nothing, so that no square is due
    before the one that it is reached from.

    Without a goal, NOWHERE, the cheapest paths to all squares; for STRAY, the cheapest path to any
    square in a cell that is cut off. A square that was not reached is due FAR away.
    """
    inside, exits, across = memory["inside"], room["exit"], memory["across"]
    cell, row, column, edge = memory["cell"], memory["row"], memory["column"], memory["edge"]
    stamp, latest, crossed = room["stamp"], room["latest"], room["crossed"]
    noise, shift, mask = memory["noise"], room["shift"], room["mask"]
    toll, horizon = room["toll"], room["horizon"]
    inside_cost, new_cost = STEP + room["inside_cost"], STEP + room["new_cost"]
    shutting_cost = room["shutting_cost"]
    joined, check, seeks_any = room["joined"], room["check"], goal == STRAY
    room["stray"] = NOWHERE
    previous, following = room["previous"], room["following"]
    due, steps, first, entry = room["due"], room["steps"], room["first"], room["entry"]
    by_row, by_column = room["by_row"], room["by_column"]
    aim(memory, room, goal)
    head, before = room["trail"][room["newest"]], room["oldest"] - 2
    cost = by_row[row[head]] + by_column[column[head]]
    begin_search(room, memory["span"], head, cost)
    taken, count = 0, 1
    while taken < count:
        while first[cost & (BUCKETS - 1)] == NONE:
            cost += 1
        at = first[cost & (BUCKETS - 1)]
        first[cost & (BUCKETS - 1)] = following[at]
        taken += 1
        here = np.uint16(entry[at])
        if due[here] != cost:
            continue  # A cheaper path to it was found meanwhile.
        if here == goal:
            return
        if here == apple:
            continue
        if seeks_any and joined[cell[here]] != check and here != head:
            room["stray"] = here
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
def aim(memory: Record, room: Record, goal: int) -> None:
    """Fill in the heuristic: of the squares 2k and 2k + 1 one leaves the other within a cell."""
    by_row, by_column = room["by_row"], room["by_column"]
    row, column = int(memory["row"][goal]), int(memory["column"][goal])
    is_goal = goal > NOWHERE
    pull, inside_cost = (PULL, room["inside_cost"]) if is_goal else (0, 0)
    for at in range(LARGEST):
        by_row[at] = pull * abs(at - row) + inside_cost * abs((at + 1) // 2 - (row + 1) // 2)
        by_column[at] = pull * abs(at - column) + inside_cost * abs(
            (at + 1) // 2 - (column + 1) // 2
        )


@kernel
def begin_search(room: Record, span: int, head: int, cost: int) -> None:
    """Reset the search: only the head is reached."""
    due, first = room["due"], room["first"]
    for square in range(span):
        due[square] = FAR
    for bucket in range(BUCKETS):
        first[bucket] = NONE
    due[head] = cost
    room["steps"][head] = 0
    room["entry"][0] = head
    room["following"][0] = NONE
    first[cost & (BUCKETS - 1)] = 0


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


@kernel
def calm_costs(room: Record) -> None:
    """The usual costs, without noise."""
    room["inside_cost"] = INSIDE
    room["new_cost"] = NEW
    room["shutting_cost"] = SHUTTING
    room["mask"] = 0
    room["shift"] = 0


@kernel
def vary_costs(memory: Record, room: Record) -> None:
    """Noise, and often other costs."""
    calm_costs(room)
    if happens(memory, VARIED):
        room["inside_cost"] = draw(memory, 2 * INSIDE + 1)
        room["new_cost"] = draw(memory, 5 * STEP + 1)
        room["shutting_cost"] = draw(memory, 2 * SHUTTING + 1)
    room["mask"] = 7 if draw(memory, 2) == 0 else 15
    room["shift"] = draw(memory, NOISES)


@kernel
def make_noise(memory: Record) -> None:
    for index in range(len(memory["noise"])):
        memory["noise"][index] = draw(memory, 128)
