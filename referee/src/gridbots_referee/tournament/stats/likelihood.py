"""Constrained maximum likelihood of multinomial distributions, and log likelihood ratios.

A multinomial distribution over few values of points, observed as frequencies, is fitted under the
constraint that its mean, or its mean in standard deviations, is a given number. Everything works on
rows: the last axis holds the values, and all axes before it are separate observations.

Sources: M. Van den Bergh, "The maximum likelihood estimator for a multinomial distribution" and
"Normalized Elo", as fishtest uses them (server/fishtest/stats/LLRcalc.py).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PSEUDOCOUNT = 1e-3
"""Pseudocount of a result that did not occur, since every result must be possible."""
NEGLIGIBLE = 1e-10
"""Deviations below this count as 0, since spreads would lose all their digits."""
MAX_DEVIATIONS = 2.5
"""Largest deviation from 1/2 of a fit; above 2.8 not all spreads are possible."""
MAX_STEPS = 300
TOLERANCE = 1e-14
"""A root is found when the next step is shorter than this fraction of it."""
ROUNDING: Final = 1e-12
"""Rounding error between two extreme values."""


def observed(counts: Floats) -> tuple[Floats, Floats, Floats]:
    """Total (...), values (k,) and frequencies (..., k) of counts (..., k).

    The values are the points of a match or of a pair, evenly spread from 0 to 1.
    """
    filled = np.where(counts == 0, PSEUDOCOUNT, counts).astype(float)
    total = filled.sum(axis=-1)
    return total, np.linspace(0, 1, counts.shape[-1]), filled / total[..., None]


def moments(values: Floats, frequencies: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of each row."""
    mean = (frequencies * values).sum(axis=-1)
    return mean, (frequencies * (values - mean[..., None]) ** 2).sum(axis=-1)


def fit_mean(values: Floats, frequencies: Floats, mean: float) -> Floats:
    """Maximum-likelihood distributions (..., k) with this mean."""
    return _tilted(frequencies, np.broadcast_to(values - mean, frequencies.shape))


def fit_deviations(values: Floats, frequencies: Floats, deviations: float) -> Floats:
    """Maximum-likelihood distributions (..., k) whose mean is `deviations` of their own above 1/2.

    For distributions of a given spread s this condition is linear (section 4.1 of "Normalized
    Elo"), so there is a fit for each s. The solution is the s that equals the spread of its fit:
    the fit is wider than the smallest possible s, and narrower than the largest.

    Args:
        values: (k,), from 0 to 1.
        frequencies: (..., k), all above 0.
        deviations: between -`MAX_DEVIATIONS` and `MAX_DEVIATIONS`.
    """
    if abs(deviations) < NEGLIGIBLE:
        return fit_mean(values, frequencies, 0.5)
    if deviations < 0:
        return fit_deviations(values, frequencies[..., ::-1], -deviations)[..., ::-1]

    def compare(spread: Floats) -> tuple[Floats, Floats]:
        fitted = _with_spread(values, frequencies, deviations, spread)
        distances = values - 0.5 - deviations * spread[..., None]
        own = np.sqrt((fitted * distances**2).sum(axis=-1))
        return own - spread, own

    least, greatest = _spreads(values, deviations)
    low = np.full(frequencies.shape[:-1], least)
    guess = np.sqrt(moments(values, frequencies)[1]).clip(1.01 * least, 0.99 * greatest)
    spread = _root(compare, guess, low, np.full_like(low, greatest))
    return _with_spread(values, frequencies, deviations, spread)


def _with_spread(values: Floats, frequencies: Floats, deviations: float, spread: Floats) -> Floats:
    """The fits under the condition linearised at the standard deviations `spread` (...)."""
    width = spread[..., None]
    relative = (values - 0.5) / width - deviations
    return _tilted(frequencies, values - 0.5 - deviations * width * (1 + relative**2) / 2)


def _spreads(values: Floats, deviations: float) -> tuple[float, float]:
    """The spreads between which some value lies above the linear condition, as is necessary."""
    above = values[values > 0.5] - 0.5
    part = 1 / math.hypot(1, deviations)
    least, greatest = above[0] * (1 - part) / deviations, above[-1] * (1 + part) / deviations
    return float(least), min(float(greatest), 0.5)


def _tilted(frequencies: Floats, excess: Floats) -> Floats:
    """Maximum-likelihood distributions (..., k) under which `excess` (..., k) has mean 0.

    They are f / (1 + x * e) for the x between the poles that makes the mean 0. The unknown is the
    distance u of x from the pole on its side, in units of that pole's distance from 0: near a
    pole, where a result that did not occur must be likely, x itself has too few digits. Each row
    has an excess below and one above 0.
    """
    towards = (frequencies * excess).sum(axis=-1) > 0
    pole = np.where(towards, -1 / excess.min(axis=-1), -1 / excess.max(axis=-1))
    # 1 + x * e is 1 - (1 - u) * gap; exactly u for the extreme value, whose gap is 1.
    gap = -pole[..., None] * excess
    gap[gap > 1 - ROUNDING] = 1

    def mean(u: Floats) -> tuple[Floats, Floats]:
        shares = gap / ((1 - gap) + u[..., None] * gap)
        value = (frequencies * shares).sum(axis=-1)
        return value, u + value / (frequencies * shares**2).sum(axis=-1)

    u = _root(mean, np.ones_like(pole), np.zeros_like(pole), np.full_like(pole, 2.0))
    fitted: Floats = frequencies / ((1 - gap) + u[..., None] * gap)
    return fitted


def _root(
    function: Callable[[Floats], tuple[Floats, Floats]], guess: Floats, low: Floats, high: Floats
) -> Floats:
    """Roots (...), above 0, of functions that are positive at `low` and negative at `high`.

    Args:
        function: returns at a point the value, and a proposal for the root. The proposal is tried
            next, unless it is outside the bracket or the value has not halved; then the middle of
            the bracket is.
        guess: the first point.
        low: excluded.
        high: excluded.

    Raises:
        ArithmeticError: no root was found.
    """
    last = np.full_like(guess, np.inf)
    for _ in range(MAX_STEPS):
        value, proposal = function(guess)
        low, high = np.where(value > 0, guess, low), np.where(value < 0, guess, high)
        enough = TOLERANCE * guess
        found = (np.abs(proposal - guess) <= enough) | (high - low <= enough)
        if found.all():
            return guess
        poor = (proposal <= low) | (proposal >= high) | (np.abs(value) > last / 2)
        last = np.abs(value)
        guess = np.where(found, guess, np.where(poor, (low + high) / 2, proposal))
    raise ArithmeticError(f"no root was found in {MAX_STEPS} steps, near {guess}")


def log_ratio(frequencies: Floats, first: Floats, second: Floats) -> Floats:
    """Mean log likelihood ratio of `second` to `first` per observation."""
    ratio: Floats = (frequencies * (np.log(second) - np.log(first))).sum(axis=-1)
    return ratio
