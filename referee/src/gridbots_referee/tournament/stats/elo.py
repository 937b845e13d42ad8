"""Elo scale: expected score, Elo difference, likelihood of superiority.

400 points are odds of ten to one. Logistic Elo is about the score rate; normalised Elo is about how
many matches it takes to see a difference.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np

LOGIT = 400 / math.log(10)
"""Elo per unit of log odds."""
NORMALIZED = 800 / math.log(10)
"""Normalised Elo per standard deviation of one match."""
NINETY_FIVE = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a confidence interval of 95 %."""
SURE = 1e-3
"""Scores nearer to 0 or 1 than this are clamped: the scale ends at 1200 Elo, as fishtest's does."""


def expected_score(elo: float) -> float:
    """Expected score, from 0 to 1, of the player who is stronger by so much Elo."""
    return 1 / (1 + math.exp(-elo / LOGIT))


def elo_from_score(score: float) -> float:
    """Elo difference of a score, from 0 to 1."""
    inside = min(max(score, SURE), 1 - SURE)
    return LOGIT * math.log(inside / (1 - inside))


def likelihood_of_superiority(difference: Any, error: Any) -> Any:
    """Likelihood of superiority (LOS): how likely the first is stronger; for numbers or arrays.

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
