"""A sequential test while its matches come in, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.contest.stats.pairwise import pentanomial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.contest.stats.played import Played
    from gridbots_referee.contest.stats.sprt import Sprt, Verdict

FIRST: Final = 0
SECOND: Final = 1
"""The entrants of a test: is the first the stronger one?"""


class RunningTest:
    """A test of the first entrant against the second; a pair counts once both halves are there."""

    def __init__(self, sprt: Sprt, played: Sequence[Played] = ()) -> None:
        self._sprt = sprt
        self.counts = list(pentanomial(played, FIRST, SECOND))
        """Pairs that gave the first entrant 0, 1/2, 1, 3/2 and 2 points."""
        self._open = _halves(played)
        self.verdict: Verdict = sprt.judge(self.counts)

    @property
    def is_decided(self) -> bool:
        return self.verdict.state != "undecided"

    def add(self, group: int, points: float) -> bool:
        """Count a match in which the first entrant had so many points; whether its pair is full."""
        if group not in self._open:
            self._open[group] = points
            return False
        self.counts[round(2 * (self._open.pop(group) + points))] += 1
        self.verdict = self._sprt.judge(self.counts)
        return True


def _halves(played: Sequence[Played]) -> dict[int, float]:
    """Points of the first entrant in the groups of which one match alone was played."""
    halves: dict[int, float] = {}
    for each in played:
        if each.group in halves:
            del halves[each.group]
        else:
            halves[each.group] = each.points[each.players.index(FIRST)]
    return halves
