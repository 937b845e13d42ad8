"""Trinomial and pentanomial counts of two entrants, and their Elo difference."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from gridbots_referee.tournament.stats.elo import (
    NINETY_FIVE,
    NORMALIZED,
    elo_from_score,
    likelihood_of_superiority,
)
from gridbots_referee.tournament.stats.likelihood import moments, observed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots_referee.tournament.stats.played import PlayedMatch


def trinomial(played: Iterable[PlayedMatch], first: int, second: int) -> tuple[int, ...]:
    """Matches that the first of two entrants lost, drew and won."""
    counts = [0, 0, 0]
    for _, points in _between(played, first, second):
        counts[round(2 * points)] += 1
    return tuple(counts)


def pentanomial(played: Iterable[PlayedMatch], first: int, second: int) -> tuple[int, ...]:
    """Pairs that gave the first of two entrants 0, 1/2, 1, 3/2 and 2 points.

    A pair is the two matches of a match group; half a pair is left out.
    """
    halves = defaultdict(list)
    for group, points in _between(played, first, second):
        halves[group].append(points)
    counts = [0, 0, 0, 0, 0]
    for group, half in halves.items():
        if len(half) > 2:
            raise ValueError(f"expected at most two matches in group {group}, got {len(half)}")
        if len(half) == 2:
            counts[round(2 * sum(half))] += 1
    return tuple(counts)


def _between(played: Iterable[PlayedMatch], first: int, second: int) -> Iterator[tuple[int, float]]:
    """Group and points of the first, for each match of the two."""
    for match in played:
        if match.players == (first, second):
            yield match.group, match.points[0]
        elif match.players == (second, first):
            yield match.group, match.points[1]


class EloEstimate(msgspec.Struct, frozen=True):
    """Elo difference of two entrants, with a confidence interval of 95 %."""

    pairs: int
    """0 where matches are counted one by one."""
    matches: int
    score: float
    """The mean points of a match, from 0 to 1."""
    elo: float
    """Logistic, above the other entrant; low, high and error too."""
    low: float
    high: float
    error: float
    """Half the width of the interval."""
    normalized: float
    """In normalised Elo."""
    normalized_error: float
    los: float
    """The likelihood of superiority, from 0 to 1."""
    draw_ratio: float
    """The share of pairs that gave one point to each, or of matches that were drawn."""
    pairs_ratio: float | None
    """How many pairs were won for each that was lost (matches, where those are counted); None if
    none was lost."""


def estimate(counts: Sequence[float]) -> EloEstimate:
    """Elo of counts, from the worst result to the best: 3 for matches, 5 for pairs.

    The standard error is that of the mean of what was counted: pairs have one of their own,
    whatever their halves have in common. Results that never came count as a thousandth.
    """
    per = check(counts)
    total, values, frequencies = observed(np.asarray(counts, float))
    mean, variance = (float(moment) for moment in moments(values, frequencies))
    error = (variance / float(total)) ** 0.5
    low, high = (
        elo_from_score(mean - NINETY_FIVE * error),
        elo_from_score(mean + NINETY_FIVE * error),
    )
    unit = NORMALIZED / (per * variance) ** 0.5
    middle, seen = per, round(sum(counts))
    lost, won = sum(counts[:middle]), sum(counts[middle + 1 :])
    return EloEstimate(
        pairs=seen if per == 2 else 0,
        matches=per * seen,
        score=mean,
        elo=elo_from_score(mean),
        low=low,
        high=high,
        error=(high - low) / 2,
        normalized=unit * (mean - 0.5),
        normalized_error=unit * NINETY_FIVE * error,
        los=float(likelihood_of_superiority(mean - 0.5, error)),
        draw_ratio=counts[middle] / seen if seen else 0.0,
        pairs_ratio=won / lost if lost else None,
    )


def check(counts: Sequence[float]) -> int:
    """Matches per counted result: 1 with 3 counts (trinomial), 2 with 5 (pentanomial)."""
    if len(counts) not in {3, 5} or min(counts) < 0:
        raise ValueError(f"expected 3 or 5 counts, none below 0, got {list(counts)}")
    return len(counts) // 2
