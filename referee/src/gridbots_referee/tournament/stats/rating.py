"""Elo ratings with confidence intervals, and the likelihoods of superiority of all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from gridbots_referee.tournament.stats import bradley_terry
from gridbots_referee.tournament.stats.arrays import arrays_of
from gridbots_referee.tournament.stats.elo import LOGIT, Z_95, likelihood_of_superiority

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.played import PlayedMatch

    Floats = NDArray[np.floating[Any]]

PRIOR = 0.5
"""Prior: half a drawn match against the field. The lower bound of an entrant that has won all of 20
or of 100 matches is then a little below that of the binomial distribution."""


class Rating(msgspec.Struct, frozen=True):
    """An entrant's Elo and results."""

    entrant: int
    elo: float
    low: float
    """Confidence interval of 95 % of the difference to the mean, or to the anchor."""
    high: float
    points: float
    matches: int
    won: int
    drawn: int
    lost: int


class Ratings(msgspec.Struct, frozen=True):
    ratings: tuple[Rating, ...]
    """In the order of the entrants."""
    los: tuple[tuple[float, ...], ...]
    """Likelihood of superiority of the row's entrant over the column's."""


class Anchor(msgspec.Struct, frozen=True):
    """An entrant whose rating is known."""

    entrant: int
    elo: float = 0.0


def fit(
    played: Sequence[PlayedMatch], entrants: int, anchor: Anchor | None = None, prior: float = PRIOR
) -> Ratings:
    """Elo ratings from played matches.

    Args:
        played: matches between two different entrants.
        entrants: the number of entrants, including those that have not played.
        anchor: an entrant with a fixed Elo; without an anchor the mean of all is 0.
        prior: drawn matches of each entrant against the field, above 0.

    Raises:
        ValueError: a match is not between two different entrants in range.
    """
    return fit_matches(arrays_of(played), entrants, anchor, prior)


def fit_matches(
    matches: MatchArrays, entrants: int, anchor: Anchor | None = None, prior: float = PRIOR
) -> Ratings:
    """As `fit`, for matches as arrays."""
    _check(matches, entrants, anchor, prior)
    fitted = bradley_terry.fit(matches, entrants, prior)
    elo, errors = LOGIT * fitted.strengths, LOGIT * np.sqrt(fitted.variances)
    los = likelihood_of_superiority(elo[:, None] - elo[None, :], errors)
    if anchor is None:
        own = LOGIT * np.sqrt(np.diag(fitted.covariance))
    else:
        elo, own = elo - elo[anchor.entrant] + anchor.elo, errors[anchor.entrant]
    return Ratings(
        ratings=_rows(matches, elo, Z_95 * own),
        los=tuple(tuple(row) for row in los.tolist()),
    )


def _check(matches: MatchArrays, entrants: int, anchor: Anchor | None, prior: float) -> None:
    if entrants < 1:
        raise ValueError(f"expected one entrant or more, got {entrants}")
    if matches.seats not in {0, 2}:
        raise ValueError(f"ratings need matches of two players, got some of {matches.seats}")
    matches.check(entrants)
    first, second = matches.players.reshape(-1, 2).T
    alone = first[first == second]
    if alone.size:
        raise ValueError(f"entrant {alone[0]} plays against itself")
    if not np.isin(matches.points, (0, 0.5, 1)).all():
        raise ValueError(f"expected 0, 0.5 or 1 points, got {np.unique(matches.points)}")
    if anchor is not None and not 0 <= anchor.entrant < entrants:
        raise ValueError(f"expected an anchor from 0 to {entrants - 1}, got {anchor.entrant}")
    if prior <= 0:
        raise ValueError(f"expected a prior above 0, got {prior}")


def _rows(matches: MatchArrays, elo: Floats, errors: Floats) -> tuple[Rating, ...]:
    players, points = matches.players.ravel(), matches.points.ravel()
    lost, drawn, won = (
        np.bincount(players[points == result], minlength=len(elo)) for result in (0, 0.5, 1)
    )
    columns = [elo, elo - errors, elo + errors, won + drawn / 2, won + drawn + lost]
    rows = zip(*(column.tolist() for column in [*columns, won, drawn, lost]), strict=True)
    return tuple(Rating(entrant, *row) for entrant, row in enumerate(rows))
