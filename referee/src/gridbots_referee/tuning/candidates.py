"""Grid search and random search: every candidate plays as many matches, and the best one is taken.

The best of many is in part the luckiest: only the confirming test says whether it is better.
"""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

from gridbots_referee.tuning.parameters import from_scale, start_values, to_scale
from gridbots_referee.tuning.search import Counts, Duel, bot_of, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tuning.parameters import Values
    from gridbots_referee.tuning.tuning import Parameter, Tuning


def grid(tuning: Tuning) -> list[Values]:
    """All combinations of equally distant values."""
    axes = [
        dict.fromkeys(_at(each, index / (each.points - 1)) for index in range(each.points))
        for each in tuning.parameters
    ]
    names = [each.name for each in tuning.parameters]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*axes)]


def drawn(tuning: Tuning) -> list[Values]:
    """Candidates anywhere in the ranges, equally likely on their scales."""
    chance = random.Random(f"random search {tuning.seed}")  # noqa: S311  nothing is secret
    return [
        {each.name: _at(each, chance.random()) for each in tuning.parameters}
        for _ in range(tuning.candidates)
    ]


def _at(parameter: Parameter, part: float) -> float:
    """The value at a part of the range, from 0 to 1."""
    low, high = to_scale(parameter, parameter.low), to_scale(parameter, parameter.high)
    return from_scale(parameter, low + part * (high - low))


class CandidateSearch:
    """A candidate for each step; all play from the same openings, against the same."""

    def __init__(self, tuning: Tuning, candidates: Sequence[Values]) -> None:
        self._tuning = tuning
        self._candidates = candidates
        self.steps = len(candidates)
        self.values = start_values(tuning.parameters)
        self._opponents = tuning.opponents or (bot_of(tuning, self.values),)
        self._best = -1.0

    def duels(self, step: int) -> tuple[Duel, ...]:
        bot = bot_of(self._tuning, self._candidates[step])
        pairs = max(self._tuning.matches // (2 * self.steps * len(self._opponents)), 1)
        return tuple(Duel(bot, opponent, 0, pairs) for opponent in self._opponents)

    def add(self, step: int, results: Sequence[Counts]) -> Values:
        points = sum(share(counts) for counts in results) / len(results)
        if points > self._best:
            self._best, self.values = points, dict(self._candidates[step])
        return dict(self._candidates[step])
