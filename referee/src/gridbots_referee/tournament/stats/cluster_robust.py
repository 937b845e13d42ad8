"""Cluster-robust variance, and Wilson's interval for a proportion."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]
    Integers = NDArray[np.integer[Any]]
    Numbers = NDArray[np.floating[Any] | np.integer[Any]]

PRIOR_CLUSTERS = 2.0
"""Clusters that the variance of independent results counts for: a handful of clusters says too
little by itself."""


def cluster_sums(cell: Integers, group: Integers, residual: Floats) -> tuple[Integers, Floats]:
    """Sums of residuals by cluster within a cell: the cell of each sum, and the sum.

    Args:
        cell: (m,), the parameter that a result bears on.
        group: (m,), the cluster.
        residual: (m,), result less expectation.
    """
    order = np.lexsort((group, cell))
    cell, group, residual = cell[order], group[order], residual[order]
    begins = np.ones(order.size, dtype=bool)
    begins[1:] = (group[1:] != group[:-1]) | (cell[1:] != cell[:-1])
    starts = np.flatnonzero(begins)
    return cell[starts], np.add.reduceat(residual, starts) if starts.size else residual


def shrink(groups: Numbers, grouped: Numbers, single: Numbers) -> Floats:
    """Shrinkage: variance by clusters, mixed with that of single results where clusters are few."""
    trust = groups / (groups + PRIOR_CLUSTERS)
    return trust * grouped + (1 - trust) * single


def wilson_half(share: float, number: int, deviates: float) -> float:
    """Half of Wilson's interval of a share of so many independent trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    `deviates`: standard normal deviates on either side, 1.96 for 95 %.
    """
    spread = share * (1 - share) / number + (deviates / number) ** 2 / 4
    return deviates * math.sqrt(spread) / (1 + deviates**2 / number)
