"""What the state after an apple is worth: how many steps the next apples will cost from there."""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.lanes import NOWHERE, SIDES

Record = Any
"""A memory with lanes, or a room."""

_SQUARES: Final = (max(CAPACITIES),)

MEAN: Final = 0
SPREAD: Final = 1
UNVISITED: Final = 2
ABSENT: Final = 3
PARTS: Final = 4
BLOCKED: Final = 5
AWAY: Final = 6
LONGEST: Final = 7
LATE: Final = 8
FEATURES: Final = 9
TENTHS: Final = 10

JUDGING: Final = [
    ("features", "f4", (FEATURES,)),
    ("view", "i4"),  # number of the last look around
    ("seen", "i4", _SQUARES),  # number of the look around that reached a square
    ("queue", "i2", _SQUARES),
    ("reach", "i2", _SQUARES),  # steps to a square in the queue, by its place
]


@kernel
def look_around(memory: Record, room: Record) -> int:
    """Steps from the head to all free squares: how many squares there are, and sums."""
    inside, outside, cell = memory["inside"], memory["outside"], memory["cell"]
    rows, columns = memory["row"], memory["column"]
    stamp, latest, met = room["stamp"], room["latest"], room["met"]
    seen, queue, reach = room["seen"], room["queue"], room["reach"]
    room["view"] += 1
    view, early = room["view"], room["oldest"] - 1
    head = room["trail"][room["newest"]]
    head_row, head_column = rows[head], columns[head]
    queue[0] = head
    seen[head] = view
    reach[0] = 0
    at, count = 0, 1
    total = squares = free = blocked = away = late = longest = 0
    oldest = room["oldest"]
    while at < count:
        here = queue[at]
        steps = reach[at]
        at += 1
        limit = early + steps
        there = inside[here]
        across = outside[here]
        if stamp[here] < oldest:
            total += steps
            squares += steps * steps
            free += 1
            blocked += (oldest <= stamp[there]) + (oldest <= stamp[across] < (1 << 30))
            apart = abs(rows[here] - head_row) + abs(columns[here] - head_column)
            away += apart
            late += steps > apart + 6
            longest = steps
        if stamp[there] <= limit and seen[there] != view:
            seen[there] = view
            queue[count] = there
            reach[count] = steps + 1
            count += 1
        there = across
        if stamp[there] <= limit and seen[there] != view:
            if latest[cell[there]] <= limit or met[here] > limit:
                seen[there] = view
                queue[count] = there
                reach[count] = steps + 1
                count += 1
    features = room["features"]
    features[:] = 0.0
    if free > 0:
        features[MEAN] = total / free
        features[SPREAD] = (max(0.0, squares / free - (total / free) ** 2)) ** 0.5
        features[AWAY] = away / free
        features[LATE] = late
        features[BLOCKED] = blocked
        features[LONGEST] = longest
    return free


@kernel
def count_features(memory: Record, room: Record) -> None:
    """After a verdict on the state: its marks are used."""
    features = room["features"]
    last = memory["squares"] // SIDES
    check, joined, cells = room["check"], room["joined"], room["cells"]
    beyond, latest = memory["beyond"], room["latest"]
    oldest = room["oldest"]
    unvisited = parts = 0
    mark = -check
    joined[last] = mark
    for first in range(last):
        if latest[first] >= oldest:
            continue
        unvisited += 1
        if joined[first] == mark:
            continue
        parts += 1
        joined[first] = mark
        cells[0] = first
        at, count = 0, 1
        while at < count:
            here = cells[at]
            at += 1
            for way in range(SIDES):
                there = beyond[here, way]
                if joined[there] != mark and latest[there] < oldest:
                    joined[there] = mark
                    cells[count] = there
                    count += 1
    features[UNVISITED] = unvisited
    features[PARTS] = parts
    features[ABSENT] = room["absences"]


@kernel
def worth(memory: Record, room: Record) -> float:
    every = memory["squares"] - (room["newest"] - room["oldest"] + 1)
    if every == 0:
        return 0.0
    look_around(memory, room)
    features = room["features"]
    if memory["learned"] == 0:
        return float(memory["weigh_mean"] * features[MEAN] + memory["weigh_spread"] * features[SPREAD])
    count_features(memory, room)
    total = 0.0
    place = (TENTHS * (memory["squares"] - every)) // memory["squares"]
    for index in range(FEATURES):
        total += memory["weights"][place, index] * features[index]
    return float(total * memory["weigh_mean"])
