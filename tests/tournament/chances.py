"""Tournaments that are played by chance, with entrants whose strengths are known."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gridbots_referee.tournament.stats.arrays import MatchArrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.sprt import Sprt


class World(NamedTuple):
    """How matches go between entrants of known strengths."""

    draws: float
    """The share of drawn matches between equals."""
    bias: float
    """How much an opening favours one of the seats, from 0 to 1: it sets the two matches of a pair
    against each other."""


def round_robin(
    strengths: NDArray[np.float64], pairs: int, world: World, rng: np.random.Generator
) -> MatchArrays:
    """All entrants play `pairs` pairs with each other; strengths (n,) are log odds."""
    first, second = (
        np.repeat(index, pairs) for index in np.triu_indices(len(strengths), 1)
    )  # two indices (m,)
    score = 1 / (1 + np.exp(strengths[second] - strengths[first]))
    tilt = rng.choice([-1, 1], first.size) * world.bias * np.minimum(score, 1 - score)
    there, back = (_points(score + side * tilt, world.draws, rng) for side in (1, -1))
    group = np.arange(first.size)
    return of_two(
        first=np.concatenate([first, second]),
        second=np.concatenate([second, first]),
        points=np.concatenate([there, 1 - back]),
        group=np.concatenate([group, group]),
    )


def of_two(first: Any, second: Any, points: Any, group: Any) -> MatchArrays:
    """MatchArrays of two seats, given who sits in them, the points of the first, and the groups."""
    both = np.stack([points, 1 - points], axis=1)
    players, nothing = np.stack([first, second], axis=1), np.zeros_like(both)
    return MatchArrays(players, both, nothing, group, nothing.astype(bool), group)


def _points(
    score: NDArray[np.float64], draws: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Points (m,) of matches whose expected points are `score` (m,)."""
    drawn = draws * 2 * np.minimum(score, 1 - score)
    chance = rng.random(score.size)
    won = (chance < score - drawn / 2).astype(float)
    return np.where(chance > 1 - drawn, 0.5, won)


class Ends(NamedTuple):
    """How sequential tests ended."""

    accepted: float
    """Which share of them."""
    length: float
    """The mean number of pairs."""


def run_tests(
    test: Sprt, probabilities: NDArray[np.float64], runs: int, rng: np.random.Generator
) -> Ends:
    """Many sequential tests, each checked after every pair; pairs have `probabilities` (5,)."""
    counts, accepted, length = np.zeros((runs, 5)), 0, 0
    for pairs in itertools.count(1):
        results = rng.choice(5, len(counts), p=probabilities)
        counts[np.arange(len(counts)), results] += 1
        evidence = test.log_likelihood_ratio(counts)
        accepted += int((evidence >= test.upper).sum())
        going = (evidence > test.lower) & (evidence < test.upper)
        length += pairs * int((~going).sum())
        counts = counts[going]
        if not len(counts):
            break
    return Ends(accepted / runs, length / runs)
