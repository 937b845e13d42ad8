"""Stages: match groups in the order in which they are played, and their results.

A format requests meetings from the scheduler, stage by stage, and continues when all of them have
been played. Its requests depend only on the tournament and on finished stages, and match groups
are numbered in the order of requests. So a fixture always gets the same id, players and opening,
whatever else has been played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from gridbots_referee.tournament.formats.openings import openings_of, seats_of
from gridbots_referee.tournament.formats.tournament import Fixture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gridbots_referee.tournament.formats.round_robin import Pairing
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.arrays import GroupResult


class Group(NamedTuple):
    """A scheduled match group."""

    stage: int
    pairing: Pairing
    opening: int | None = None
    """The number of its opening; by default one less than that of the group."""


def numbered_fixtures(tournament: Tournament, groups: Iterable[Group]) -> Iterator[Fixture]:
    """The fixtures of match groups: one match for each rotation of the seats.

    Raises:
        OpeningError: no random opening was found.
    """
    opening_of = openings_of(tournament)
    for number, (stage, pairing, place) in enumerate(groups, 1):
        opening = opening_of(number - 1 if place is None else place)
        for shift in range(len(pairing)):
            players = pairing[shift:] + pairing[:shift]
            yield Fixture(f"{number}-{shift + 1}", stage, number, opening, players)


class Meeting(msgspec.Struct, frozen=True):
    """Entrants that meet in a stage, for one or more match groups; a single entrant has a bye."""

    stage: int
    pairing: tuple[int, ...]
    points: tuple[float, ...] | None
    """Mean points of each entrant over its matches; None until all have been played."""

    @property
    def is_bye(self) -> bool:
        return len(self.pairing) == 1


class Scheduler:
    """Numbers the match groups of a tournament, and returns the results of meetings."""

    def __init__(self, tournament: Tournament, results: Mapping[int, GroupResult]) -> None:
        """`results`: group number -> result, of the groups played so far."""
        self.tournament = tournament
        self.bots = len(tournament.bots)
        self.seats = seats_of(tournament)
        self.groups = -(-tournament.matches // self.seats)
        """Match groups in a meeting."""
        self._results = results
        self._scheduled: list[Group] = []

    @property
    def matches(self) -> int:
        return self.seats * len(self._scheduled)

    def fixtures(self) -> Iterator[Fixture]:
        """The fixtures of all scheduled groups."""
        return numbered_fixtures(self.tournament, self._scheduled)

    def scheduled(self) -> Iterator[Group]:
        """The match groups, numbered from 1."""
        return iter(self._scheduled)

    def add(self, stage: int, pairing: Pairing) -> int:
        """Schedule a match group; its number, counted from 1."""
        self._scheduled.append(Group(stage, pairing))
        return len(self._scheduled)

    def meet(
        self, stage: int, pairings: Sequence[Pairing], groups: int | None = None
    ) -> list[Meeting]:
        """Schedule meetings of these pairings; each plays its first group before any its second.

        An entrant without opponents has a bye: one point.
        """
        added: list[list[int]] = [[] for _ in pairings]
        for _ in range(groups or self.groups):
            for place, pairing in enumerate(pairings):
                if len(pairing) == self.seats:
                    added[place].append(self.add(stage, pairing))
        return [
            Meeting(stage, pairing, self._points(pairing, numbers) if numbers else (1.0,))
            for pairing, numbers in zip(pairings, added, strict=True)
        ]

    def _points(self, pairing: Pairing, groups: Sequence[int]) -> tuple[float, ...] | None:
        totals = dict.fromkeys(pairing, 0.0)
        for group in groups:
            result = self._results.get(group)
            if result is None or result.matches < len(pairing):
                return None
            for entrant, points in result.points:
                totals[entrant] += points
        return tuple(total / (len(groups) * len(pairing)) for total in totals.values())
