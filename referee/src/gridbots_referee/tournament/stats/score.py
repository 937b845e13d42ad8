"""Running score of a player, updated match by match."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Score:
    """Points, and matches won, drawn and lost."""

    points: float = 0.0
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def mean(self) -> float | None:
        """Points per match."""
        return self.points / self.matches if self.matches else None

    def add(self, points: float, *, is_first: bool) -> None:
        """Count a match; `is_first`: nobody had more points."""
        self.points += points
        self.matches += 1
        self.won += points == 1
        self.drawn += is_first and 0 < points < 1
        self.lost += points < 1 and not (is_first and points > 0)
