"""Plackett-Luce ratings by OpenSkill, for matches of more than two; needs the extra `ratings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridbots_referee.tournament.stats.played import PlayedMatch


class Skill(msgspec.Struct, frozen=True):
    """Posterior of an entrant's skill; the prior has mean 25 and standard deviation 25/3."""

    entrant: int
    mu: float
    """Posterior mean."""
    sigma: float
    """Posterior standard deviation."""
    ordinal: float
    """mu - 3 sigma, a conservative lower bound. Rank by this."""


def rate(played: Iterable[PlayedMatch], entrants: int) -> tuple[Skill, ...]:
    """Online ratings: the posterior of every entrant, updated match by match.

    Unlike in a fit of Elo, the order of matches matters, and matches of a group count as
    independent.

    Raises:
        ModuleNotFoundError: the extra is not installed.
        ValueError: a match is not between two or more different entrants in range.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "openskill is not installed; run pip install 'gridbots-referee[ratings]'",
            name="openskill",
        ) from error
    model = PlackettLuce()
    posteriors = [model.rating() for _ in range(entrants)]
    for match in played:
        _check(match, entrants)
        teams = [[posteriors[player]] for player in match.players]
        after = model.rate(teams, ranks=_ranks(match.points))
        for player, (posterior,) in zip(match.players, after, strict=True):
            posteriors[player] = posterior
    return tuple(
        Skill(entrant, posterior.mu, posterior.sigma, posterior.ordinal())
        for entrant, posterior in enumerate(posteriors)
    )


def _check(match: PlayedMatch, entrants: int) -> None:
    players = match.players
    if len(players) < 2 or len(set(players)) < len(players):
        raise ValueError(f"expected two or more different entrants, got {players}")
    if not all(0 <= player < entrants for player in players):
        raise ValueError(f"expected entrants from 0 to {entrants - 1}, got {players}")


def _ranks(points: tuple[float, ...]) -> list[float]:
    """Ranks from points: the number of players with more points."""
    return [float(sum(other > own for other in points)) for own in points]
