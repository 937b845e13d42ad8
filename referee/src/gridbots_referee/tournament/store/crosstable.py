"""Cross table: results of each entrant against each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gridbots_referee.tournament.store.store import Store


class Encounter(msgspec.Struct, frozen=True):
    """An entrant's results against another one."""

    points: float
    """1 for each match in which it was placed before the other, a half for the same place."""
    matches: int
    won: int
    drawn: int
    lost: int


Crosstable = dict[tuple[int, int], Encounter]
"""(Entrant, other) -> what the one reached against the other, for all that have met."""


def crosstable(store: Store) -> Crosstable:
    counts: defaultdict[tuple[int, int], Counter[float]] = defaultdict(Counter)
    for entrant, other, points, matches in store.query(
        "SELECT entrant, other, points, COUNT(*) FROM meetings WHERE entrant <> other"
        " GROUP BY entrant, other, points"
    ):
        counts[entrant, other][points] = matches
    return {who: _encounter(count) for who, count in counts.items()}


def _encounter(count: Counter[float]) -> Encounter:
    won, drawn, lost = count[1.0], count[0.5], count[0.0]
    return Encounter(won + drawn / 2, won + drawn + lost, won, drawn, lost)
