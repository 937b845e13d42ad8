"""Strengths fitted to the matches of two: likeliest values and how far they may be off.

The model of Bradley and Terry: a match gives the first player 1 / (1 + exp(b - a)) points on
average, for strengths a and b in log odds; a draw is half a win and half a loss. Strengths are
likeliest with a little bit of draws that nobody played, so that they are finite whatever happened.

Errors are those of the sandwich (Huber, White; clusters: Liang and Zeger): what counts is how far
the points of a whole match group were off, since what its matches share, the opening, moves them
together or apart. Each group's is corrected for what it has itself pulled the fit (Bell and
McCaffrey).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gridbots_referee.contest.stats.cluster_robust import blend, by_group

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.contest.stats.arrays import Matches

    Floats = NDArray[np.floating[Any]]
    Numbers = NDArray[np.floating[Any] | np.integer[Any]]
    Integers = NDArray[np.integer[Any]]

STEPS = 200
CLOSE = 1e-8
"""Log odds. Newton's steps square what is missing: after one as short nothing is left to gain."""


class Fit(NamedTuple):
    strengths: Floats
    """(n,), in log odds, with the mean 0."""
    covariance: Floats
    """(n, n), of the strengths: rows and columns have the sum 0."""
    squares: Floats
    """(n, n), the variances of the differences of two."""


def fit(matches: Matches, entrants: int, prior: float) -> Fit:
    """Fit strengths to matches.

    Args:
        matches: each of two different entrants.
        entrants: how many, n.
        prior: above 0: how many matches each entrant has drawn against the field in advance, in
            equal parts against each of the others.
    """
    played, points = tables(matches, entrants)
    strengths = likeliest(played, points, prior)
    expected = _expected(strengths)
    imagined = _imagined(entrants, prior)
    bread = _inverse(_laplacian((played + imagined) * expected * (1 - expected)))
    meat = _laplacian(_scatter(matches, played, expected, bread) + imagined / 4)
    covariance = bread @ meat @ bread
    return Fit(strengths, covariance, _squares(covariance))


def tables(matches: Matches, entrants: int) -> tuple[Floats, Floats]:
    """How many matches (n, n) each played against each, and its points in them (n, n)."""
    first, second = _two(matches.players)
    cells = entrants**2
    there, back = first * entrants + second, second * entrants + first
    played = np.bincount(there, minlength=cells) + np.bincount(back, minlength=cells)
    points = sum(
        np.bincount(cell, made, cells)
        for cell, made in zip((there, back), _two(matches.points), strict=True)
    )
    shape = (entrants, entrants)
    return played.reshape(shape).astype(float), np.reshape(points, shape)


def likeliest(played: Floats, points: Floats, prior: float) -> Floats:
    """The strengths (n,) alone, in log odds, from tables (n, n) as `tables` makes them."""
    imagined = _imagined(len(played), prior)
    return _likeliest(played + imagined, points + imagined / 2)


def _imagined(entrants: int, prior: float) -> Floats:
    """The matches (n, n) that were drawn in advance."""
    imagined: Floats = prior / max(entrants - 1, 1) * (1 - np.eye(entrants))
    return imagined


def _two(column: Numbers) -> Any:
    """What the first seats have (m,), and what the second ones have (m,)."""
    return column.reshape(-1, 2).T


def _expected(strengths: Floats) -> Floats:
    """The points (n, n) that a match gives the row's entrant against the column's."""
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _likeliest(played: Floats, points: Floats) -> Floats:
    """The strengths (n,) that explain tables (n, n) best, by damped Newton steps.

    The likelihood is concave, strictly so when everyone has played everyone, if only by a little.
    Its curvature changes by a factor of at most exp(d) where a difference of two strengths does by
    d; a step of log(1 + d) / d of Newton's, for the greatest d in it, cannot go too far for that
    (Sun and Tran-Dinh, "Generalized self-concordant functions", 2019).

    Raises:
        ArithmeticError: the steps did not end.
    """
    strengths: Floats = np.zeros(len(played))
    for _ in range(STEPS):
        expected = _expected(strengths)
        missing = (points - played * expected).sum(axis=1)
        step = _inverse(_laplacian(played * expected * (1 - expected))) @ missing
        greatest = float(np.ptp(step))
        strengths = strengths + step * (math.log1p(greatest) / greatest if greatest else 1)
        if greatest < CLOSE:
            return strengths
    raise ArithmeticError(f"expected a fit within {STEPS} steps; the last was {greatest} log odds")


def _laplacian(weights: Floats) -> Floats:
    """The sum of w * (e_a - e_b)(e_a - e_b)' over all twos, for symmetric weights w (n, n)."""
    inner = weights - np.diag(np.diag(weights))
    return np.diag(inner.sum(axis=1)) - inner


def _inverse(laplacian: Floats) -> Floats:
    """The pseudo-inverse of a connected Laplacian (n, n): its null space are equal strengths."""
    level = np.trace(laplacian) / len(laplacian) ** 2 or 1.0
    return np.linalg.inv(laplacian + level) - 1 / (level * len(laplacian) ** 2)


def _scatter(matches: Matches, played: Floats, expected: Floats, bread: Floats) -> Floats:
    """How much the points of groups scatter, summed for each two entrants (n, n)."""
    entrants = len(played)
    cell, off = _aligned(matches, expected)
    owner, together = by_group(cell, matches.group, off)
    groups = _symmetric(np.bincount(owner, minlength=entrants**2), entrants)
    grouped = _symmetric(np.bincount(owner, together**2, entrants**2), entrants)
    single = _symmetric(np.bincount(cell, off**2, entrants**2), entrants)
    # All of an entrant's groups tell how its results scatter, not only those against this one.
    counted = groups.sum(axis=1)
    fewer = np.minimum(counted[:, None], counted[None, :])
    # How much of a group's own points the fit has followed.
    size = played / np.maximum(groups, 1)
    leverage = size * expected * (1 - expected) * _squares(bread)
    return blend(fewer, grouped, single) / (1 - leverage)


def _aligned(matches: Matches, expected: Floats) -> tuple[Integers, Floats]:
    """Which two each match is of, the lesser first, and how far that one's points were off."""
    first, second = _two(matches.players)
    off = _two(matches.points)[0] - expected[first, second]
    cell = np.minimum(first, second) * len(expected) + np.maximum(first, second)
    return cell, np.where(first < second, off, -off)


def _squares(covariance: Floats) -> Floats:
    """Variances (n, n) of the differences of two, given the covariance (n, n) of all."""
    own = np.diag(covariance)
    squares: Floats = own[:, None] + own[None, :] - 2 * covariance
    return squares.clip(min=0)


def _symmetric(flat: Numbers, entrants: int) -> Floats:
    """A table (n, n) from its upper triangle, given flat (n * n)."""
    upper = flat.reshape(entrants, entrants).astype(float)
    table: Floats = upper + upper.T
    return table
