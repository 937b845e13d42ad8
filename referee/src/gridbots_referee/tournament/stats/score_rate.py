"""Score rate with its confidence interval, for any number of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from gridbots_referee.tournament.stats.cluster_robust import cluster_sums, shrink
from gridbots_referee.tournament.stats.elo import Z_95

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.arrays import MatchArrays

    Floats = NDArray[np.floating[Any]]
    Integers = NDArray[np.integer[Any]]

PRIOR = 0.5
"""Prior: half a drawn match. So the interval is defined for entrants that always won or never
played."""


class ScoreRate(msgspec.Struct, frozen=True):
    """Points per match."""

    matches: int
    points: float
    mean: float | None
    """The score rate, from 0 to 1; None without matches."""
    low: float
    """Confidence interval of 95 %."""
    high: float


class ScoreRates(msgspec.Struct, frozen=True):
    """An entrant's score rates."""

    overall: ScoreRate
    seats: tuple[ScoreRate, ...]
    """Per seat; empty before the first match."""


class _Results(NamedTuple):
    """Results of players, as arrays (m,)."""

    cell: Integers
    """The index of the rate to which a result counts."""
    cluster: Integers
    points: Floats


def score_rates(matches: MatchArrays, entrants: int) -> tuple[ScoreRates, ...]:
    """The score rates of all entrants, including those that have not played.

    Raises:
        ValueError: an entrant of a match is out of range.
    """
    matches.check(entrants)
    seats = matches.seats
    results = _Results(
        cell=matches.players.ravel(),
        cluster=np.repeat(matches.cluster, seats),
        points=matches.points.ravel(),
    )
    seat = np.tile(np.arange(seats), len(matches.group))
    overall = _score_rates(results, entrants)
    by_seat = _score_rates(results._replace(cell=results.cell * seats + seat), entrants * seats)
    return tuple(
        ScoreRates(overall[entrant], tuple(by_seat[entrant * seats : (entrant + 1) * seats]))
        for entrant in range(entrants)
    )


def rates_of(cells: Integers, clusters: Integers, points: Floats, number: int) -> list[ScoreRate]:
    """Rates of `number` cells, from results that each count to one cell."""
    return _score_rates(_Results(cells, clusters, points), number)


def _score_rates(results: _Results, cells: int) -> list[ScoreRate]:
    """The rate of each cell; its interval is computed in log odds, so it stays between 0 and 1."""
    matches = np.bincount(results.cell, minlength=cells)
    points = np.bincount(results.cell, results.points, cells)
    size = matches + PRIOR
    centre = (points + PRIOR / 2) / size
    error = np.sqrt(_scatter(results, centre, size) + PRIOR / 4) / size
    odds = np.log(centre / (1 - centre))
    reach = Z_95 * error / (centre * (1 - centre))
    low, high = (1 / (1 + np.exp(-odds - side * reach)) for side in (-1, 1))
    columns = zip(matches.tolist(), points.tolist(), low.tolist(), high.tolist(), strict=True)
    return [_score_rate(*row) for row in columns]


def _score_rate(matches: int, points: float, low: float, high: float) -> ScoreRate:
    if matches == 0:
        return ScoreRate(matches, points, None, low, high)
    mean = points / matches
    return ScoreRate(matches, points, mean, min(low, mean), max(high, mean))


def _scatter(results: _Results, centre: Floats, size: Floats) -> Floats:
    """Sums of squared cluster residuals, for each cell."""
    cells = len(centre)
    residual = results.points - centre[results.cell]
    owner, together = cluster_sums(results.cell, results.cluster, residual)
    groups = np.bincount(owner, minlength=cells)
    grouped = np.bincount(owner, together**2, cells)
    single = np.bincount(results.cell, residual**2, cells)
    leverage = 1 / np.maximum(groups, 1) * (size - PRIOR) / size
    return shrink(groups, grouped, single) / (1 - leverage)
