"""Evaluation function: an estimate of the steps to the next apples after this one.

It is a weighted sum of features; the weights depend on the tenth of the board that the snake fills
(see `weights`). On large boards it also counts patterns (see `patterns`).
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import ALWAYS
from gridbots_hamiltonian.swift.patterns import pattern_value
from gridbots_hamiltonian.swift.plans.lanes import SIDES
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT, TENTHS

Record = Any
"""A memory with lanes, or a workspace."""

MEAN: Final = 0
SPREAD: Final = 1
UNVISITED: Final = 2
ABSENT: Final = 3
PARTS: Final = 4
BLOCKED: Final = 5
AWAY: Final = 6
LONGEST: Final = 7
LATE: Final = 8
"""Indices of the features, which `weights` describes."""
DETOUR: Final = 6
"""A square is late if it takes more than this many steps beyond its rows and columns."""

_SQUARES: Final = (max(CAPACITIES),)

EVALUATION: Final = [
    ("features", "f4", (FEATURE_COUNT,)),
    ("view", "i4"),  # number of the last flood fill
    ("seen", "i4", _SQUARES),  # number of the flood fill that last reached a square
    ("queue", "i2", _SQUARES),
    ("reach", "i2", _SQUARES),  # steps to a square of the queue, by its place there
]
"""Fields of the workspace for the evaluation."""


@kernel
def evaluate(memory: Record, work: Record) -> float:
    """Value of the state of the last verdict, in steps; comparable only at the same length."""
    length = work["newest"] - work["oldest"] + 1
    if length == memory["squares"]:
        return 0.0
    look_around(memory, work)
    count_cells(memory, work)
    total, tenth = 0.0, TENTHS * length // memory["squares"]
    for index in range(FEATURE_COUNT):
        total += memory["weights"][tenth, index] * work["features"][index]
    if memory["counts_patterns"] != 0:
        total += pattern_value(memory, work, tenth)
    return float(total)


@kernel
def look_around(memory: Record, work: Record) -> None:
    """Write the distance features: those of paths from the head to all free squares."""
    inside, outside, across = memory["inside"], memory["outside"], memory["across"]
    row, column, edge = memory["row"], memory["column"], memory["edge"]
    stamp, latest, crossed, oldest = work["stamp"], work["latest"], work["crossed"], work["oldest"]
    seen, queue, reach = work["seen"], work["queue"], work["reach"]
    work["view"] += 1
    view, head = work["view"], work["trail"][work["newest"]]
    left = memory["squares"] - (work["newest"] - oldest + 1)
    queue[0] = head
    seen[head] = view
    reach[0] = 0
    at, count = 0, 1
    total = squares = free = blocked = away = late = longest = 0
    while at < count and free < left:
        here, steps = queue[at], int(reach[at])
        at += 1
        limit = oldest - 1 + steps
        aside, beyond = inside[here], outside[here]
        if stamp[here] < oldest:
            apart = abs(row[here] - row[head]) + abs(column[here] - column[head])
            free += 1
            total += steps
            squares += steps * steps
            blocked += (oldest <= stamp[aside]) + (oldest <= stamp[beyond] < ALWAYS)
            away += apart
            late += steps > apart + DETOUR
            longest = steps
        if stamp[aside] <= limit and seen[aside] != view:
            seen[aside] = view
            queue[count] = aside
            reach[count] = steps + 1
            count += 1
        if stamp[beyond] <= limit and seen[beyond] != view:
            if latest[across[here]] > limit and crossed[edge[here]] <= limit:
                continue
            seen[beyond] = view
            queue[count] = beyond
            reach[count] = steps + 1
            count += 1
    features = work["features"]
    features[:] = 0.0
    if free > 0:
        features[MEAN] = total / free
        features[SPREAD] = max(0.0, squares / free - (total / free) ** 2) ** 0.5
        features[BLOCKED] = blocked
        features[AWAY] = away / free
        features[LONGEST] = longest
        features[LATE] = late


@kernel
def count_cells(memory: Record, work: Record) -> None:
    """Write the cell features; overwrites the marks of the last verdict."""
    joined, cells, beyond = work["joined"], work["cells"], memory["beyond"]
    latest, oldest, last = work["latest"], work["oldest"], memory["squares"] // SIDES
    mark = -work["check"]
    joined[last] = mark
    unvisited = parts = 0
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
    features = work["features"]
    features[UNVISITED] = unvisited
    features[PARTS] = parts
    features[ABSENT] = work["passings"][work["newest"]] - work["passings"][oldest]
