"""Round robin: pairings of any number of seats, in which all play equally often."""

from __future__ import annotations

import functools
import itertools
import math
import random
from typing import Final

import numpy as np

Pairing = tuple[int, ...]
"""Entrants that play a match group together, in seat order of its first match."""

Table = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Counts = np.ndarray[tuple[int], np.dtype[np.int64]]

MAX_ALL: Final = 100
"""Up to so many, all pairings that there can be are played; of more, a balanced sample."""
MAX_REPEATS: Final = 3
"""A sample is at most so many times as large as one in which no pair meets twice."""
PLAYED_WEIGHT: Final = 1 << 40
"""Weight of a match played: more than any sum of meetings, so it is compared first."""
EXCLUDED: Final = 1 << 62
"""Key of a bot that is in the pairing already: more than any other key."""


def pairings(bots: int, seats: int, seed: int, before: tuple[int, ...] = ()) -> tuple[Pairing, ...]:
    """Pairings of these bots: each bot plays equally often, and each two meet once or more.

    All play early. With two seats it is the circle method; with more all pairings if they are few,
    else a balanced sample that follows from the seed. `before` is how many bots there were earlier,
    time after time: the pairings of then are there already, and those that come are added to them.
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
    """All pairings so far."""
    return tuple(
        pairing
        for place, bots in enumerate(before)
        if bots >= seats
        for pairing in pairings(bots, seats, seed, before[:place])
    )


@functools.lru_cache(maxsize=64)
def _new_pairs(bots: int, known: int) -> tuple[Pairing, ...]:
    """The pairs of the circle method, without those that the first ones make among themselves."""
    return tuple(pair for pair in circle_method(bots) if pair[1] >= known)


@functools.lru_cache(maxsize=64)
def circle_method(bots: int) -> tuple[Pairing, ...]:
    """Circle method: every pair once, in rounds in which each bot plays once.

    An odd number leaves one out. One bot stays, the others move on by one place each round. See
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
    """All pairings but those known, next always one whose bots have played least."""
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
    """Balanced sample: pairings until every two have met and all have played equally often.

    Each pairing takes the bots that have played least, and among them those that have met least;
    what is known counts.
    """
    chance = random.Random(seed)  # noqa: S311  nothing is secret here
    met = np.zeros((bots, bots), np.int64)
    counts = np.zeros(bots, np.int64)
    for pairing in known:
        _count(met, counts, pairing)
    whole = bots // math.gcd(bots, seats)
    most = MAX_REPEATS * math.comb(bots, 2) // math.comb(seats, 2) + whole
    found: list[Pairing] = []
    while counts.min() < counts.max() or (_strangers(met) and len(found) < most):
        found.append(_next_pairing(met, counts, seats, chance))
        _count(met, counts, found[-1])
    return tuple(found)


def _count(met: Table, counts: Counts, pairing: Pairing) -> None:
    met[np.ix_(pairing, pairing)] += 1
    counts[list(pairing)] += 1


def _strangers(met: Table) -> bool:
    """Whether some two have not met (a bot that has played has met itself)."""
    return bool(met.min() == 0)


def _next_pairing(
    met: Table,
    counts: Counts,
    seats: int,
    chance: random.Random,
) -> Pairing:
    ranks = list(range(len(counts)))
    chance.shuffle(ranks)
    # Compared as one number: times played, then meetings with those in the pairing, then the lot.
    # The first one is whoever has met fewest of the others.
    keys = counts * PLAYED_WEIGHT + np.array(ranks)
    pairing = [int((keys - (met == 0).sum(axis=1) * len(ranks)).argmin())]
    while len(pairing) < seats:
        keys += met[pairing[-1]] * len(ranks)
        keys[pairing[-1]] = EXCLUDED
        pairing.append(int(keys.argmin()))
    return tuple(pairing)
