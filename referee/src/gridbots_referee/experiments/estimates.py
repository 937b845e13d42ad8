"""Estimates over many matches, with standard errors: pure functions over arrays.

`estimate` makes a mean of a sample, `estimate_of` another statistic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots_referee.tournament.stats.cluster_robust import wilson_half
from gridbots_referee.tournament.stats.elo import elo_from_score

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Numbers = Any
"""An array with a number, or yes or no, for each match."""
PERCENT: Final = 100.0
RESAMPLES: Final = 400
"""Enough for a standard error to within a few percent."""
BOOTSTRAP_SEED: Final = 1979


class Sample(NamedTuple):
    """The values of a measure, by match."""

    values: Numbers
    counted: NDArray[np.bool_]
    """Which matches count."""


class Estimate(NamedTuple):
    """A mean over matches, or another statistic of them, with its standard error."""

    value: float
    """Not a number where no match counts."""
    error: float
    """Its standard error."""
    deviation: float
    """Standard deviation of one match; of a statistic that is no mean, its error by so many matches
    as count times their root."""
    counted: int
    """Matches that count."""
    matches: int
    """Matches played."""


def estimate(sample: Sample, seats: int) -> Estimate:
    """The mean of a sample, whose matches lie in groups of `seats` that share an opening.

    Matches of a group are not independent, groups are: the standard error is that of a ratio of two
    sums over groups (W. G. Cochran, Sampling Techniques, 1977, chapter 6). With groups of one, and
    all counted, it is the standard deviation divided by the root of the number.
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
        error=_root_of_mean(groups, len(groups) - 1) * len(groups) ** 0.5 / counted,
        deviation=_root_of_mean(residuals, counted - 1),
        counted=counted,
        matches=matches,
    )


def half_interval(ours: Estimate, deviates: float, *, is_share: bool) -> float:
    """Half the confidence interval of an estimate: so many standard errors.

    A share of 0 or 100 % has no standard error, and Wilson's interval.
    """
    if is_share and ours.counted and ours.value in {0.0, PERCENT}:
        return PERCENT * wilson_half(ours.value / PERCENT, ours.counted, deviates)
    return deviates * ours.error


def elo_bound(ours: Estimate, deviates: float) -> float:
    """What an Elo difference is beyond, if all matches were won or all lost; else not a number.

    That of the other end of Wilson's interval of the share.
    """
    if not ours.counted or ours.value not in ENDS:
        return np.nan
    width = 2 * wilson_half(1.0, ours.counted, deviates)
    return elo_from_score(1 - width if ours.value > 0 else width)


def estimate_of(statistic: Callable[[Numbers], float], sample: Sample, seats: int) -> Estimate:
    """A statistic of a sample; its standard error is that of resampled groups.

    The bootstrap (B. Efron, 1979). It says nothing of the least and the largest value, nor
    of an Elo difference after nothing but wins: they have no error.
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
        drawn = rng.integers(groups, size=groups)[:, None] * seats + np.arange(seats)
        places = drawn[drawn < matches]
        counted = places[sample.counted[places]]
        if len(counted):
            found.append(statistic(sample.values[counted]))
    return float(np.nanstd(found, ddof=1))


def deviation(values: Numbers) -> float:
    """The standard deviation of one; not a number of a single one."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")


def quantile(share: float) -> Callable[[Numbers], float]:
    return lambda values: float(np.quantile(values, share))


def elo(points: Numbers) -> float:
    """Elo difference to the others, from the mean of these points."""
    return elo_from_score(float(np.mean(points)))


ENDS: Final = (elo_from_score(0), elo_from_score(1))
"""Where the scale of Elo ends: how far beyond it one is who has won or lost all is not known."""
EXTREMES: Final[tuple[Callable[[Numbers], float], ...]] = (np.min, np.max)


def _root_of_mean(residuals: Numbers, freedom: int) -> float:
    """Root of the mean square; not a number where there is nothing to compare with."""
    return float(np.sqrt((residuals**2).sum() / freedom)) if freedom > 0 else np.nan
