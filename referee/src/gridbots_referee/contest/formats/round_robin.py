"""Who meets whom: bots around tables of as many as there are seats, so that all get their turn."""

from __future__ import annotations

import functools
import itertools
import math
import random
from typing import Final

import numpy as np

Table = tuple[int, ...]
"""Entrants that play a match group together, in the order in which they sit at first."""

FEW: Final = 100
"""Up to so many, all tables that there can be are played; where there are more, a sample is."""
PATIENCE: Final = 3
"""A sample is at most so many times as large as one in which no pair meets twice."""
ASIDE: Final = 1 << 40
"""More than any sum of meetings: a bot that has played more often is only taken if it must be."""
TAKEN: Final = 1 << 62
"""More than any key of a bot that is not at the table yet."""


def tables(bots: int, seats: int, seed: int) -> tuple[Table, ...]:
    """Tables of these bots, each bot at equally many, and each pair meeting at one or more.

    They come in an order in which all play early. Of two seats it is the circle method; of more
    all tables if they are few, else a balanced sample that follows from the seed.
    """
    if seats == 1:
        return tuple((bot,) for bot in range(bots))
    if seats == 2:
        return circle(bots)
    if math.comb(bots, seats) <= FEW:
        return _all_tables(bots, seats)
    return _sample(bots, seats, seed)


@functools.lru_cache(maxsize=64)
def circle(bots: int) -> tuple[Table, ...]:
    """Every pair once, in rounds in which each bot plays once; an odd number leaves one out.

    The circle method: one bot stays, the others move on by one place from round to round. See
    https://en.wikipedia.org/wiki/Round-robin_tournament#Circle_method.
    """
    size = bots + bots % 2
    around = list(range(1, size))
    pairs = []
    for _ in range(size - 1):
        row = [0, *around]
        for place in range(size // 2):
            low, high = sorted((row[place], row[-1 - place]))
            if high < bots:
                pairs.append((low, high))
        around = around[-1:] + around[:-1]
    return tuple(pairs)


@functools.lru_cache(maxsize=64)
def _all_tables(bots: int, seats: int) -> tuple[Table, ...]:
    """All tables, next always one whose bots have played least."""
    left = list(itertools.combinations(range(bots), seats))
    counts = [0] * bots
    ordered = []
    while left:
        table = min(left, key=lambda each: sorted((counts[bot] for bot in each), reverse=True))
        left.remove(table)
        ordered.append(table)
        for bot in table:
            counts[bot] += 1
    return tuple(ordered)


@functools.lru_cache(maxsize=1024)
def _sample(bots: int, seats: int, seed: int) -> tuple[Table, ...]:
    """Tables until every pair has met and all have played equally often.

    Each table takes the bots that have played least, and among them those that have met least.
    """
    chance = random.Random(seed)  # noqa: S311  nothing is secret here
    met = np.zeros((bots, bots), np.int64)
    counts = np.zeros(bots, np.int64)
    whole = bots // math.gcd(bots, seats)
    most = PATIENCE * math.comb(bots, 2) // math.comb(seats, 2) + whole
    found: list[Table] = []
    while len(found) % whole or (_strangers(met) and len(found) < most):
        table = _next_table(met, counts, seats, chance)
        found.append(table)
        met[np.ix_(table, table)] += 1
        counts[list(table)] += 1
    return tuple(found)


def _strangers(met: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> bool:
    """Whether some pair has not met, or nobody has played (who plays meets itself as well)."""
    return bool(met.min() == 0)


def _next_table(
    met: np.ndarray[tuple[int, int], np.dtype[np.int64]],
    counts: np.ndarray[tuple[int], np.dtype[np.int64]],
    seats: int,
    chance: random.Random,
) -> Table:
    ranks = list(range(len(counts)))
    chance.shuffle(ranks)
    # Compared as one number: times played, then meetings with those at the table, then the lot.
    # The first one is whoever has met fewest of the others.
    keys = counts * ASIDE + np.array(ranks)
    table = [int((keys - (met == 0).sum(axis=1) * len(ranks)).argmin())]
    while len(table) < seats:
        keys += met[table[-1]] * len(ranks)
        keys[table[-1]] = TAKEN
        table.append(int(keys.argmin()))
    return tuple(table)
