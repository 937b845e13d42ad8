"""The course of a contest: match groups in the order in which they are played, and their results.

The formats of `schedule` walk through it: they ask for meetings, stage by stage, and go on where
all of them have been played. What they ask for depends on the tournament and on finished stages
alone, and the groups are numbered as they are asked for; so whatever else is played meanwhile, a
fixture that was scheduled once is scheduled again with the same id, players and opening.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.contest.fixture import Fixture
from gridbots_referee.contest.openings import openings_of, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridbots_referee.contest.fixture import Opening, Played
    from gridbots_referee.contest.tables import Table
    from gridbots_referee.contest.tournament import Tournament


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
    def __init__(self, tournament: Tournament, played: Iterable[Played] = ()) -> None:
        self.tournament = tournament
        self.bots = len(tournament.bots)
        self.seats = seats_of(tournament)
        self.groups = -(-tournament.matches // self.seats)
        """Match groups in a meeting."""
        self.fixtures: list[Fixture] = []
        self._opening = openings_of(tournament)
        self._played = {each.id: each for each in played}
        self._group = 0

    def add(self, stage: int, table: Table, opening: int | None = None) -> list[Fixture]:
        """Schedule a match group: one match for each rotation of the table over the seats.

        The number of its opening is one less than its own unless it is given.
        """
        start: Opening = self._opening(self._group if opening is None else opening)
        self._group += 1
        group = self._group
        added = [
            Fixture(f"{group}-{turn + 1}", stage, group, start, table[turn:] + table[:turn])
            for turn in range(len(table))
        ]
        self.fixtures += added
        return added

    def meet(self, stage: int, tables: Sequence[Table], groups: int | None = None) -> list[Meeting]:
        """Let the entrants of each table meet; the first group of all comes before the second.

        One who has no table to sit at has a bye: a full point.
        """
        added: list[list[Fixture]] = [[] for _ in tables]
        for _ in range(groups or self.groups):
            for place, table in enumerate(tables):
                if len(table) == self.seats:
                    added[place] += self.add(stage, table)
        return [
            Meeting(stage, table, self._points(table, fixtures) if fixtures else (1.0,))
            for table, fixtures in zip(tables, added, strict=True)
        ]

    def _points(self, table: Table, fixtures: Sequence[Fixture]) -> tuple[float, ...] | None:
        totals = dict.fromkeys(table, 0.0)
        for fixture in fixtures:
            result = self._played.get(fixture.id)
            if result is None:
                return None
            for entrant, points in zip(result.players, result.points, strict=True):
                totals[entrant] += points
        return tuple(total / len(fixtures) for total in totals.values())
