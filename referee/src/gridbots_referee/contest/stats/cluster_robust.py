"""How much results scatter that come in groups: by whole groups, helped out by the single ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]
    Integers = NDArray[np.integer[Any]]
    Numbers = NDArray[np.floating[Any] | np.integer[Any]]

MODEL_GROUPS = 2.0
"""For how many groups what the single results say of the scatter counts: a handful of groups says
too little of its own."""


def by_group(cell: Integers, group: Integers, off: Floats) -> tuple[Integers, Floats]:
    """Sums over the results that share cell and group: to which cell each belongs, and the sum.

    Args:
        cell: (m,), what is estimated from the result.
        group: (m,), results with something in common.
        off: (m,), how far the result was from what was expected.
    """
    order = np.lexsort((group, cell))
    cell, group, off = cell[order], group[order], off[order]
    begins = np.ones(order.size, dtype=bool)
    begins[1:] = (group[1:] != group[:-1]) | (cell[1:] != cell[:-1])
    starts = np.flatnonzero(begins)
    return cell[starts], np.add.reduceat(off, starts) if starts.size else off


def blend(groups: Numbers, grouped: Numbers, single: Numbers) -> Floats:
    """The scatter by groups, mixed with that by single results where there are few groups."""
    trust = groups / (groups + MODEL_GROUPS)
    return trust * grouped + (1 - trust) * single
