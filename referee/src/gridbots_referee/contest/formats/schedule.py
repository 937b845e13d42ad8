"""What is to be played: from a tournament and what has been played, all that is known now.

Pure functions. A runner plays those fixtures that have not been played, then asks again; when
nothing new comes, the contest is over. A fixture never changes when more has been played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.contest.formats.knockout import knockout
from gridbots_referee.contest.formats.ladder import ladder
from gridbots_referee.contest.formats.round_robin import tables
from gridbots_referee.contest.formats.stages import Course
from gridbots_referee.contest.formats.swiss import swiss
from gridbots_referee.contest.stats.arrays import arrays_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots_referee.contest.formats.fixture import Fixture
    from gridbots_referee.contest.formats.round_robin import Table
    from gridbots_referee.contest.formats.tournament import Tournament
    from gridbots_referee.contest.stats.played import Played


def fixtures(tournament: Tournament, played: Sequence[Played] = ()) -> list[Fixture]:
    """All that should be played as far as it is known now, in playing order.

    Raises:
        GridbotsError: the game or its settings are unknown, or no random opening was found.
    """
    course = Course(tournament, arrays_of(played).by_group())
    FORMATS[tournament.format](course)
    return course.fixtures()


def round_robin(course: Course) -> None:
    """All meet all, one group of all tables before the next."""
    _in_cycles(course, lambda seed: tables(course.bots, course.seats, seed))


def gauntlet(course: Course) -> None:
    """The first entrant meets all others."""

    def with_challenger(seed: int) -> Sequence[Table]:
        others = tables(course.bots - 1, course.seats - 1, seed)
        return [(0, *(other + 1 for other in table)) for table in others]

    _in_cycles(course, with_challenger)


def _in_cycles(course: Course, tables_for: Callable[[int], Sequence[Table]]) -> None:
    for cycle in range(course.groups):
        # Who plays alone is compared with the others by what they do from the same opening.
        opening = cycle if course.seats == 1 else None
        for table in tables_for(course.tournament.seed + cycle):
            course.add(1, table, opening)


FORMATS: Final[Mapping[str, Callable[[Course], object]]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "swiss": swiss,
    "knockout": knockout,
    "ladder": ladder,
}
