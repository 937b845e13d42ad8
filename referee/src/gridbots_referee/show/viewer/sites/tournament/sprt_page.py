"""SPRT page: the evidence (LLR) over the matches of a sequential test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots_referee.tournament.stats.running_sprt import FIRST

if TYPE_CHECKING:
    from gridbots_referee.tournament.stats.arrays import MatchArrays
    from gridbots_referee.tournament.stats.sprt import Sprt

POINTS: Final = 60
"""On the curve at most."""
DECISIONS: Final = {"accepted": "H1", "rejected": "H0", "undecided": ""}


def sprt_page(sprt: Sprt, matches: MatchArrays) -> dict[str, Any]:
    """The curve of a test; a pair counts once both of its matches are there."""
    at, results = _pairs(matches)
    ends = np.unique(np.linspace(0, len(at), min(POINTS, len(at)) + 1).astype(int)[1:])
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
    """How many matches there were when each pair was complete, and twice its points for the first.

    Its points are those of the first entrant, 0 to 2.
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
