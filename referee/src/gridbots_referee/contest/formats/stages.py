"""The course of a contest: match groups in the order in which they are played, and their results.

The formats of `schedule` walk through it: they ask for meetings, stage by stage, and go on where
all of them have been played. What they ask for depends on the tournament and on finished stages
alone, and the groups are numbered as they are asked for; so whatever else is played meanwhile, a
fixture that was scheduled once is scheduled again with the same id, players and opening.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.contest.formats.fixture import Fixture
from gridbots_referee.contest.formats.openings import openings_of, seats_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.contest.formats.round_robin import Table
    from gridbots_referee.contest.formats.tournament import Tournament
    from gridbots_referee.contest.stats.arrays import GroupResult


class Meeting(msgspec.Struct, frozen=True):
    """Entrants that meet in a stage, for one match group or several; one alone has a bye."""

    stage: int
    table: tuple[int, ...]
    points: tuple[float, ...] | None
    """Of each entrant the mean over its matches; None while some are to be played."""

    @property
    def is_bye(self) -> bool:
        return len(self.table) == 1


class Course:
    def __init__(self, tournament: Tournament, results: Mapping[int, GroupResult]) -> None:
        """A course of which nothing has been asked for; `results` has the groups played so far."""
        self.tournament = tournament
        self.bots = len(tournament.bots)
        self.seats = seats_of(tournament)
        self.groups = -(-tournament.matches // self.seats)
        """Match groups in a meeting."""
        self._results = results
        self._scheduled: list[tuple[int, Table, int]] = []
        """Stage, table and number of the opening of each match group."""

    def fixtures(self) -> list[Fixture]:
        """All that has been asked for: of each group one match for each rotation of its table.

        Raises:
            OpeningError: no random opening was found.
        """
        opening_of = openings_of(self.tournament)
        return [
            Fixture(f"{group}-{turn + 1}", stage, group, opening, table[turn:] + table[:turn])
            for group, (stage, table, number) in enumerate(self._scheduled, 1)
            for opening in [opening_of(number)]
            for turn in range(len(table))
        ]

    def add(self, stage: int, table: Table, opening: int | None = None) -> int:
        """Schedule a match group; its number, counted from 1.

        The number of its opening is one less than its own unless it is given.
        """
        before = len(self._scheduled)
        self._scheduled.append((stage, table, before if opening is None else opening))
        return before + 1

    def meet(self, stage: int, tables: Sequence[Table], groups: int | None = None) -> list[Meeting]:
        """Let the entrants of each table meet; the first group of all comes before the second.

        One who has no table to sit at has a bye: a full point.
        """
        added: list[list[int]] = [[] for _ in tables]
        for _ in range(groups or self.groups):
            for place, table in enumerate(tables):
                if len(table) == self.seats:
                    added[place].append(self.add(stage, table))
        return [
            Meeting(stage, table, self._points(table, numbers) if numbers else (1.0,))
            for table, numbers in zip(tables, added, strict=True)
        ]

    def _points(self, table: Table, groups: Sequence[int]) -> tuple[float, ...] | None:
        totals = dict.fromkeys(table, 0.0)
        for group in groups:
            result = self._results.get(group)
            if result is None or result.matches < len(table):
                return None
            for entrant, points in result.points:
                totals[entrant] += points
        return tuple(total / (len(groups) * len(table)) for total in totals.values())
