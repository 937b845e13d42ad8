"""Schedule: the fixtures of a tournament, as far as they are known now.

Pure functions of the tournament and of the played matches. A runner plays the missing fixtures,
then asks again; the tournament is over when there are no new ones. Results never change a fixture
that was scheduled.
"""

from __future__ import annotations

import functools
import itertools
import math
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.errors import SettingsError
from gridbots_referee.tournament.formats.knockout import EXTRA, knockout
from gridbots_referee.tournament.formats.ladder import WINDOW, ladder
from gridbots_referee.tournament.formats.openings import seats_of
from gridbots_referee.tournament.formats.round_robin import MAX_ALL, MAX_REPEATS, pairings
from gridbots_referee.tournament.formats.stages import Group, Scheduler, numbered_fixtures
from gridbots_referee.tournament.formats.swiss import rounds_of, swiss
from gridbots_referee.tournament.formats.tournament import Size
from gridbots_referee.tournament.stats.arrays import arrays_of, with_walkovers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from gridbots_referee.tournament.formats.round_robin import Pairing
    from gridbots_referee.tournament.formats.tournament import Fixture, Tournament
    from gridbots_referee.tournament.stats.arrays import GroupResult
    from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch


class Schedule(NamedTuple):
    """The matches to play, as far as they are known now."""

    matches: int
    fixtures: Iterator[Fixture]
    """In playing order, made lazily."""
    groups: Iterator[Group]
    """The match groups of these fixtures, numbered from 1, without their openings."""


def schedule(
    tournament: Tournament,
    played: Callable[[], Sequence[PlayedMatch]] = tuple,
    voids: Sequence[VoidMatch] = (),
) -> Schedule:
    """The matches to play, as far as they are known now.

    `played` is called if the format depends on results. Where it needs the winner of a meeting,
    void matches are walkovers.

    Raises:
        GridbotsError: the game or its settings are unknown; or, from the iterator, no random
            opening was found.
    """
    return schedule_by(tournament, lambda: arrays_of(played()).by_group(), voids)


def schedule_by(
    tournament: Tournament,
    results: Callable[[], Mapping[int, GroupResult]],
    voids: Sequence[VoidMatch] = (),
) -> Schedule:
    """As `schedule`, for results by match group."""
    if tournament.format in CYCLES:
        return _cycles(tournament, CYCLES[tournament.format])
    scheduler = Scheduler(tournament, with_walkovers(results(), voids))
    STAGES[tournament.format](scheduler)
    return Schedule(scheduler.matches, scheduler.fixtures(), scheduler.scheduled())


def openings_used(tournament: Tournament, groups: int) -> int:
    """How many openings of a list the first match groups use, counting repetitions."""
    is_shared = tournament.openings.policy == "round" or seats_of(tournament) == 1
    if not is_shared or tournament.format not in CYCLES:
        return groups
    numbers = (
        group.opening or 0 for group in itertools.islice(schedule(tournament).groups, groups)
    )
    return max(numbers, default=-1) + 1


def fixtures(
    tournament: Tournament, played: Sequence[PlayedMatch] = (), voids: Sequence[VoidMatch] = ()
) -> list[Fixture]:
    """The fixtures of `schedule`, all of them."""
    return list(schedule(tournament, lambda: played, voids).fixtures)


def round_robin(bots: int, seats: int, seed: int, before: tuple[int, ...]) -> Sequence[Pairing]:
    """All meet all."""
    return pairings(bots, seats, seed, before)


def gauntlet(bots: int, seats: int, seed: int, before: tuple[int, ...]) -> Sequence[Pairing]:
    """The first entrant meets all others."""
    others = pairings(bots - 1, seats - 1, seed, tuple(known - 1 for known in before))
    return [(0, *(other + 1 for other in pairing)) for pairing in others]


class _Span(NamedTuple):
    """Cycles of the same pairings."""

    bots: int
    before: tuple[int, ...]
    """Numbers of bots for which these cycles were scheduled earlier."""
    cycles: range


def _cycles(tournament: Tournament, cycle_of: Callable[..., Sequence[Pairing]]) -> Schedule:
    """One match group of each pairing before the next."""
    seats, seed = seats_of(tournament), tournament.seed
    # Bots that play alone are compared by their scores from the same openings.
    is_shared = seats == 1 or tournament.openings.policy == "round"
    spans = list(_spans(tournament, seats))

    def pairings_of(span: _Span, cycle: int) -> Sequence[Pairing]:
        return cycle_of(span.bots, seats, seed + cycle, span.before)

    def size(span: _Span) -> int:
        if span.cycles and (seats <= 2 or math.comb(span.bots, seats) <= MAX_ALL):
            return len(span.cycles) * len(pairings_of(span, 0))
        return sum(len(pairings_of(span, cycle)) for cycle in span.cycles)  # samples differ

    def groups() -> Iterator[Group]:
        for span in spans:
            for cycle in span.cycles:
                for pairing in pairings_of(span, cycle):
                    yield Group(1, pairing, cycle if is_shared else None)

    matches = seats * sum(map(size, spans))
    return Schedule(matches, numbered_fixtures(tournament, groups()), groups())


def _spans(tournament: Tournament, seats: int) -> Iterator[_Span]:
    """The earlier schedule first, then the pairings that added bots lack."""
    done: list[_Span] = []
    for size in (*tournament.earlier, Size(len(tournament.bots), tournament.matches)):
        cycles, first = -(-size.matches // seats), 0
        for end in sorted({min(len(each.cycles), cycles) for each in done} | {cycles}):
            before = tuple(each.bots for each in done if len(each.cycles) > first)
            if not before or before[-1] < size.bots:
                yield _Span(size.bots, before, range(first, end))
            first = end
        done.append(_Span(size.bots, (), range(cycles)))


CYCLES: Final[Mapping[str, Callable[..., Sequence[Pairing]]]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
}
"""Formats whose pairings do not depend on results."""
STAGES: Final[Mapping[str, Callable[[Scheduler], object]]] = {
    "swiss": swiss,
    "knockout": knockout,
    "ladder": ladder,
}
"""Formats whose pairings depend on results."""
FORMATS: Final = (*CYCLES, *STAGES)


MOST: Final = 10_000_000
"""Largest tournament, in matches: its store takes about ten gigabytes."""
MOST_IN_STAGES: Final = 1_000_000
"""The same for formats whose pairings depend on results, which are kept in memory."""


class Extent(NamedTuple):
    """Smallest and largest number of matches."""

    least: int
    most: int


def extent(tournament: Tournament, seats: int) -> Extent:
    """Number of matches of a tournament; bounds, for a balanced sample of pairings."""
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
    """Refuse a tournament that is too large to play.

    Raises:
        SettingsError: there are too many matches.
    """
    is_staged = tournament.format not in {"round-robin", "gauntlet"}
    most, least = MOST_IN_STAGES if is_staged else MOST, extent(tournament, seats).least
    if least > most:
        raise SettingsError(
            f"matches: expected at most {most:,} in total, got {least:,} between "
            f"{len(tournament.bots)} bots; you can add more when these have been played"
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
    """Meetings of a newcomer in a ladder of `ranked` entrants."""
    if ranked <= WINDOW:
        return Extent(ranked, ranked)
    above, below = _meetings_of_newcomer(ranked // 2), _meetings_of_newcomer((ranked - 1) // 2)
    return Extent(1 + min(above.least, below.least), 1 + max(above.most, below.most))
