"""Rating curves, surprising results, and the evidence of a sequential test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots_referee.tournament.stats import bradley_terry
from gridbots_referee.tournament.stats.elo import LOGIT
from gridbots_referee.tournament.stats.rating import PRIOR
from gridbots_referee.tournament.stats.sprt import FIRST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.sprt import Sprt

    Floats = NDArray[np.floating[Any]]
    Line = list[float | None]
    Lines = dict[int, Line]

POINTS: Final = 40
"""Points of a rating curve at most."""


def surprise_of(matches: MatchArrays, elo: list[float] | None) -> Floats | None:
    """(m,) distance of the points of each two-player match from the expectation, 0 to 1."""
    if elo is None or matches.seats != 2:
        return None
    strength = np.array(elo)[matches.players] / LOGIT
    expected = 1 / (1 + np.exp(strength[:, 1] - strength[:, 0]))
    return np.abs(matches.points[:, 0] - expected)


class Curves:
    """Rating curves: Elo for two-player matches, else the score in percent.

    The number of matches between two points is a power of two. So new matches do not change the
    existing points, and only new points are computed.
    """

    def __init__(self) -> None:
        self._every = 1
        self._lines: Lines = {}
        """Number of matches -> strengths of all entrants."""
        self._entrants = 0

    def update(self, matches: MatchArrays, entrants: int) -> dict[str, Any]:
        total = len(matches.group)
        every = 1
        while total / every > POINTS - 1:
            every *= 2
        if entrants != self._entrants or every != self._every:
            self._lines.clear()
        self._every, self._entrants = every, entrants
        wanted = [*range(every, total, every), *([total] if total else [])]
        found = _strengths(matches, entrants, {count: self._lines.get(count) for count in wanted})
        self._lines = {count: line for count, line in found.items() if count % every == 0}
        lines = zip(*(found[count] for count in wanted), strict=True)
        return {
            "matches": wanted,
            "lines": [list(line) for line in lines] if wanted else [[] for _ in range(entrants)],
            "unit": "Elo" if matches.seats == 2 else "score, %",
        }


def _strengths(matches: MatchArrays, entrants: int, known: Mapping[int, Line | None]) -> Lines:
    """Strengths by number of matches; unknown ones are computed."""
    found: Lines = {}
    before = 0
    played, points = np.zeros((entrants, entrants)), np.zeros((entrants, entrants))
    for count, line in known.items():
        here = matches.part(before, count)
        before = count
        if matches.seats == 2:
            more = bradley_terry.result_matrices(here, entrants)
        else:
            more = _sums(here, entrants)
        played, points = played + more[0], points + more[1]
        found[count] = line or _line(played, points, is_of_two=matches.seats == 2)
    return found


def _sums(matches: MatchArrays, entrants: int) -> tuple[Floats, Floats]:
    """Matches and points of each entrant, on diagonals."""
    player = matches.players.ravel()
    counts = np.bincount(player, minlength=entrants).astype(float)
    return np.diag(counts), np.diag(np.bincount(player, matches.points.ravel(), entrants))


def _line(played: Floats, points: Floats, *, is_of_two: bool) -> Line:
    if is_of_two:
        values = LOGIT * bradley_terry.maximum_likelihood(played, points, PRIOR)
    else:
        values = 100 * points.sum(1) / np.maximum(played.sum(1), 1)
    return [
        round(value, 1) if matches else None
        for value, matches in zip(values.tolist(), played.sum(1).tolist(), strict=True)
    ]


SPRT_POINTS: Final = 60
"""Points of the curve of a test at most."""
DECISIONS: Final = {"accepted": "H1", "rejected": "H0", "undecided": ""}


def sprt_page(sprt: Sprt, matches: MatchArrays) -> dict[str, Any]:
    """The curve of a test; a pair counts when both of its matches have been played."""
    at, results = _pairs(matches)
    ends = np.unique(np.linspace(0, len(at), min(SPRT_POINTS, len(at)) + 1).astype(int)[1:])
    counts = np.array([np.bincount(results[:end], minlength=5) for end in ends]).reshape(-1, 5)
    llr = [float(sprt.log_likelihood_ratio(each.astype(float))) for each in counts]
    state = sprt.status(counts[-1].tolist()).state if len(counts) else "undecided"
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "lower": sprt.lower,
        "upper": sprt.upper,
        "matches": [int(at[end - 1]) for end in ends],
        "llr": llr,
        "decision": DECISIONS[state],
    }


def _pairs(matches: MatchArrays) -> tuple[Any, Any]:
    """For each pair: the number of matches at its completion, and twice the points of the first.

    The points are those of the first entrant in both matches, 0 to 2.
    """
    if not matches.seats:
        return np.empty(0, int), np.empty(0, int)
    points = np.where(matches.players[:, 0] == FIRST, matches.points[:, 0], matches.points[:, 1])
    order = np.argsort(matches.group, kind="stable")
    groups = matches.group[order]
    seconds = np.flatnonzero(groups[1:] == groups[:-1]) + 1
    at, made = order[seconds], points[order[seconds]] + points[order[seconds - 1]]
    by_time = np.argsort(at)
    return at[by_time] + 1, np.rint(2 * made[by_time]).astype(int)
