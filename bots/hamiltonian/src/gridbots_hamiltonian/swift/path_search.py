"""Cheapest-path search in the tree of cells, in a body that goes on moving.

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

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import draw, happens
from gridbots_hamiltonian.swift.lanes import NOWHERE
from gridbots_hamiltonian.swift.trail import add_step

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
VARIED: Final = 60
"""Percent of the searches with other costs than these, and of those with noise."""
FAR: Final = 1 << 30
BUCKETS: Final = 256
"""More than a move can add to the cost of a path and to its bound together; a power of 2."""
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
    ("due", "i4", _SQUARES),  # least cost of a path from the head through a square to the goal
    ("steps", "i2", _SQUARES),  # its steps as far as the square
    ("previous", "i2", _SQUARES),  # the square before on it
    ("first", "i2", (BUCKETS,)),  # the last entry that is due at a cost, by its remainder
    ("following", "i2", _ENTRIES),  # the entry before it at the same cost
    ("entry", "i2", _ENTRIES),  # its square
    ("stray", "i2"),  # the square that was found in place of a goal, or NOWHERE
    ("path", "i2", _SQUARES),
]
"""Fields of a room to search in."""

NOISE: Final = [("noise", "i1", _ENTRIES)]
"""A field of a memory: 7 random bits for each of so many."""


@kernel
def search(memory: Record, room: Record, apple: int, goal: int) -> None:  # noqa: C901, PLR0912, PLR0915  one loop
    """A* search: the cheapest path from the head to the goal, none of them through the apple.

    Without a goal, NOWHERE, the cheapest paths to all squares; for STRAY, the cheapest path to any
    square in a cell that is cut off. A square that was not reached is due FAR away.
    """
    inside, outside, exits = memory["inside"], memory["outside"], room["exit"]
    cell, row, column = memory["cell"], memory["row"], memory["column"]
    stamp, latest, met = room["stamp"], room["latest"], room["met"]
    noise, shift, mask = memory["noise"], room["shift"], room["mask"]
    toll, horizon = room["toll"], room["horizon"]
    joined, check, seeks_any = room["joined"], room["check"], goal == STRAY
    room["stray"] = NOWHERE
    due, steps, previous = room["due"], room["steps"], room["previous"]
    first, following, entry = room["first"], room["following"], room["entry"]
    pull = 0 if seeks_any or goal == NOWHERE else STEP
    goal_row, goal_column = row[goal], column[goal]
    head = room["trail"][room["newest"]]
    cost = pull * (abs(row[head] - goal_row) + abs(column[head] - goal_column))
    begin_search(room, memory["span"], head, cost)
    count = waiting = 1
    while waiting > 0:
        while first[cost & (BUCKETS - 1)] == NONE:
            cost += 1
        at = first[cost & (BUCKETS - 1)]
        first[cost & (BUCKETS - 1)] = following[at]
        waiting -= 1
        here = entry[at]
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
        limit = room["oldest"] - 2 + arrival
        bound = pull * (abs(row[here] - goal_row) + abs(column[here] - goal_column))
        for way in range(2):
            there = inside[here] if way == 0 else exits[here]
            if stamp[there] > limit:
                continue
            total = cost - bound + STEP
            if way == 0:
                total += room["inside_cost"] + toll[here]
                if latest[cell[outside[here]]] <= max(limit, horizon):
                    total += room["shutting_cost"]
            elif latest[cell[there]] <= max(limit, horizon):
                total += room["new_cost"]
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
    """Other costs, or noise, or both, or neither."""
    calm_costs(room)
    if happens(memory, VARIED):
        room["inside_cost"] = draw(memory, 2 * INSIDE + 1)
        room["new_cost"] = draw(memory, 5 * STEP + 1)
        room["shutting_cost"] = draw(memory, 2 * SHUTTING + 1)
    if happens(memory, VARIED):
        room["mask"] = 7 if draw(memory, 2) == 0 else 15
        room["shift"] = draw(memory, NOISES)


@kernel
def make_noise(memory: Record) -> None:
    for index in range(len(memory["noise"])):
        memory["noise"][index] = draw(memory, 128)
