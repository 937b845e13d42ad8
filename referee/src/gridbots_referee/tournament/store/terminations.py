"""Counts of outcomes and terminations, for each entrant of a store."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gridbots_referee.tournament.store.store import Store


class Tally(msgspec.Struct, frozen=True):
    """Counts of an entrant."""

    won: int
    """In first place alone; a player alone has won by the rules of the game."""
    drawn: int
    """In first place, with others."""
    lost: int
    terminations: dict[str, int]
    """How often they ended for it in this way, the most frequent first."""

    @property
    def late(self) -> int:
        """Forfeited on time."""
        return self.terminations.get("late", 0)


def tallies(store: Store) -> list[Tally]:
    """Of all entrants, in their order."""
    entrants = range(len(store.tournament.bots))
    outcomes: list[Counter[str]] = [Counter() for _ in entrants]
    terminations: list[Counter[str]] = [Counter() for _ in entrants]
    for entrant, outcome, termination, matches in store.query(
        "SELECT entrant, outcome, termination, COUNT(*) FROM results"
        " GROUP BY entrant, outcome, termination"
    ):
        outcomes[entrant][outcome] += matches
        terminations[entrant][termination] += matches
    return [
        Tally(count["won"], count["drawn"], count["lost"], dict(ended.most_common()))
        for count, ended in zip(outcomes, terminations, strict=True)
    ]
