"""OpenSkill ratings (Plackett-Luce), for matches of more than two. Needs the extra `ratings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridbots_referee.contest.stats.played import Played


class Skill(msgspec.Struct, frozen=True):
    """How good an entrant is believed to be, on a scale where beginners have 25 with 25/3."""

    entrant: int
    mu: float
    """The mean of the belief."""
    sigma: float
    """Its standard deviation."""
    ordinal: float
    """mu - 3 sigma: what it is at least, almost certainly. Rank by this."""


def rate(played: Iterable[Played], entrants: int) -> tuple[Skill, ...]:
    """The belief in every entrant after matches of two or more, each taken in turn.

    Unlike the fit of Elo this learns from one match after the other: the order matters, and an
    opening that its matches share is not allowed for.

    Raises:
        ModuleNotFoundError: the extra is not installed.
        ValueError: a match is not one of two or more different entrants of these.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "expected the package openskill, found none: pip install 'gridbots-referee[ratings]'",
            name="openskill",
        ) from error
    model = PlackettLuce()
    beliefs = [model.rating() for _ in range(entrants)]
    for match in played:
        _check(match, entrants)
        teams = [[beliefs[player]] for player in match.players]
        after = model.rate(teams, ranks=_ranks(match.points))
        for player, (belief,) in zip(match.players, after, strict=True):
            beliefs[player] = belief
    return tuple(
        Skill(entrant, belief.mu, belief.sigma, belief.ordinal())
        for entrant, belief in enumerate(beliefs)
    )


def _check(match: Played, entrants: int) -> None:
    players = match.players
    if len(players) < 2 or len(set(players)) < len(players):
        raise ValueError(f"expected two or more different entrants, found {players}")
    if not all(0 <= player < entrants for player in players):
        raise ValueError(f"expected entrants from 0 to {entrants - 1}, found {players}")


def _ranks(points: tuple[float, ...]) -> list[float]:
    """Places from points: how many have more."""
    return [float(sum(other > own for other in points)) for own in points]
