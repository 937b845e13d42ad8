"""Extent: how many matches a tournament has, at least and at most, without scheduling them."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.errors import SettingsError
from gridbots_referee.tournament.formats.knockout import EXTRA
from gridbots_referee.tournament.formats.ladder import WINDOW
from gridbots_referee.tournament.formats.round_robin import MAX_ALL, MAX_REPEATS
from gridbots_referee.tournament.formats.swiss import rounds_of

if TYPE_CHECKING:
    from gridbots_referee.tournament.formats.tournament import Tournament

MOST: Final = 10_000_000
"""Matches of a tournament at most: a store of them takes some ten gigabytes."""
MOST_IN_STAGES: Final = 1_000_000
"""The same where who meets whom depends on results, so that all that is known is kept."""


class Extent(NamedTuple):
    """Matches of a tournament, at least and at most."""

    least: int
    most: int


def extent(tournament: Tournament, seats: int) -> Extent:
    """How many matches it has; for a balanced sample of pairings these are bounds."""
    bots = len(tournament.bots)
    meeting = seats * -(-tournament.matches // seats)
    match tournament.format:
        case "round-robin":
            return _times(_pairings(bots, seats), meeting)
        case "gauntlet":
            return _times(_pairings(bots - 1, seats - 1), meeting)
        case "swiss":
            meetings = rounds_of(tournament) * (bots // seats)
            return Extent(meetings * meeting, meetings * meeting)
        case "knockout":
            return Extent((bots - 1) * meeting, (bots - 1) * (meeting + EXTRA * seats))
    newcomers = [_meetings_of_newcomer(place) for place in range(1, bots)]
    return Extent(
        meeting * sum(each.least for each in newcomers),
        meeting * sum(each.most for each in newcomers),
    )


def check_extent(tournament: Tournament, seats: int) -> None:
    """Refuse what no machine plays.

    Raises:
        SettingsError: there are too many matches.
    """
    is_staged = tournament.format not in {"round-robin", "gauntlet"}
    most, least = MOST_IN_STAGES if is_staged else MOST, extent(tournament, seats).least
    if least > most:
        raise SettingsError(
            f"matches: expected {most:,} at most in all, got {least:,} between "
            f"{len(tournament.bots)} bots; more can be added when these have been played"
        )


def _times(pairings: Extent, matches: int) -> Extent:
    return Extent(pairings.least * matches, pairings.most * matches)


def _pairings(bots: int, seats: int) -> Extent:
    every = math.comb(bots, seats)
    if seats <= 2 or every <= MAX_ALL:
        return Extent(every, every)
    whole = bots // math.gcd(bots, seats)
    enough = math.comb(bots, 2) // math.comb(seats, 2)
    return Extent(-(-bots // seats), MAX_REPEATS * enough + 2 * whole)


@functools.cache
def _meetings_of_newcomer(ranked: int) -> Extent:
    """Meetings in a ladder, of one who looks for a place among so many."""
    if ranked <= WINDOW:
        return Extent(ranked, ranked)
    above, below = _meetings_of_newcomer(ranked // 2), _meetings_of_newcomer((ranked - 1) // 2)
    return Extent(1 + min(above.least, below.least), 1 + max(above.most, below.most))
