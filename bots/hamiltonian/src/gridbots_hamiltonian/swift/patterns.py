"""Edge patterns: local features of the state after an apple, with weights in a table.

They describe the shape of the free space, like an n-tuple network. Each edge between two cells is
in one of five states. A pattern consists of the states of the four edges of a cell, or of the four
edges that meet at a vertex. Rotated patterns count as the same pattern, because lanes look the same
from all four sides. The value is the sum of the weights of all patterns.
"""

from __future__ import annotations

from importlib import resources
from typing import Any, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.plans.lanes import MOST_CELLS, NOWHERE, SIDES
from gridbots_hamiltonian.swift.weights import TENTHS

Record = Any
"""A memory with lanes, or a workspace."""

UNDECIDED: Final = 0
ABSENT: Final = 2
PRESENT: Final = 4
STATES: Final = 5
"""An edge is undecided, absent or present (see `safety`); the numbers between them mark edges that
will soon be undecided again."""
SOON: Final = 60
"""Steps of the tail that count as soon: about the steps to one more apple."""
PATTERNS: Final = STATES**SIDES
KINDS: Final = 3
"""Patterns of cells, of vertices, and separately of the cells near the head."""
NEAR: Final = 2
"""Distance from the head, in rows and columns of cells, that counts as near."""
_VERTICES: Final = 2 * MOST_CELLS
"""More than the vertices of the largest board that have an edge."""

RINGS: Final = [
    ("rings", "i2", (MOST_CELLS + _VERTICES, SIDES)),  # edges round each cell, then each vertex
    ("ring_count", "i4"),
]
"""Fields of a memory that lists the edges of each pattern."""
PATTERN_TABLE: Final = [
    ("has_patterns", "i4"),  # 1: large boards use patterns
    ("counts_patterns", "i4"),  # 1: patterns are part of the value on this board
    ("pattern_weights", "f4", (TENTHS, KINDS, PATTERNS)),
]
"""Fields of a memory that holds the weights of patterns."""
EDGE_STATES: Final = [("edge_state", "i1", (2 * MOST_CELLS,))]
"""A field of the workspace for counting patterns."""


@kernel
def lay_rings(memory: Record) -> None:
    """Fill in the rings: inward moves go round a cell, outward moves round a vertex."""
    inside, outside, edge, rings = (
        memory["inside"],
        memory["outside"],
        memory["edge"],
        memory["rings"],
    )
    count = memory["squares"] // SIDES
    for first in range(memory["span"]):
        if inside[first] == NOWHERE:
            continue
        here = first
        for side in range(SIDES):
            rings[memory["cell"][first], side] = edge[here]
            here = inside[here]
        if is_first_of_vertex(memory, first):
            here = first
            for side in range(SIDES):
                rings[count, side] = edge[here]
                here = outside[here]
            count += 1
    memory["ring_count"] = count


@kernel
def is_first_of_vertex(memory: Record, first: int) -> bool:
    """Whether a square is the first of its vertex: the one at the border, or the smallest."""
    outside, here = memory["outside"], memory["outside"][first]
    if here == NOWHERE:
        return False
    if outside[here] == NOWHERE:
        return True  # A vertex at the border has one edge, in one direction.
    for _ in range(SIDES - 1):
        if here < first:
            return False
        here = outside[here]
    return True


@kernel
def mark_edges(memory: Record, work: Record) -> None:
    """Write the state of each edge."""
    crossed, passed, state = work["crossed"], work["passed"], work["edge_state"]
    oldest, soon = work["oldest"], work["oldest"] + SOON - 1
    for edge in range(1, memory["edges"] + 1):
        is_present = crossed[edge] > passed[edge]
        last = crossed[edge] if is_present else passed[edge]
        kind = PRESENT if is_present else ABSENT
        if last < soon:
            kind -= 1
        state[edge] = kind if last >= oldest else UNDECIDED
    state[0] = ABSENT  # the border


@kernel
def pattern_of(memory: Record, work: Record, ring: int) -> int:
    rings, state = memory["rings"], work["edge_state"]
    pattern = 0
    for side in range(SIDES):
        pattern = STATES * pattern + int(state[rings[ring, side]])
    return int(pattern)


@kernel
def pattern_value(memory: Record, work: Record, tenth: int) -> float:
    """Sum of the weights of all patterns."""
    mark_edges(memory, work)
    weights, cells = memory["pattern_weights"][tenth], memory["squares"] // SIDES
    total = 0.0
    for ring in range(memory["ring_count"]):
        total += weights[0 if ring < cells else 1, pattern_of(memory, work, ring)]
    top, bottom, left, right = near_head(memory, work)
    for row in range(top, bottom):
        for column in range(left, right):
            ring = row * ((memory["stride"] - 2) // 2) + column
            total += weights[2, pattern_of(memory, work, ring)]
    return float(total)


@kernel
def count_patterns(memory: Record, work: Record, counts: Any) -> None:
    """Add the number of each pattern to counts: KINDS * PATTERNS of them."""
    mark_edges(memory, work)
    cells = memory["squares"] // SIDES
    for ring in range(memory["ring_count"]):
        kind = 0 if ring < cells else 1
        counts[kind * PATTERNS + pattern_of(memory, work, ring)] += 1
    top, bottom, left, right = near_head(memory, work)
    for row in range(top, bottom):
        for column in range(left, right):
            ring = row * ((memory["stride"] - 2) // 2) + column
            counts[2 * PATTERNS + pattern_of(memory, work, ring)] += 1


@kernel
def near_head(memory: Record, work: Record) -> tuple[int, int, int, int]:
    """Range of rows and columns of the cells near the head; the ends are exclusive."""
    width = (memory["stride"] - 2) // 2
    height = memory["squares"] // SIDES // width
    head = memory["cell"][work["trail"][work["newest"]]]
    row, column = head // width, head % width
    top, bottom = max(0, row - NEAR), min(height, row + NEAR + 1)
    return top, bottom, max(0, column - NEAR), min(width, column + NEAR + 1)


def classes() -> Any:
    """The class of each pattern; rotated patterns share a class."""
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for pattern in np.ndindex(*[STATES] * SIDES):
        turned = min(pattern[side:] + pattern[:side] for side in range(SIDES))
        found.append(numbers.setdefault(turned, len(numbers)))
    return np.array(found)


def pattern_table() -> Any:
    """The shipped weights, by tenth of the length, kind and pattern: float32."""
    with resources.files(__package__).joinpath("patterns.npy").open("rb") as file:
        return np.load(file)[:, :, classes()]
