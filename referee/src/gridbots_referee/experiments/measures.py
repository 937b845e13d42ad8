"""Measures over many matches, with standard errors: pure functions over arrays of outcomes.

A measure says what it looks at in each match; `estimate` makes a mean of that, with its standard
error, and `estimate_of` another statistic. A new measure is a function and a line in MEASURES.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np

from gridbots_referee.tournament.stats.elo import elo_from_score
from gridbots_referee.tournament.stats.wilson import wilson_half

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridbots.vector import Outcomes

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


class Measure(msgspec.Struct, frozen=True):
    name: str
    meaning: str
    sample: Callable[[Outcomes, int], Sample]
    """What it sees of a player, by its place in the line-up; any player, if it is of the match."""
    of_match: bool = False
    """Whether it has one value for all players."""
    is_share: bool = False
    """Whether it is the share, in percent, of the matches in which something holds."""
    statistic: Callable[[Numbers], float] | None = None
    """What is made of the values that count; None: their mean."""


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


def measured(measure: Measure, outcomes: Outcomes, player: int) -> Estimate:
    """The estimate of a measure for a player of a line-up."""
    sample, seats = measure.sample(outcomes, player), outcomes.places.shape[1]
    if measure.statistic is None:
        return estimate(sample, seats)
    return estimate_of(measure.statistic, sample, seats)


def _every(values: Numbers) -> Sample:
    return Sample(values, np.ones(len(values), np.bool_))


def won(outcomes: Outcomes, player: int) -> Numbers:
    """Whether the player was first, and nobody beside it; alone, whether it has reached the aim."""
    if outcomes.places.shape[1] == 1:
        return outcomes.utilities[:, 0] >= 1
    is_first = outcomes.places == 1
    return is_first[:, player] & (is_first.sum(axis=1) == 1)


def drawn(outcomes: Outcomes) -> Numbers:
    """Whether several shared the first place."""
    return (outcomes.places == 1).sum(axis=1) > 1


def timed_out(outcomes: Outcomes) -> Numbers:
    """Whether a match ended while it could still go on, as only a limit on its rounds ends it.

    More than one was still in, or the only one and it has not reached the aim.
    """
    still_in = outcomes.living.sum(axis=1)
    if outcomes.living.shape[1] == 1:
        return (still_in == 1) & ~won(outcomes, 0)
    return still_in > 1


def lost(outcomes: Outcomes, player: int) -> Numbers:
    return ~won(outcomes, player) & ~drawn(outcomes)


def lead(outcomes: Outcomes, player: int) -> Numbers:
    """How much higher the score of a player is than the mean of the others'."""
    others = outcomes.scores.sum(axis=1) - outcomes.scores[:, player]
    return outcomes.scores[:, player] - others / max(outcomes.scores.shape[1] - 1, 1)


def rank(outcomes: Outcomes, player: int) -> Numbers:
    """How many have done as well as the player or better, itself among them."""
    as_well = outcomes.places <= outcomes.places[:, [player]]
    return as_well.sum(axis=1)


def points(outcomes: Outcomes, player: int) -> Numbers:
    """1 for a win, half for a draw, 0 for a loss; between them for places among many."""
    return (1 + outcomes.utilities[:, player]) / 2


def _rounds_if_won(outcomes: Outcomes, player: int) -> Sample:
    return Sample(outcomes.rounds, won(outcomes, player))


MEASURES: Final = {
    measure.name: measure
    for measure in (
        Measure(
            "win %", "matches that the player alone has won",
            lambda outcomes, player: _every(PERCENT * won(outcomes, player)), is_share=True,
        ),
        Measure(
            "loss %", "matches that others have won; alone, that were not won",
            lambda outcomes, player: _every(PERCENT * lost(outcomes, player)), is_share=True,
        ),
        Measure(
            "draw %", "matches in which several shared the first place",
            lambda outcomes, _: _every(PERCENT * drawn(outcomes)), of_match=True, is_share=True,
        ),
        Measure(
            "time-out %", "matches that ended while more than one was still in",
            lambda outcomes, _: _every(PERCENT * timed_out(outcomes)), of_match=True, is_share=True,
        ),
        Measure(
            "score", "the game's own points",
            lambda outcomes, player: _every(outcomes.scores[:, player]),
        ),
        Measure(
            "score if won", "the score in those matches that the player has won",
            lambda outcomes, player: Sample(outcomes.scores[:, player], won(outcomes, player)),
        ),
        Measure(
            "score x rank", "the score times the number of players that did as well or better",
            lambda outcomes, player: _every(outcomes.scores[:, player] * rank(outcomes, player)),
        ),
        Measure(
            "lead", "the score less the mean score of the others",
            lambda outcomes, player: _every(lead(outcomes, player)),
        ),
        Measure(
            "place", "1 for the best; equals share a place",
            lambda outcomes, player: _every(outcomes.places[:, player]),
        ),
        Measure(
            "utility", "from 1 for a match won to -1 for a match lost",
            lambda outcomes, player: _every(outcomes.utilities[:, player]),
        ),
        Measure(
            "Elo", "what the share of the points says of the player, above the others",
            lambda outcomes, player: _every(points(outcomes, player)), statistic=elo,
        ),
        Measure(
            "margin", "the margin of victory, as the published results of the game count it",
            lambda outcomes, player: _every(outcomes.margins[:, player]),
        ),
        Measure(
            "rounds", "rounds in a match",
            lambda outcomes, _: _every(outcomes.rounds), of_match=True,
        ),
        Measure(
            "rounds if won", "rounds in those matches that the player has won", _rounds_if_won
        ),
        Measure(
            "deviation of rounds if won", "their standard deviation", _rounds_if_won,
            statistic=deviation,
        ),
        Measure(
            "least rounds if won", "the smallest number of them", _rounds_if_won,
            statistic=np.min,
        ),
        Measure(
            "first quartile of rounds if won", "a quarter of those matches had no more",
            _rounds_if_won, statistic=quantile(0.25),
        ),
        Measure(
            "median of rounds if won", "half of those matches had no more",
            _rounds_if_won, statistic=quantile(0.5),
        ),
        Measure(
            "third quartile of rounds if won", "three quarters of those matches had no more",
            _rounds_if_won, statistic=quantile(0.75),
        ),
        Measure(
            "most rounds if won", "the largest number of them", _rounds_if_won,
            statistic=np.max,
        ),
    )
}  # fmt: skip
"""By name."""
