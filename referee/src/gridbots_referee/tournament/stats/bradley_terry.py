"""Bradley-Terry model: maximum-likelihood strengths with cluster-robust standard errors.

The expected points of the first player are 1 / (1 + exp(b - a)), for strengths a and b in log odds;
a draw is half a win and half a loss. A prior of a few drawn matches keeps all strengths finite.

The covariance is the sandwich estimator (Huber, White; clusters: Liang and Zeger). The matches of a
cluster share an opening, so their residuals are correlated. Usually a cluster is a match group; if
all pairs have the same openings, it contains matches of many pairs. Residuals are corrected for the
leverage of their cluster (Bell and McCaffrey).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gridbots_referee.tournament.stats.cluster_robust import cluster_sums, shrink

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.arrays import MatchArrays

    Floats = NDArray[np.floating[Any]]
    Numbers = NDArray[np.floating[Any] | np.integer[Any]]
    Integers = NDArray[np.integer[Any]]

MAX_STEPS = 200
TOLERANCE = 1e-8
"""In log odds. Newton steps converge quadratically, so the fit is exact after such a short step."""


class Fit(NamedTuple):
    strengths: Floats
    """(n,), in log odds, with mean 0."""
    covariance: Floats
    """(n, n), of the strengths; rows and columns sum to 0."""
    variances: Floats
    """(n, n), of the differences of two strengths."""


def fit(matches: MatchArrays, entrants: int, prior: float) -> Fit:
    """Fit strengths to matches.

    Args:
        matches: each between two different entrants.
        entrants: their number, n.
        prior: above 0: drawn matches of each entrant against the field, split equally among the
            other entrants.
    """
    played, points = result_matrices(matches, entrants)
    strengths = maximum_likelihood(played, points, prior)
    expected = _expected(strengths)
    prior_matches = _prior_matches(entrants, prior)
    bread = _inverse(_laplacian((played + prior_matches) * expected * (1 - expected)))
    meat = _laplacian(_cluster_scatter(matches, played, expected, bread) + prior_matches / 4)
    meat += _scatter_between_pairs(matches, expected)
    covariance = bread @ meat @ bread
    return Fit(strengths, covariance, _variances(covariance))


def result_matrices(matches: MatchArrays, entrants: int) -> tuple[Floats, Floats]:
    """Matches (n, n) of each pair, and the points (n, n) of the row's entrant in them."""
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


def maximum_likelihood(played: Floats, points: Floats, prior: float) -> Floats:
    """Strengths (n,), in log odds, from the matrices of `result_matrices`."""
    prior_matches = _prior_matches(len(played), prior)
    return _maximum_likelihood(played + prior_matches, points + prior_matches / 2)


def _prior_matches(entrants: int, prior: float) -> Floats:
    """The drawn matches (n, n) of the prior."""
    prior_matches: Floats = prior / max(entrants - 1, 1) * (1 - np.eye(entrants))
    return prior_matches


def _two(column: Numbers) -> Any:
    """A column (m, 2) as two columns (m,), of the first and of the second seats."""
    return column.reshape(-1, 2).T


def _expected(strengths: Floats) -> Floats:
    """Expected points (n, n) of the row's entrant in a match against the column's."""
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _maximum_likelihood(played: Floats, points: Floats) -> Floats:
    """Maximum likelihood (n,) by damped Newton steps.

    The log likelihood is strictly concave, since the prior has every pair meet. Its curvature
    changes by a factor of at most exp(d) when a difference of strengths changes by d. So a Newton
    step is scaled by log(1 + d) / d, for its largest difference d, and never goes too far (Sun and
    Tran-Dinh, "Generalized self-concordant functions", 2019).

    Raises:
        ArithmeticError: the fit did not converge.
    """
    strengths: Floats = np.zeros(len(played))
    for _ in range(MAX_STEPS):
        expected = _expected(strengths)
        missing = (points - played * expected).sum(axis=1)
        step = _inverse(_laplacian(played * expected * (1 - expected))) @ missing
        greatest = float(np.ptp(step))
        strengths = strengths + step * (math.log1p(greatest) / greatest if greatest else 1)
        if greatest < TOLERANCE:
            return strengths
    raise ArithmeticError(
        f"the fit did not converge in {MAX_STEPS} steps; the last was {greatest} log odds"
    )


def _laplacian(weights: Floats) -> Floats:
    """Graph Laplacian: the sum of w (e_a - e_b)(e_a - e_b)' over pairs, for weights w (n, n)."""
    inner = weights - np.diag(np.diag(weights))
    return np.diag(inner.sum(axis=1)) - inner


def _inverse(laplacian: Floats) -> Floats:
    """Pseudo-inverse of a connected Laplacian (n, n); its null space is that of equal strengths."""
    level = np.trace(laplacian) / len(laplacian) ** 2 or 1.0
    return np.linalg.inv(laplacian + level) - 1 / (level * len(laplacian) ** 2)


def _cluster_scatter(
    matches: MatchArrays, played: Floats, expected: Floats, bread: Floats
) -> Floats:
    """Sums of squared cluster residuals, for each pair of entrants (n, n)."""
    entrants = len(played)
    cell, residual = _aligned(matches, expected)
    owner, together = cluster_sums(cell, matches.cluster, residual)
    groups = _symmetric(np.bincount(owner, minlength=entrants**2), entrants)
    grouped = _symmetric(np.bincount(owner, together**2, entrants**2), entrants)
    single = _symmetric(np.bincount(cell, residual**2, entrants**2), entrants)
    # All clusters of an entrant inform its variance, not only those against this opponent.
    counted = groups.sum(axis=1)
    fewer = np.minimum(counted[:, None], counted[None, :])
    # Leverage: the influence of a cluster's points on their own fit.
    size = played / np.maximum(groups, 1)
    leverage = size * expected * (1 - expected) * _variances(bread)
    return shrink(fewer, grouped, single) / (1 - leverage)


def _scatter_between_pairs(matches: MatchArrays, expected: Floats) -> Floats:
    """Products (n, n) of residuals of different pairs in a cluster, added up for their entrants.

    They are shrunk at least as much as the squares in `_cluster_scatter`, so that the sum of both
    stays positive.
    """
    entrants = len(expected)
    cell, residual = _aligned(matches, expected)
    owner, together = cluster_sums(cell, matches.cluster, residual)
    numbers, cluster = np.unique(matches.cluster, return_inverse=True)
    if len(numbers) == len(owner):  # Each cluster contains only one pair.
        return np.zeros((entrants, entrants))
    sums: Floats = np.zeros(len(numbers) * entrants)
    for sign, player in zip((1, -1), divmod(cell, entrants), strict=True):
        sums += np.bincount(cluster * entrants + player, sign * residual, len(sums))
    scores = sums.reshape(len(numbers), entrants)
    within = _symmetric(np.bincount(owner, together**2, entrants**2), entrants)
    between = scores.T @ scores - _laplacian(within)
    return shrink(np.array(len(numbers)), between, np.zeros(()))


def _aligned(matches: MatchArrays, expected: Floats) -> tuple[Integers, Floats]:
    """The pair of each match, the lower entrant first, and that entrant's residual."""
    first, second = _two(matches.players)
    residual = _two(matches.points)[0] - expected[first, second]
    cell = np.minimum(first, second) * len(expected) + np.maximum(first, second)
    return cell, np.where(first < second, residual, -residual)


def _variances(covariance: Floats) -> Floats:
    """Variances (n, n) of differences of strengths, from their covariance (n, n)."""
    own = np.diag(covariance)
    variances: Floats = own[:, None] + own[None, :] - 2 * covariance
    return variances.clip(min=0)


def _symmetric(flat: Numbers, entrants: int) -> Floats:
    """A symmetric matrix (n, n) from its upper triangle, given flat (n * n)."""
    upper = flat.reshape(entrants, entrants).astype(float)
    table: Floats = upper + upper.T
    return table
