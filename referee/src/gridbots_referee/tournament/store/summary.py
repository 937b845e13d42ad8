"""Summary of a tournament: standings, score rates, ratings and terminations of all entrants."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.tournament.formats.standings import Standing, rank, ranked_by
from gridbots_referee.tournament.stats import plackett_luce, rating
from gridbots_referee.tournament.stats.score_rate import ScoreRates, score_rates
from gridbots_referee.tournament.store.terminations import Tally, tallies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.tournament import Entrant, Tournament
    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.plackett_luce import Skill
    from gridbots_referee.tournament.stats.played import VoidMatch
    from gridbots_referee.tournament.stats.rating import Ratings
    from gridbots_referee.tournament.store.store import Store


class EntrantSummary(msgspec.Struct, frozen=True):
    """Everything about an entrant."""

    entrant: Entrant
    standing: Standing
    tally: Tally
    score_rates: ScoreRates
    rating: rating.Rating | None
    """With two seats, when something has been played."""
    los: tuple[float, ...] | None
    """Likelihood of superiority over each of the others, in the order of the rows; as `rating`."""
    los_next: float | None
    """The same for the next entrant below; None for the last one."""
    skill: Skill | None
    """Where it was asked for."""


class TournamentSummary(msgspec.Struct, frozen=True):
    tournament: Tournament
    matches: int
    """That have been played."""
    seats: int
    """0 before the first match."""
    ranked_by: tuple[str, ...]
    """The fields of `Standing` by which the rows are ordered, one after the other."""
    rows: tuple[EntrantSummary, ...]
    """The best entrant first."""
    voids: tuple[VoidMatch, ...]
    """What could not be played."""


def summarise(store: Store, *, with_skill: bool = False) -> TournamentSummary:
    """Read a store.

    Raises:
        StoreError: it cannot be read.
        ModuleNotFoundError: `with_skill`, and the extra `ratings` is not installed.
        GridbotsError: the meetings of its format depend on a game that is not installed.
    """
    matches = store.arrays()
    entrants = len(store.tournament.bots)
    skills = (
        plackett_luce.rate(store.played(), entrants) if with_skill and matches.seats > 1 else None
    )
    return summary_of(store.tournament, matches, store.voids(), tallies(store), skills)


def summary_of(
    tournament: Tournament,
    matches: MatchArrays,
    voids: Sequence[VoidMatch],
    counted: Sequence[Tally],
    skills: Sequence[Skill] | None = None,
) -> TournamentSummary:
    """The summary of what has been read; tallies and skills are in the order of the entrants."""
    ranking = rank(tournament, matches, voids)
    return TournamentSummary(
        tournament=tournament,
        matches=len(matches.group),
        seats=matches.seats,
        ranked_by=ranked_by(tournament, matches.seats),
        rows=_rows(tournament, matches, ranking, counted, skills),
        voids=tuple(voids),
    )


def standings_of(store: Store) -> list[Standing]:
    """The ranking alone."""
    matches = store.arrays()
    return rank(store.tournament, matches, store.voids())


def _rows(
    tournament: Tournament,
    matches: MatchArrays,
    ranking: Sequence[Standing],
    counted: Sequence[Tally],
    skills: Sequence[Skill] | None,
) -> tuple[EntrantSummary, ...]:
    entrants = len(ranking)
    order = [standing.entrant for standing in ranking]
    taken = score_rates(matches, entrants)
    ratings = _ratings(matches, entrants)
    return tuple(
        EntrantSummary(
            entrant=tournament.bots[entrant],
            standing=standing,
            tally=counted[entrant],
            score_rates=taken[entrant],
            rating=ratings.ratings[entrant] if ratings else None,
            los=tuple(ratings.los[entrant][other] for other in order) if ratings else None,
            los_next=ratings.los[entrant][lower] if ratings and lower is not None else None,
            skill=skills[entrant] if skills else None,
        )
        for standing, (entrant, lower) in zip(ranking, zip_longest(order, order[1:]), strict=True)
    )


def _ratings(matches: MatchArrays, entrants: int) -> Ratings | None:
    return rating.fit_matches(matches, entrants) if matches.seats == 2 else None
