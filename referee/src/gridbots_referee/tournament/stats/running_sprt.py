"""Running SPRT: updated match by match, in any order of arrival."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.tournament.stats.pairwise import pentanomial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.stats.played import PlayedMatch
    from gridbots_referee.tournament.stats.sprt import Sprt, SprtStatus

FIRST: Final = 0
SECOND: Final = 1
"""The entrants of a test: is the first stronger?"""


class RunningSprt:
    """A test of the first entrant against the second; a pair counts once both halves are there."""

    def __init__(self, sprt: Sprt, played: Sequence[PlayedMatch] = ()) -> None:
        self._sprt = sprt
        self.counts = list(pentanomial(played, FIRST, SECOND))
        """Pairs that gave the first entrant 0, 1/2, 1, 3/2 and 2 points."""
        self._open = _halves(played)
        self.status: SprtStatus = sprt.status(self.counts)

    @property
    def is_decided(self) -> bool:
        return self.status.state != "undecided"

    def add(self, group: int, points: float) -> bool:
        """Count a match in which the first entrant had so many points; whether its pair is full."""
        if group not in self._open:
            self._open[group] = points
            return False
        self.counts[round(2 * (self._open.pop(group) + points))] += 1
        self.status = self._sprt.status(self.counts)
        return True


def _halves(played: Sequence[PlayedMatch]) -> dict[int, float]:
    """Points of the first entrant in the groups of which one match alone was played."""
    halves: dict[int, float] = {}
    for each in played:
        if each.group in halves:
            del halves[each.group]
        else:
            halves[each.group] = each.points[each.players.index(FIRST)]
    return halves
