"""Standings by points, for matches of any number of seats, and how sure they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from gridbots_referee.contest.clusters import blend, by_group
from gridbots_referee.contest.elo import NINETY_FIVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridbots_referee.contest.fixture import Played

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


class Standing(msgspec.Struct, frozen=True):
    entrant: int
    overall: Share
    seats: tuple[Share, ...]
    """What it made of each seat."""


class _Results(NamedTuple):
    """What players made of matches, as arrays (m,)."""

    cell: Integers
    """What the result counts for."""
    group: Integers
    points: Floats


def standings(played: Sequence[Played], entrants: int) -> tuple[Standing, ...]:
    """Entrants by mean points, the best first and those that have not played last.

    Args:
        played: matches; all of them with the same number of seats.
        entrants: how many there are, whether they have played or not.

    Raises:
        ValueError: matches differ in their seats, or are of other entrants.
    """
    results = _results(played, entrants)
    seats = len(played[0].players) if played else 0
    seat = np.tile(np.arange(seats), len(played))
    overall = _shares(results, entrants)
    apart = _shares(results._replace(cell=results.cell * seats + seat), entrants * seats)
    found = [
        Standing(entrant, overall[entrant], tuple(apart[entrant * seats : (entrant + 1) * seats]))
        for entrant in range(entrants)
    ]
    return tuple(sorted(found, key=_place))


def _results(played: Sequence[Played], entrants: int) -> _Results:
    """What all players made of all matches, each counting for its player; seat by seat."""
    seats = {len(match.players) for match in played}
    if len(seats) > 1:
        raise ValueError(f"expected matches of as many seats, found some of {sorted(seats)}")
    players = np.array([match.players for match in played], np.int64).ravel()
    strange = players[(players < 0) | (players >= entrants)]
    if strange.size:
        raise ValueError(f"expected entrants from 0 to {entrants - 1}, found {strange[0]}")
    return _Results(
        cell=players,
        group=np.repeat(
            np.array([match.group for match in played], np.int64), max(seats, default=0)
        ),
        points=np.array([match.points for match in played], np.float64).ravel(),
    )


def _place(standing: Standing) -> tuple[bool, float]:
    mean = standing.overall.mean
    return mean is None, -(mean or 0)


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
