"""Pairwise results: the cross table, and trinomial and pentanomial counts with their Elo."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots_referee.tournament.stats.elo import (
    NORMALIZED,
    Z_95,
    elo_from_score,
    likelihood_of_superiority,
)
from gridbots_referee.tournament.stats.likelihood import moments, observed
from gridbots_referee.tournament.stats.score_rate import ScoreRate, rates_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.played import PlayedMatch

CROSSTABLE_COLUMNS: Final = (
    "name",
    "against",
    "points",
    "matches",
    "won",
    "drawn",
    "lost",
    "forfeits",
)
"""Of `crosstable_rows`."""


class Encounter(msgspec.Struct, frozen=True):
    """An entrant's results against one opponent."""

    points: float
    """1 for each match in which it was placed before the opponent, a half for the same place."""
    matches: int
    won: int
    drawn: int
    lost: int
    forfeits: int
    """Matches that the entrant forfeited."""
    rate: ScoreRate

    def as_dict(self) -> dict[str, Any]:
        """Counts, and the score rate with its confidence interval, as plain values."""
        counts = {name: getattr(self, name) for name in CROSSTABLE_COLUMNS[2:]}
        return counts | {"score": self.rate.mean, "low": self.rate.low, "high": self.rate.high}


Crosstable = dict[tuple[int, int], Encounter]
"""(Entrant, opponent) -> the entrant's results, for all pairs that have met."""


def crosstable(matches: MatchArrays, entrants: int) -> Crosstable:
    """Results of each entrant against each other one; any two players of a match have met."""
    cells, clusters, points = meetings(matches, entrants)
    forfeited = np.repeat(matches.forfeited.T, max(matches.seats - 1, 0), axis=0).ravel()
    forfeits = np.bincount(cells[forfeited], minlength=entrants**2).tolist()
    won, drawn, lost = (
        np.bincount(cells[points == result], minlength=entrants**2).tolist()
        for result in (1.0, 0.5, 0.0)
    )
    rates = rates_of(cells, clusters, points, entrants**2)
    return {
        divmod(cell, entrants): Encounter(
            won[cell] + drawn[cell] / 2,
            won[cell] + drawn[cell] + lost[cell],
            won[cell], drawn[cell], lost[cell], forfeits[cell], rates[cell],
        )
        for cell in np.unique(cells).tolist()
    }  # fmt: skip


def meetings(
    matches: MatchArrays, entrants: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]], NDArray[np.floating[Any]]]:
    """Cell, cluster and points of every two players of a match, once from each side."""
    pairs = list(permutations(range(matches.seats), 2))
    if not pairs:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
    one, other = np.array(pairs).T
    cells = matches.players[:, one] * entrants + matches.players[:, other]
    mine, theirs = matches.points[:, one], matches.points[:, other]
    points = (mine > theirs) + (mine == theirs) / 2.0
    return cells.T.ravel(), np.tile(matches.cluster, len(pairs)), points.T.ravel()


def crosstable_rows(names: Mapping[int, str], met: Crosstable) -> list[tuple[Any, ...]]:
    """All pairs that have met, in the order of `names`: the values of CROSSTABLE_COLUMNS."""
    return [
        (name, opponent, *(getattr(met[cell], column) for column in CROSSTABLE_COLUMNS[2:]))
        for entrant, name in names.items()
        for other, opponent in names.items()
        if (cell := (entrant, other)) in met
    ]


def trinomial(played: Iterable[PlayedMatch], first: int, second: int) -> tuple[int, ...]:
    """Counts of matches that the first of two entrants lost, drew and won."""
    counts = [0, 0, 0]
    for _, points in _between(played, first, second):
        counts[round(2 * points)] += 1
    return tuple(counts)


def pentanomial(played: Iterable[PlayedMatch], first: int, second: int) -> tuple[int, ...]:
    """Counts of pairs that gave the first of two entrants 0, 1/2, 1, 3/2 and 2 points.

    A pair is the two matches of a match group; incomplete pairs are left out.
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
    """Group and points of the first, for each match between the two."""
    for match in played:
        if match.players == (first, second):
            yield match.group, match.points[0]
        elif match.players == (second, first):
            yield match.group, match.points[1]


class EloEstimate(msgspec.Struct, frozen=True):
    """Elo difference of two entrants, with its confidence interval of 95 %."""

    pairs: int
    """0 if single matches are counted."""
    matches: int
    score: float
    """Mean points per match, from 0 to 1."""
    elo: float
    """Logistic Elo above the other entrant, as are `low`, `high` and `error`."""
    low: float
    high: float
    error: float
    """Half the width of the interval."""
    normalized: float
    """The difference in normalised Elo."""
    normalized_error: float
    los: float
    """Likelihood of superiority, from 0 to 1."""
    draw_ratio: float
    """Share of pairs with one point for each, or of drawn matches."""
    pairs_ratio: float | None
    """Pairs won per pair lost (or matches, if those are counted); None if none was lost."""


def estimate(counts: Sequence[float]) -> EloEstimate:
    """Elo of counts, from the worst result to the best: 3 for matches, 5 for pairs.

    The standard error is that of the mean over pairs, so the two matches of a pair may be
    correlated. Results that did not occur count as a thousandth.
    """
    per = check(counts)
    total, values, frequencies = observed(np.asarray(counts, float))
    mean, variance = (float(moment) for moment in moments(values, frequencies))
    error = (variance / float(total)) ** 0.5
    low, high = (
        elo_from_score(mean - Z_95 * error),
        elo_from_score(mean + Z_95 * error),
    )
    unit = NORMALIZED / (per * variance) ** 0.5
    middle, count = per, round(sum(counts))
    lost, won = sum(counts[:middle]), sum(counts[middle + 1 :])
    return EloEstimate(
        pairs=count if per == 2 else 0,
        matches=per * count,
        score=mean,
        elo=elo_from_score(mean),
        low=low,
        high=high,
        error=(high - low) / 2,
        normalized=unit * (mean - 0.5),
        normalized_error=unit * Z_95 * error,
        los=float(likelihood_of_superiority(mean - 0.5, error)),
        draw_ratio=counts[middle] / count if count else 0.0,
        pairs_ratio=won / lost if lost else None,
    )


def check(counts: Sequence[float]) -> int:
    """Matches per result: 1 for 3 counts (trinomial), 2 for 5 (pentanomial)."""
    if len(counts) not in {3, 5} or min(counts) < 0:
        raise ValueError(f"expected 3 or 5 counts, none below 0, got {list(counts)}")
    return len(counts) // 2
