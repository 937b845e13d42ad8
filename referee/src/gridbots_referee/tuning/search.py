"""Search protocol: what a method of tuning wants played, and what it makes of the results.

A method is a pure function of the declaration and of the results so far: whoever adds the same
results again is where he was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from gridbots_referee.tuning.parameters import value_texts
from gridbots_referee.tuning.template import fill

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.tuning.parameters import Values
    from gridbots_referee.tuning.tuning import Tuning

Counts = tuple[int, ...]
"""Pentanomial: pairs that gave the first bot 0, 1/2, 1, 3/2 and 2 points."""


class Duel(msgspec.Struct, frozen=True):
    """Pairs of matches between two bots, the same opening with seats swapped."""

    first: str
    second: str
    opening: int
    """Number of the first opening; one pair for each."""
    pairs: int


class SearchMethod(Protocol):
    """A method of tuning."""

    steps: int
    values: Values
    """The best that is known."""

    def duels(self, step: int) -> tuple[Duel, ...]:
        """What is to be played in a step; the steps before it have been added."""

    def add(self, step: int, results: Sequence[Counts]) -> Values:
        """Take in the results of the duels of a step; the values that a curve shows for it."""


def lead(counts: Sequence[int]) -> int:
    """Matches that the first bot won, less those that it lost."""
    return sum(count * (points - 2) for points, count in enumerate(counts))


def share(counts: Sequence[int]) -> float:
    """Points of the first bot for each match."""
    return 0.5 + lead(counts) / (4 * sum(counts))


def bot_of(tuning: Tuning, values: Mapping[str, float]) -> str:
    """The bot with these values, as it is named on a command line."""
    return fill(tuning.bot, value_texts(tuning.parameters, values))
