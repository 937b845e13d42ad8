"""Schedule: the fixtures of a tournament, as far as they are known now.

Pure functions of the tournament and of what was played. A runner plays the fixtures that are
missing, then asks again; when nothing new comes, the tournament is over. A fixture never changes
when more has been played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.tournament.formats.knockout import knockout
from gridbots_referee.tournament.formats.ladder import ladder
from gridbots_referee.tournament.formats.round_robin import pairings
from gridbots_referee.tournament.formats.stages import Scheduler
from gridbots_referee.tournament.formats.swiss import swiss
from gridbots_referee.tournament.stats.arrays import arrays_of, with_walkovers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots_referee.tournament.formats.fixture import Fixture
    from gridbots_referee.tournament.formats.round_robin import Pairing
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch


def fixtures(
    tournament: Tournament, played: Sequence[PlayedMatch] = (), voids: Sequence[VoidMatch] = ()
) -> list[Fixture]:
    """All that should be played as far as it is known now, in playing order.

    Where a format needs the winner of a meeting, matches that could not be played are walkovers.

    Raises:
        GridbotsError: the game or its settings are unknown, or no random opening was found.
    """
    results = with_walkovers(arrays_of(played).by_group(), voids)
    scheduler = Scheduler(tournament, results)
    FORMATS[tournament.format](scheduler)
    return scheduler.fixtures()


def round_robin(scheduler: Scheduler) -> None:
    """All meet all, one match group of each pairing before the next."""
    _in_cycles(scheduler, lambda seed: pairings(scheduler.bots, scheduler.seats, seed))


def gauntlet(scheduler: Scheduler) -> None:
    """The first entrant meets all others."""

    def with_challenger(seed: int) -> Sequence[Pairing]:
        others = pairings(scheduler.bots - 1, scheduler.seats - 1, seed)
        return [(0, *(other + 1 for other in pairing)) for pairing in others]

    _in_cycles(scheduler, with_challenger)


def _in_cycles(scheduler: Scheduler, pairings_for: Callable[[int], Sequence[Pairing]]) -> None:
    for cycle in range(scheduler.groups):
        # Who plays alone is compared with the others by what they do from the same opening.
        opening = cycle if scheduler.seats == 1 else None
        for pairing in pairings_for(scheduler.tournament.seed + cycle):
            scheduler.add(1, pairing, opening)


FORMATS: Final[Mapping[str, Callable[[Scheduler], object]]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "swiss": swiss,
    "knockout": knockout,
    "ladder": ladder,
}
