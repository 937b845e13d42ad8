"""Ratings of a contest of two-seat matches: Elo with intervals, and who is likely the stronger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from gridbots_referee.contest.stats import bradley_terry
from gridbots_referee.contest.stats.arrays import arrays_of
from gridbots_referee.contest.stats.elo import LOGIT, NINETY_FIVE, likelihood_of_superiority

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridbots_referee.contest.stats.arrays import Matches
    from gridbots_referee.contest.stats.played import Played

    Floats = NDArray[np.floating[Any]]

PRIOR = 0.5
"""Matches that everyone is taken to have drawn against the field. Half a match puts the lower end
for the winner of all of 20 or of 100 a little below where the binomial distribution has it."""


class Rating(msgspec.Struct, frozen=True):
    """How strong an entrant is, and what it did."""

    entrant: int
    elo: float
    low: float
    """The interval of 95 %, in Elo, of the difference to the mean of all, or to the anchor."""
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
    """How likely the row's entrant is stronger than the column's, from 0 to 1."""


class Anchor(msgspec.Struct, frozen=True):
    """An entrant whose rating is known."""

    entrant: int
    elo: float = 0.0


def fit(
    played: Sequence[Played], entrants: int, anchor: Anchor | None = None, prior: float = PRIOR
) -> Ratings:
    """Elo ratings by all matches that were played.

    Args:
        played: matches of two different entrants.
        entrants: how many there are, whether they have played or not.
        anchor: has the Elo that it says; without one the mean of all is 0.
        prior: how many matches everyone is taken to have drawn against the field, above 0.

    Raises:
        ValueError: a match is not one of two of these entrants.
    """
    return fit_matches(arrays_of(played), entrants, anchor, prior)


def fit_matches(
    matches: Matches, entrants: int, anchor: Anchor | None = None, prior: float = PRIOR
) -> Ratings:
    """As `fit`, for matches as arrays."""
    _check(matches, entrants, anchor, prior)
    fitted = bradley_terry.fit(matches, entrants, prior)
    elo, errors = LOGIT * fitted.strengths, LOGIT * np.sqrt(fitted.squares)
    los = likelihood_of_superiority(elo[:, None] - elo[None, :], errors)
    if anchor is None:
        own = LOGIT * np.sqrt(np.diag(fitted.covariance))
    else:
        elo, own = elo - elo[anchor.entrant] + anchor.elo, errors[anchor.entrant]
    return Ratings(
        ratings=_rows(matches, elo, NINETY_FIVE * own),
        los=tuple(tuple(row) for row in los.tolist()),
    )


def _check(matches: Matches, entrants: int, anchor: Anchor | None, prior: float) -> None:
    if entrants < 1:
        raise ValueError(f"expected one entrant or more, found {entrants}")
    if matches.seats not in {0, 2}:
        raise ValueError(f"expected matches of two players, found some of {matches.seats}")
    matches.check(entrants)
    first, second = matches.players.reshape(-1, 2).T
    alone = first[first == second]
    if alone.size:
        raise ValueError(f"expected matches of two entrants, found one of {alone[0]} with itself")
    if not np.isin(matches.points, (0, 0.5, 1)).all():
        raise ValueError(f"expected 0, 0.5 or 1 points, found {np.unique(matches.points)}")
    if anchor is not None and not 0 <= anchor.entrant < entrants:
        raise ValueError(f"expected an anchor from 0 to {entrants - 1}, found {anchor.entrant}")
    if prior <= 0:
        raise ValueError(f"expected a prior above 0, found {prior}")


def _rows(matches: Matches, elo: Floats, errors: Floats) -> tuple[Rating, ...]:
    players, points = matches.players.ravel(), matches.points.ravel()
    lost, drawn, won = (
        np.bincount(players[points == result], minlength=len(elo)) for result in (0, 0.5, 1)
    )
    columns = [elo, elo - errors, elo + errors, won + drawn / 2, won + drawn + lost]
    rows = zip(*(column.tolist() for column in [*columns, won, drawn, lost]), strict=True)
    return tuple(Rating(entrant, *row) for entrant, row in enumerate(rows))
