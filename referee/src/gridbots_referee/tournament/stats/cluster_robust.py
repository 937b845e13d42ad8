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
"""Weight, in clusters, of the variance of independent results: a handful of clusters alone would
give a poor estimate."""


def cluster_sums(cell: Integers, cluster: Integers, residual: Floats) -> tuple[Integers, Floats]:
    """Sums of residuals per cluster within a cell: the cell of each sum, and the sum.

    Args:
        cell: (m,), the parameter that a result informs.
        cluster: (m,), the cluster of a result.
        residual: (m,), result minus expectation.
    """
    order = np.lexsort((cluster, cell))
    cell, cluster, residual = cell[order], cluster[order], residual[order]
    begins = np.ones(order.size, dtype=bool)
    begins[1:] = (cluster[1:] != cluster[:-1]) | (cell[1:] != cell[:-1])
    starts = np.flatnonzero(begins)
    return cell[starts], np.add.reduceat(residual, starts) if starts.size else residual


def shrink(groups: Numbers, grouped: Numbers, single: Numbers) -> Floats:
    """Shrinkage: variance by clusters, mixed with that of single results if clusters are few."""
    trust = groups / (groups + PRIOR_CLUSTERS)
    return trust * grouped + (1 - trust) * single


def wilson_half_width(proportion: float, trials: int, z: float) -> float:
    """Half the width of Wilson's confidence interval for a proportion of independent trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    `z` is the quantile of the standard normal distribution: 1.96 for 95 %.
    """
    spread = proportion * (1 - proportion) / trials + (z / trials) ** 2 / 4
    return z * math.sqrt(spread) / (1 + z**2 / trials)
