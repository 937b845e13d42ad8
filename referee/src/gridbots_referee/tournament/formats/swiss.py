"""Swiss system: entrants with about equal points meet in each round."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Final

from gridbots_referee.tournament.formats.perfect_matching import has_perfect_matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.tournament.formats.round_robin import Pairing
    from gridbots_referee.tournament.formats.stages import Meeting, Scheduler
    from gridbots_referee.tournament.formats.tournament import Tournament

Met = Counter[tuple[int, ...]]
"""How often each pair has met, the lower entrant first."""

Forbidden = Mapping[int, set[int]]
"""Entrant -> opponents that it must not meet again."""

WINDOW: Final = 2
"""With more than two seats, a pairing is filled with those that have met least, among the next
WINDOW * seats in the ranking."""


def rounds_of(tournament: Tournament) -> int:
    """As declared; by default one more than finds a winner, if all can have new opponents."""
    bots = len(tournament.bots)
    return tournament.rounds or min(math.ceil(math.log2(bots)) + 1, most_rounds(bots))


def most_rounds(bots: int) -> int:
    """Most rounds without rematches, for two seats."""
    return bots - 1 + bots % 2


def swiss(scheduler: Scheduler) -> list[Meeting]:
    """Schedule all finished rounds and the one after them.

    A meeting is worth one point, divided by the results of its matches; a bye is worth one point.
    Two seats are paired by the Dutch system: within a score group the first of the upper half meets
    the first of the lower half and so on, and an odd one moves down to the next group. Rematches
    are avoided if possible. The bye goes to the lowest entrant that has had none. Colours do not
    matter, as a meeting consists of whole match groups. With more seats the pairings are filled
    from the top of the ranking, with those that have met least.
    """
    meetings: list[Meeting] = []
    for stage in range(1, rounds_of(scheduler.tournament) + 1):
        begun = scheduler.meet(stage, pairings(scheduler.bots, scheduler.seats, tuple(meetings)))
        meetings += begun
        if any(meeting.points is None for meeting in begun):
            break
    return meetings


def meeting_points(bots: int, meetings: Sequence[Meeting]) -> list[float]:
    """The points of each entrant."""
    points = [0.0] * bots
    for meeting in meetings:
        for entrant, each in zip(meeting.pairing, meeting.points or (), strict=False):
            points[entrant] += each
    return points


@functools.lru_cache(maxsize=1024)
def pairings(bots: int, seats: int, meetings: tuple[Meeting, ...]) -> tuple[Pairing, ...]:
    """Pairings of the next round; byes come last, as pairings of one.

    Cached, since schedules are made repeatedly while a round is played.
    """
    points = meeting_points(bots, meetings)
    ranking = sorted(range(bots), key=lambda entrant: (-round(points[entrant], 9), entrant))
    met: Met = Counter(pair for each in meetings for pair in combinations(sorted(each.pairing), 2))
    byes = Counter(each.pairing[0] for each in meetings if each.is_bye)
    if seats == 2:
        return tuple(_pairs(ranking, points, met, byes))
    return tuple(_pairings(ranking, seats, met, byes, first=not meetings))


def _pairs(
    ranking: list[int], points: Sequence[float], met: Met, byes: Counter[int]
) -> list[Pairing]:
    for allowed in range(max(met.values(), default=0) + 1):
        forbidden = _forbidden(met, allowed)
        for bye in _byes(ranking, byes):
            left = [entrant for entrant in ranking if entrant != bye]
            if _can_be_paired(left, forbidden):
                pairs = list(_dutch_pairings(left, points, met, forbidden))
                return pairs if bye is None else [*pairs, (bye,)]
    raise AssertionError(ranking)  # with all rematches allowed, there is a pairing


def _byes(ranking: Sequence[int], byes: Counter[int]) -> list[int | None]:
    """Candidates for the bye, the lowest first; [None] if no bye is needed."""
    if len(ranking) % 2 == 0:
        return [None]
    fewest = min(byes[entrant] for entrant in ranking)
    return [entrant for entrant in reversed(ranking) if byes[entrant] == fewest]


def _times(met: Met, one: int, other: int) -> int:
    return met[min(one, other), max(one, other)]


def _forbidden(met: Met, allowed: int) -> dict[int, set[int]]:
    """Opponents that each entrant has met more often than allowed."""
    forbidden: dict[int, set[int]] = {}
    for (one, other), times in met.items():
        if times > allowed:
            forbidden.setdefault(one, set()).add(other)
            forbidden.setdefault(other, set()).add(one)
    return forbidden


def _can_be_paired(left: Sequence[int], forbidden: Forbidden) -> bool:
    """Whether all can be paired without forbidden rematches."""
    most = max(map(len, forbidden.values()), default=0)
    if len(left) % 2 == 0 and len(left) >= 2 * (most + 1):
        return (
            True  # by Dirac's theorem, as in has_perfect_matching, but without building the graph
        )
    return has_perfect_matching(
        [
            [
                number
                for number, other in enumerate(left)
                if other != entrant and other not in forbidden.get(entrant, ())
            ]
            for entrant in left
        ]
    )


def _dutch_pairings(
    left: list[int], points: Sequence[float], met: Met, forbidden: Forbidden
) -> Iterator[Pairing]:
    while left:
        top = left[0]
        partners = sorted(_partners(left, points), key=lambda other: _times(met, top, other))
        for partner in partners:
            rest = [entrant for entrant in left if entrant not in (top, partner)]
            if partner not in forbidden.get(top, ()) and _can_be_paired(rest, forbidden):
                yield top, partner
                left = rest
                break
        else:
            raise AssertionError(left)  # a pairing exists, so the first one has a partner


def _partners(left: Sequence[int], points: Sequence[float]) -> list[int]:
    """Partners of the first, in order: lower half of its score group, upper half, others."""
    level = round(points[left[0]], 9)
    equals = [entrant for entrant in left if round(points[entrant], 9) == level]
    half = len(equals) // 2
    upper = equals[half - 1 : 0 : -1] if half else []
    return [*equals[max(half, 1) :], *upper, *left[len(equals) :]]


def _pairings(
    ranking: list[int], seats: int, met: Met, byes: Counter[int], *, first: bool
) -> list[Pairing]:
    order = sorted(ranking, key=lambda entrant: (byes[entrant], -ranking.index(entrant)))
    resting = order[: len(ranking) % seats]
    left = [entrant for entrant in ranking if entrant not in resting]
    if first:
        return [*_first_round(left, seats), *((entrant,) for entrant in resting)]
    found: list[Pairing] = []
    while left:
        pairing = [left.pop(0)]
        while len(pairing) < seats:
            near = left[: WINDOW * seats]
            known = [sum(_times(met, one, other) for other in pairing) for one in near]
            pairing.append(left.pop(known.index(min(known))))
        found.append(tuple(pairing))
    return [*found, *((entrant,) for entrant in resting)]


def _first_round(ranking: Sequence[int], seats: int) -> Iterator[Pairing]:
    """Pairings of the first round: seeds are spread, so that the top seeds do not meet at once."""
    count = len(ranking) // seats
    for number in range(count):
        yield tuple(ranking[number::count])
