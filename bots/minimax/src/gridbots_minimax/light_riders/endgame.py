"""End-game of separated riders: who lasts longer, by the longest paths of both.

Nothing that one of two riders does matters to the other once they are apart. So the result is
known as soon as both longest paths are: the longer one wins, equal ones are a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import is_living
from gridbots.search.core import UNLIMITED
from gridbots.search.longest_path import LongestPath
from gridbots.search.ply_stack import DECISIVE

if TYPE_CHECKING:
    from gridbots.game import State

NODES: Final = 5_000
"""Spent on each path at most: a bot that tells what it thinks must not be late for it."""


class Race:
    """The judge of positions in which a rider is alone."""

    def __init__(self) -> None:
        self._other: LongestPath | None = None

    def judge(self, state: State, seat: int, own: LongestPath) -> tuple[float | None, bool]:
        """The value for a seat whose longest path was searched, and whether it is proven.

        Proven, it is that of a search that has seen the end. Otherwise it is how many steps longer
        the own path is; with more than two riders left the length of the own path.
        """
        rivals = [
            other
            for other in range(int(state["seats"]))
            if other != seat and is_living(state, other)
        ]
        if own.depth == 0:
            # A single move was not thought about.
            own.deepen(NODES, UNLIMITED)
        if len(rivals) != 1:
            return own.value, False
        other = self._other = self._other or LongestPath()
        other.start(state["cells"], int(state["riders"][rivals[0]]), int(state["stride"]))
        other.deepen(NODES, UNLIMITED)
        lead = own.length - other.length
        lasts = min(own.length, other.length) + 1
        if not (own.is_exhausted and other.is_exhausted) or _is_cut_off(state, lasts):
            return float(lead), False
        return ((lead > 0) - (lead < 0)) * (DECISIVE - lasts), True


def _is_cut_off(state: State, rounds: int) -> bool:
    """Whether the match may end before so many rounds by its limit."""
    limit = int(state["max_rounds"])
    return limit > 0 and int(state["rounds"]) + rounds >= limit
