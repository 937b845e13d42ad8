"""The scale of Elo: 400 points are ten to one, and what the normal distribution makes of them.

Logistic Elo says which share of the points a player takes; normalised Elo says how many matches
it takes to see that.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np

LOGIT = 400 / math.log(10)
"""Elo in a unit of log odds."""
NORMALIZED = 800 / math.log(10)
"""Normalised Elo in a standard deviation of one match."""
NINETY_FIVE = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of an interval that holds the truth 95 times in 100."""
SURE = 1e-3
"""Scores nearer to 0 or 1 than this are shown as this: the scale ends at 1200 Elo, as fishtest's
does, for a score of 1 would be infinitely many."""


def score_of(elo: float) -> float:
    """The share of the points, between 0 and 1, that goes with a difference in Elo."""
    return 1 / (1 + math.exp(-elo / LOGIT))


def elo_of(score: float) -> float:
    """The difference in Elo that goes with a share of the points."""
    inside = min(max(score, SURE), 1 - SURE)
    return LOGIT * math.log(inside / (1 - inside))


def likelihood_of_superiority(difference: Any, error: Any) -> Any:
    """How likely the first is the stronger one, between 0 and 1, for numbers or arrays of them.

    The normal distribution's mass below `difference` standard errors; where there is no error, the
    sign of the difference decides, and no difference is a half.

    Args:
        difference: how much better the first is, in Elo or any other unit.
        error: the standard error of that, in the same unit.
    """
    difference, error = np.broadcast_arrays(np.asarray(difference, float), error)
    sure = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
    deviations = np.divide(difference, error, out=sure, where=error > 0)
    return _normal(deviations)[()]


def _normal(deviations: np.ndarray) -> np.ndarray:
    flat = [math.erfc(-value / math.sqrt(2)) / 2 for value in deviations.ravel()]
    return np.array(flat).reshape(deviations.shape)
