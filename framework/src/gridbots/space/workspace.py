"""Workspace of territory searches: one record that the caller allocates once."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import CAPACITIES

Array = Any
"""A numpy array of numbers; compiled code has its own types."""
Record = Any
"""One record of working memory."""

MOST_HEADS: Final = 4
_CELLS: Final = (max(CAPACITIES),)

INDICES: Final = (1 << 13) - 1
"""Mask of an index: masked indices are never negative, so compiled code need not handle negative
ones. Every capacity must fit."""

WORKSPACE: Final = np.dtype(
    [
        # Of each cell, but what was there stays where `explore` has not come:
        ("sums", "i8", _CELLS),  # of the cells visited before it and not yet in a chamber
        ("chain", "i8", _CELLS),  # the best behind a door at or below it, in the same chamber
        ("steps", "i4", (4,)),  # difference of indices to the neighbour in each direction
        ("first", "i4", (16,)),  # the same for the first of a set of directions, a bit each
        ("counts", "i4", (1 << MOST_HEADS,)),  # how many cells each set of heads is nearest to
        # Of each cell, after `spread`:
        ("waves", "i2", _CELLS),  # if it was reached, the length of the shortest way
        ("queue", "u2", _CELLS),  # the cells reached, in this order
        # Of each cell of the territory that is searched for doors:
        ("order", "u2", _CELLS),  # when it was visited, from 1; or UNVISITED, FRONT, OUTSIDE
        ("low", "u2", _CELLS),  # earliest order among neighbours of it and of the cells below it
        ("parent", "u2", _CELLS),  # the cell it was visited from
        ("liberties", "i2", _CELLS),  # of the head alone: pairs of a cell and a free neighbour
        # Of each cell: set of heads with the shortest way, a bit each; 0: not reached, or BLOCKED.
        ("nearest", "i1", _CELLS),
    ]
)


def new_workspace() -> Record:
    """Allocate a workspace for the kernels of territories."""
    return np.zeros(1, WORKSPACE)[0]
