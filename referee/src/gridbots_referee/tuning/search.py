"""Search protocol: which matches a tuning method needs, and what it learns from the results.

A method is a pure function of the declaration and of the results so far: with the same results it
is in the same state. Grid search and random search are here; `spsa` has the third method.
"""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Protocol

import msgspec

from gridbots_referee.tuning.parameters import from_scale, start_values, to_scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tuning.parameters import Parameter, Values
    from gridbots_referee.tuning.tuning import Tuning

Counts = tuple[int, ...]
"""Pentanomial: pairs that gave the first bot 0, 1/2, 1, 3/2 and 2 points."""


class Duel(msgspec.Struct, frozen=True):
    """Pairs of matches between two bots, the same opening with seats swapped."""

    first: str
    second: str
    opening: int
    """Number of the first opening; each pair has its own."""
    pairs: int


class SearchMethod(Protocol):
    """A method of tuning."""

    steps: int
    values: Values
    """The best known values."""

    def duels(self, step: int) -> tuple[Duel, ...]:
        """The duels of a step; all earlier steps must have been added."""

    def add(self, step: int, results: Sequence[Counts]) -> Values:
        """Add the results of the duels of a step; returns the values to plot for it."""


def lead(counts: Sequence[int]) -> int:
    """Matches won minus matches lost by the first bot."""
    return sum(count * (points - 2) for points, count in enumerate(counts))


def share(counts: Sequence[int]) -> float:
    """Points per match of the first bot."""
    return 0.5 + lead(counts) / (4 * sum(counts))


def grid(tuning: Tuning) -> list[Values]:
    """All combinations of equally spaced values."""
    axes = [
        dict.fromkeys(_at(each, index / (each.points - 1)) for index in range(each.points))
        for each in tuning.parameters
    ]
    names = [each.name for each in tuning.parameters]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*axes)]


def random_candidates(tuning: Tuning) -> list[Values]:
    """Candidates drawn uniformly from the ranges, on their scales."""
    rng = random.Random(f"random search {tuning.seed}")  # noqa: S311  nothing is secret
    return [
        {each.name: _at(each, rng.random()) for each in tuning.parameters}
        for _ in range(tuning.candidates)
    ]


def _at(parameter: Parameter, fraction: float) -> float:
    """The value at a fraction of the range, from 0 to 1."""
    low, high = to_scale(parameter, parameter.low), to_scale(parameter, parameter.high)
    return from_scale(parameter, low + fraction * (high - low))


class CandidateSearch:
    """Plays a candidate per step, all from the same openings against the same opponents."""

    def __init__(self, tuning: Tuning, candidates: Sequence[Values]) -> None:
        self._tuning = tuning
        self._candidates = candidates
        self.steps = len(candidates)
        self.values = start_values(tuning.parameters)
        self._opponents = tuning.opponents or (tuning.bot_with(self.values),)
        self._best = -1.0

    def duels(self, step: int) -> tuple[Duel, ...]:
        bot = self._tuning.bot_with(self._candidates[step])
        pairs = max(self._tuning.matches // (2 * self.steps * len(self._opponents)), 1)
        return tuple(Duel(bot, opponent, 0, pairs) for opponent in self._opponents)

    def add(self, step: int, results: Sequence[Counts]) -> Values:
        points = sum(share(counts) for counts in results) / len(results)
        if points > self._best:
            self._best, self.values = points, dict(self._candidates[step])
        return dict(self._candidates[step])
