"""Scoreboard: running scores and Elo of a tournament, updated match by match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots_referee.tournament.stats import bradley_terry
from gridbots_referee.tournament.stats.elo import LOGIT
from gridbots_referee.tournament.stats.rating import PRIOR

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass
class Score:
    """Running score: points, and matches won, drawn and lost."""

    points: float = 0.0
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits: int = 0

    @property
    def mean(self) -> float | None:
        """Points per match."""
        return self.points / self.matches if self.matches else None

    def add(self, points: float, *, is_first: bool, forfeited: bool = False) -> None:
        """Count a match; `is_first`: no opponent had more points."""
        self.points += points
        self.matches += 1
        self.won += points == 1
        self.drawn += is_first and 0 < points < 1
        self.lost += points < 1 and not (is_first and points > 0)
        self.forfeits += forfeited


RATED: Final = 50
"""Most entrants for which Elo is fitted, since it must take only a few milliseconds."""


class Scoreboard:
    def __init__(self, entrants: int) -> None:
        self.scores = [Score() for _ in range(entrants)]
        """In the order of the entrants."""
        # As `bradley_terry.result_matrices` returns them, for matches of two players.
        self._played = np.zeros((entrants, entrants))
        self._points = np.zeros((entrants, entrants))

    def add(
        self, players: Sequence[int], points: Sequence[float], forfeited: Sequence[bool] = ()
    ) -> None:
        """Count a match; all values are in seat order."""
        forfeited = forfeited or (False,) * len(players)
        for player, made, failed in zip(players, points, forfeited, strict=True):
            self.scores[player].add(made, is_first=made == max(points), forfeited=failed)
        if len(players) == 2:
            there, back = (players[0], players[1]), (players[1], players[0])
            for cell, made in zip((there, back), points, strict=True):
                self._played[cell] += 1
                self._points[cell] += made

    def ranking(self) -> list[int]:
        """Entrants by points per match, the best first; those that have not played come last."""
        return sorted(range(len(self.scores)), key=self._order)

    def _order(self, entrant: int) -> tuple[bool, float, float]:
        score = self.scores[entrant]
        return score.mean is None, -(score.mean or 0), -score.points

    def elo(self) -> list[float] | None:
        """Elo in the order of the entrants; None without matches of two, or with many entrants."""
        if len(self.scores) > RATED or not self._played.any():
            return None
        strengths = bradley_terry.maximum_likelihood(self._played, self._points, PRIOR)
        return [LOGIT * float(strength) for strength in strengths]
