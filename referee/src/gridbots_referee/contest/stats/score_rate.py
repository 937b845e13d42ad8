"""Which share of the points entrants have taken, in any number of seats, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from gridbots_referee.contest.stats.cluster_robust import blend, by_group
from gridbots_referee.contest.stats.elo import NINETY_FIVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.contest.stats.arrays import Matches

    Floats = NDArray[np.floating[Any]]
    Integers = NDArray[np.integer[Any]]

PRIOR = 0.5
"""Matches with half the points that an interval is reckoned with besides those played, so that it
has two ends for those that always won or never played."""


class Share(msgspec.Struct, frozen=True):
    """Points of some matches."""

    matches: int
    points: float
    mean: float | None
    """Of a match, from 0 to 1; None without matches."""
    low: float
    """The interval of 95 % for the mean."""
    high: float


class Shares(msgspec.Struct, frozen=True):
    """What an entrant has taken."""

    overall: Share
    seats: tuple[Share, ...]
    """In each seat; none before the first match."""


class _Results(NamedTuple):
    """What players made of matches, as arrays (m,)."""

    cell: Integers
    """What the result counts for."""
    group: Integers
    points: Floats


def shares(matches: Matches, entrants: int) -> tuple[Shares, ...]:
    """The shares of all entrants, in their order, whether they have played or not.

    Raises:
        ValueError: a match is of other entrants.
    """
    matches.check(entrants)
    seats = matches.seats
    results = _Results(
        cell=matches.players.ravel(),
        group=np.repeat(matches.group, seats),
        points=matches.points.ravel(),
    )
    seat = np.tile(np.arange(seats), len(matches.group))
    overall = _shares(results, entrants)
    apart = _shares(results._replace(cell=results.cell * seats + seat), entrants * seats)
    return tuple(
        Shares(overall[entrant], tuple(apart[entrant * seats : (entrant + 1) * seats]))
        for entrant in range(entrants)
    )


def _shares(results: _Results, cells: int) -> list[Share]:
    """The share of each cell; the interval is one of log odds, which keeps it between 0 and 1."""
    matches = np.bincount(results.cell, minlength=cells)
    points = np.bincount(results.cell, results.points, cells)
    size = matches + PRIOR
    centre = (points + PRIOR / 2) / size
    error = np.sqrt(_scatter(results, centre, size) + PRIOR / 4) / size
    odds = np.log(centre / (1 - centre))
    reach = NINETY_FIVE * error / (centre * (1 - centre))
    low, high = (1 / (1 + np.exp(-odds - side * reach)) for side in (-1, 1))
    columns = zip(matches.tolist(), points.tolist(), low.tolist(), high.tolist(), strict=True)
    return [_share(*row) for row in columns]


def _share(matches: int, points: float, low: float, high: float) -> Share:
    if matches == 0:
        return Share(matches, points, None, low, high)
    mean = points / matches
    return Share(matches, points, mean, min(low, mean), max(high, mean))


def _scatter(results: _Results, centre: Floats, size: Floats) -> Floats:
    """How much the points of groups scatter about the centre, summed for each cell."""
    cells = len(centre)
    off = results.points - centre[results.cell]
    owner, together = by_group(results.cell, results.group, off)
    groups = np.bincount(owner, minlength=cells)
    grouped = np.bincount(owner, together**2, cells)
    single = np.bincount(results.cell, off**2, cells)
    leverage = 1 / np.maximum(groups, 1) * (size - PRIOR) / size
    return blend(groups, grouped, single) / (1 - leverage)
