"""Estimates over many matches, with standard errors: pure functions over arrays.

`estimate` estimates the mean of a sample, `estimate_of` another statistic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots_referee.tournament.stats.cluster_robust import wilson_half_width
from gridbots_referee.tournament.stats.elo import elo_from_score

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Numbers = Any
"""An array with a number or a truth value per match."""
PERCENT: Final = 100.0
RESAMPLES: Final = 400
"""Enough for a standard error to within a few percent."""
BOOTSTRAP_SEED: Final = 1979


class Sample(NamedTuple):
    """The values of a measure, by match."""

    values: Numbers
    counted: NDArray[np.bool_]
    """Mask of the matches that count."""


class Estimate(NamedTuple):
    """Estimate of a mean or another statistic over matches, with its standard error."""

    value: float
    """NaN if no match counts."""
    error: float
    """Standard error."""
    deviation: float
    """Standard deviation of one match; for other statistics, the error times the root of their
    number."""
    counted: int
    """Number of matches that count."""
    matches: int
    """Number of played matches."""


def estimate(sample: Sample, seats: int) -> Estimate:
    """The mean of a sample whose matches form groups of `seats` with a common opening.

    Groups are independent, matches of a group are not. The standard error is that of a ratio
    estimator over clusters (W. G. Cochran, Sampling Techniques, 1977, chapter 6). For groups of one
    match, all counted, it is the standard deviation divided by the root of their number.
    """
    counted, matches = int(sample.counted.sum()), len(sample.counted)
    if counted == 0:
        return Estimate(np.nan, np.nan, np.nan, 0, matches)
    values = sample.values.astype(np.float64)
    value = float(values[sample.counted].mean())
    residuals = np.where(sample.counted, values - value, 0.0)
    groups = np.add.reduceat(residuals, np.arange(0, matches, seats))
    return Estimate(
        value=value,
        error=_root_mean_square(groups, len(groups) - 1) * len(groups) ** 0.5 / counted,
        deviation=_root_mean_square(residuals, counted - 1),
        counted=counted,
        matches=matches,
    )


def half_interval(ours: Estimate, z: float, *, is_share: bool) -> float:
    """Half the width of the confidence interval of an estimate: `z` standard errors.

    A share of 0 or 100 % has no standard error; its interval is Wilson's.
    """
    if is_share and ours.counted and ours.value in {0.0, PERCENT}:
        return PERCENT * wilson_half_width(ours.value / PERCENT, ours.counted, z)
    return z * ours.error


def elo_bound(ours: Estimate, z: float) -> float:
    """Bound of an Elo difference if all matches were won or all lost; otherwise NaN.

    It belongs to the other end of Wilson's interval of the share.
    """
    if not ours.counted or ours.value not in ENDS:
        return np.nan
    width = 2 * wilson_half_width(1.0, ours.counted, z)
    return elo_from_score(1 - width if ours.value > 0 else width)


def estimate_of(statistic: Callable[[Numbers], float], sample: Sample, seats: int) -> Estimate:
    """A statistic of a sample, with its standard error by the bootstrap over groups (Efron, 1979).

    The bootstrap is invalid for the minimum and the maximum, and for an Elo difference after only
    wins or only losses: these have no error.
    """
    counted, matches = int(sample.counted.sum()), len(sample.counted)
    if counted == 0:
        return Estimate(np.nan, np.nan, np.nan, 0, matches)
    value = float(statistic(sample.values[sample.counted]))
    error = _resampled_error(statistic, sample, seats) if _has_error(statistic, value) else np.nan
    return Estimate(value, error, error * counted**0.5, counted, matches)


def _has_error(statistic: Callable[[Numbers], float], value: float) -> bool:
    return statistic not in EXTREMES and not (statistic is elo and value in ENDS)


def _resampled_error(statistic: Callable[[Numbers], float], sample: Sample, seats: int) -> float:
    matches, rng = len(sample.counted), np.random.default_rng(BOOTSTRAP_SEED)
    groups = -(-matches // seats)
    found = []
    for _ in range(RESAMPLES):
        resampled = rng.integers(groups, size=groups)[:, None] * seats + np.arange(seats)
        places = resampled[resampled < matches]
        counted = places[sample.counted[places]]
        if len(counted):
            found.append(statistic(sample.values[counted]))
    return float(np.nanstd(found, ddof=1))


def deviation(values: Numbers) -> float:
    """Sample standard deviation; NaN for a single value."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")


def quantile(share: float) -> Callable[[Numbers], float]:
    return lambda values: float(np.quantile(values, share))


def elo(points: Numbers) -> float:
    """Elo difference to the opponents, from mean points."""
    return elo_from_score(float(np.mean(points)))


ENDS: Final = (elo_from_score(0), elo_from_score(1))
"""Ends of the Elo scale, for players that have won or lost every match."""
EXTREMES: Final[tuple[Callable[[Numbers], float], ...]] = (np.min, np.max)


def _root_mean_square(residuals: Numbers, freedom: int) -> float:
    """Root mean square with these degrees of freedom; NaN without any."""
    return float(np.sqrt((residuals**2).sum() / freedom)) if freedom > 0 else np.nan
