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
MISSED: Final = 2
PARTS: Final = 3
ABSENT: Final = 4
UNVISITED: Final = 5
BORDER: Final = 6
HEADWAY: Final = 7
FEATURES: Final = 8
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
    stamp, latest, met = room["stamp"], room["latest"], room["met"]
    seen, queue, reach = room["seen"], room["queue"], room["reach"]
    room["view"] += 1
    view, early = room["view"], room["oldest"] - 1
    queue[0] = room["trail"][room["newest"]]
    seen[queue[0]] = view
    reach[0] = 0
    at, count = 0, 1
    total = squares = free = 0
    oldest = room["oldest"]
    while at < count:
        here = queue[at]
        steps = reach[at]
        if stamp[here] < oldest:
            total += steps
            squares += steps * steps
            free += 1
        at += 1
        limit = early + steps
        there = inside[here]
        if stamp[there] <= limit and seen[there] != view:
            seen[there] = view
            queue[count] = there
            reach[count] = steps + 1
            count += 1
        there = outside[here]
        if stamp[there] <= limit and seen[there] != view:
            if latest[cell[there]] <= limit or met[here] > limit:
                seen[there] = view
                queue[count] = there
                reach[count] = steps + 1
                count += 1
    every = memory["squares"] - (room["newest"] - oldest + 1)
    features = room["features"]
    features[MEAN] = 0.0
    features[SPREAD] = 0.0
    if free > 0:
        features[MEAN] = total / free
        features[SPREAD] = (max(0.0, squares / free - (total / free) ** 2)) ** 0.5
    features[MISSED] = every - free
    return free


@kernel
def count_features(memory: Record, room: Record) -> None:
    """After a verdict on the state: its marks are used."""
    features = room["features"]


@kernel
def worth(memory: Record, room: Record) -> float:
    look_around(memory, room)
    every = memory["squares"] - (room["newest"] - room["oldest"] + 1)
    features = room["features"]
    if every == 0:
        return 0.0
    missed = features[MISSED] / every
    return float(memory["weigh_mean"] * (features[MEAN] + memory["weigh_missed"] * missed) + memory["weigh_spread"] * features[SPREAD])
