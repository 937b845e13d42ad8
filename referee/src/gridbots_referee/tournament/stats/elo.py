"""Elo scale: expected score, Elo difference, likelihood of superiority.

400 points are odds of ten to one. Logistic Elo measures the score rate; normalised Elo measures how
many matches it takes to detect a difference.
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
Z_95 = NormalDist().inv_cdf(0.975)
"""Normal quantile of a two-sided confidence interval of 95 %."""
CLAMP = 1e-3
"""Scores closer to 0 or 1 than this are clamped: the scale ends at 1200 Elo, as in fishtest."""


def expected_score(elo: float) -> float:
    """Expected score, from 0 to 1, of a player that is `elo` points stronger."""
    return 1 / (1 + math.exp(-elo / LOGIT))


def elo_from_score(score: float) -> float:
    """Elo difference of a score, from 0 to 1."""
    inside = min(max(score, CLAMP), 1 - CLAMP)
    return LOGIT * math.log(inside / (1 - inside))


def likelihood_of_superiority(difference: Any, error: Any) -> Any:
    """Likelihood of superiority (LOS) of the first over the second; for numbers or arrays.

    The normal distribution function of `difference` in standard errors. Without an error the sign
    of the difference decides, and no difference gives a half.

    Args:
        difference: of the first to the second, in Elo or any other unit.
        error: its standard error, in the same unit.
    """
    difference, error = np.broadcast_arrays(np.asarray(difference, float), error)
    sure = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
    deviations = np.divide(difference, error, out=sure, where=error > 0)
    return _normal(deviations)[()]


def _normal(deviations: np.ndarray) -> np.ndarray:
    flat = [math.erfc(-value / math.sqrt(2)) / 2 for value in deviations.ravel()]
    return np.array(flat).reshape(deviations.shape)
