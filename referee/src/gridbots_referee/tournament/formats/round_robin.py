"""Round robin: pairings for any number of seats, in which all bots play equally often."""

from __future__ import annotations

import functools
import itertools
import math
import random
from typing import Final

import numpy as np

Pairing = tuple[int, ...]
"""Entrants of a match group, in seat order of its first match."""

Table = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Counts = np.ndarray[tuple[int], np.dtype[np.int64]]

MAX_ALL: Final = 100
"""Up to this number all possible pairings are played, beyond it a balanced sample."""
MAX_REPEATS: Final = 3
"""Largest sample, as a multiple of one in which no pair meets twice."""
PLAYED_WEIGHT: Final = 1 << 40
"""Weight of a played match: larger than any sum of meetings, so it is compared first."""
EXCLUDED: Final = 1 << 62
"""Key of a bot that is already in the pairing: larger than any other key."""


def pairings(bots: int, seats: int, seed: int, before: tuple[int, ...] = ()) -> tuple[Pairing, ...]:
    """Pairings in which each bot plays equally often, and each two meet at least once.

    All bots play early. For two seats this is the circle method; for more seats all pairings if
    they are few, else a balanced sample that follows from the seed. `before` lists earlier numbers
    of bots: the pairings made for those exist, and only new ones are returned.
    """
    if seats == 1:
        return tuple((bot,) for bot in range(max(before, default=0), bots))
    if seats == 2:
        return _new_pairs(bots, max(before, default=0))
    known = _known(seats, seed, before)
    if math.comb(bots, seats) <= MAX_ALL:
        return _all_pairings(bots, seats, known)
    return _sample(bots, seats, seed, known)


def _known(seats: int, seed: int, before: tuple[int, ...]) -> tuple[Pairing, ...]:
    """All pairings made for the earlier numbers of bots."""
    return tuple(
        pairing
        for place, bots in enumerate(before)
        if bots >= seats
        for pairing in pairings(bots, seats, seed, before[:place])
    )


@functools.lru_cache(maxsize=64)
def _new_pairs(bots: int, known: int) -> tuple[Pairing, ...]:
    """Pairs of the circle method, without those among the first `known` bots."""
    return tuple(pair for pair in circle_method(bots) if pair[1] >= known)


@functools.lru_cache(maxsize=64)
def circle_method(bots: int) -> tuple[Pairing, ...]:
    """Circle method: every pair once, in rounds in which each bot plays once.

    With an odd number one bot rests each round. The first bot stays in its place, the others rotate
    by one place each round. See
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
def _all_pairings(bots: int, seats: int, known: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """All pairings except known ones; next is always one whose bots have played least."""
    there = set(map(frozenset, known))
    left = [
        each for each in itertools.combinations(range(bots), seats) if frozenset(each) not in there
    ]
    counts = [sum(bot in pairing for pairing in known) for bot in range(bots)]
    ordered = []
    while left:
        pairing = min(left, key=lambda each: sorted((counts[bot] for bot in each), reverse=True))
        left.remove(pairing)
        ordered.append(pairing)
        for bot in pairing:
            counts[bot] += 1
    return tuple(ordered)


@functools.lru_cache(maxsize=1024)
def _sample(bots: int, seats: int, seed: int, known: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """Balanced sample: pairings until every two bots have met and all have played equally often.

    Each pairing takes the bots that have played least, and among them those that have met least,
    counting known pairings.
    """
    rng = random.Random(seed)  # noqa: S311  nothing is secret here
    met = np.zeros((bots, bots), np.int64)
    counts = np.zeros(bots, np.int64)
    for pairing in known:
        _count(met, counts, pairing)
    whole = bots // math.gcd(bots, seats)
    most = MAX_REPEATS * math.comb(bots, 2) // math.comb(seats, 2) + whole
    found: list[Pairing] = []
    while counts.min() < counts.max() or (_strangers(met) and len(found) < most):
        found.append(_next_pairing(met, counts, seats, rng))
        _count(met, counts, found[-1])
    return tuple(found)


def _count(met: Table, counts: Counts, pairing: Pairing) -> None:
    met[np.ix_(pairing, pairing)] += 1
    counts[list(pairing)] += 1


def _strangers(met: Table) -> bool:
    """Whether some two have not met (a bot that has played counts as having met itself)."""
    return bool(met.min() == 0)


def _next_pairing(
    met: Table,
    counts: Counts,
    seats: int,
    rng: random.Random,
) -> Pairing:
    ranks = list(range(len(counts)))
    rng.shuffle(ranks)
    # Compared as one number: matches played, then meetings with the pairing, then a random rank.
    # The first bot is the one that has met the fewest others.
    keys = counts * PLAYED_WEIGHT + np.array(ranks)
    pairing = [int((keys - (met == 0).sum(axis=1) * len(ranks)).argmin())]
    while len(pairing) < seats:
        keys += met[pairing[-1]] * len(ranks)
        keys[pairing[-1]] = EXCLUDED
        pairing.append(int(keys.argmin()))
    return tuple(pairing)
