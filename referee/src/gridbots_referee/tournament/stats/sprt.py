"""Sequential probability ratio test (SPRT): matches are played until the evidence suffices.

After every pair, the log likelihood ratio (LLR) compares two hypotheses: the first entrant is
stronger by `elo1`, or by `elo0`. The test stops at Wald's bounds, so that an entrant of `elo0` is
accepted with a probability of at most about `alpha`, and one of `elo1` is rejected with at most
about `beta`. The nuisance parameters (how often pairs are drawn) are fitted under each hypothesis:
the generalised SPRT of Li, Liu and Ying, as in fishtest.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import numpy as np

from gridbots_referee.tournament.stats.elo import NORMALIZED, expected_score
from gridbots_referee.tournament.stats.likelihood import (
    fit_deviations,
    fit_mean,
    log_ratio,
    moments,
    observed,
)
from gridbots_referee.tournament.stats.pairwise import EloEstimate, check, estimate, pentanomial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.stats.likelihood import Floats
    from gridbots_referee.tournament.stats.played import PlayedMatch

Model = Literal["logistic", "normalized"]
SprtState = Literal["accepted", "rejected", "undecided"]
MAX_ELO = 600
"""Largest Elo of a hypothesis; fits of normalised Elo end a little above."""


class SprtStatus(msgspec.Struct, frozen=True):
    """State of a test."""

    state: SprtState
    """Accepted: the evidence favours `elo1` or more. Rejected: it favours `elo0` or less."""
    llr: float
    """Log likelihood ratio of `elo1` to `elo0`."""
    lower: float
    """Rejected at or below this LLR."""
    upper: float
    """Accepted at or above this LLR."""
    estimate: EloEstimate


class Forecast(msgspec.Struct, frozen=True):
    """Operating characteristic of a test."""

    accepted: float
    """Probability of acceptance, from 0 to 1."""
    length: float
    """Expected number of pairs (or of matches, if those are counted)."""


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A test of `elo1` against `elo0`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability of a type I error: accepting an entrant of `elo0`."""
    beta: float = 0.05
    """Probability of a type II error: rejecting an entrant of `elo1`."""
    model: Model = "logistic"
    """The unit of `elo0` and `elo1`."""

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise ValueError(
                f"expected elo0 below elo1, both between {-MAX_ELO} and {MAX_ELO}, "
                f"got elo0={self.elo0}, elo1={self.elo1}"
            )
        if min(self.alpha, self.beta) <= 0 or self.alpha + self.beta >= 1:
            raise ValueError(
                "expected alpha and beta above 0, with a sum below 1, "
                f"got alpha={self.alpha}, beta={self.beta}"
            )
        if self.model not in {"logistic", "normalized"}:
            raise ValueError(f"expected the model logistic or normalized, got {self.model!r}")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def status(self, counts: Sequence[float]) -> SprtStatus:
        """The state after these results.

        Args:
            counts: of pairs that gave the first entrant 0, 1/2, 1, 3/2 and 2 points, or of
                matches that it lost, drew and won.
        """
        check(counts)
        llr = float(self.log_likelihood_ratio(np.asarray(counts, float)))
        state: SprtState = "undecided"
        if llr <= self.lower:
            state = "rejected"
        elif llr >= self.upper:
            state = "accepted"
        return SprtStatus(state, llr, self.lower, self.upper, estimate(counts))

    def log_likelihood_ratio(self, counts: Floats) -> Floats:
        """LLR (...) of counts (..., 3 or 5), for many tests at once."""
        total, _, frequencies = observed(counts)
        return total * log_ratio(frequencies, *self._fits(counts))

    def forecast(self, probabilities: Sequence[float]) -> Forecast:
        """Forecast for entrants whose results have these probabilities (3 or 5 of them).

        The LLR is approximated by a Brownian motion between the bounds, with its drift and
        variance for close hypotheses (M. Van den Bergh, "A practical introduction to the GSPRT").
        The approximation has no overshoot: real tests are a little longer.
        """
        check(probabilities)
        _, values, frequencies = observed(np.asarray(probabilities, float))
        mean, variance = (float(moment) for moment in moments(values, frequencies))
        low, high = self._scores(values.size, variance**0.5)
        apart = high - low
        return self._brownian((mean - (low + high) / 2) * apart / variance, apart**2 / variance)

    def _brownian(self, drift: float, variance: float) -> Forecast:
        """First exit of a Brownian motion from the bounds (Wald's identities)."""
        slope = 2 * drift / variance
        if abs(slope) < 1e-9:
            accepted = -self.lower / (self.upper - self.lower)
            return Forecast(accepted, -self.lower * self.upper / variance)
        past_lower = math.expm1(-slope * self.lower)
        accepted = past_lower / (past_lower - math.expm1(-slope * self.upper))
        return Forecast(accepted, (accepted * self.upper + (1 - accepted) * self.lower) / drift)

    def _fits(self, counts: Floats) -> tuple[Floats, Floats]:
        """Maximum-likelihood distributions of the results under `elo0` and under `elo1`."""
        _, values, frequencies = observed(counts)
        if self.model == "logistic":
            low, high = expected_score(self.elo0), expected_score(self.elo1)
            return fit_mean(values, frequencies, low), fit_mean(values, frequencies, high)
        low, high = (_deviations(elo, values.size) for elo in (self.elo0, self.elo1))
        return fit_deviations(values, frequencies, low), fit_deviations(values, frequencies, high)

    def _scores(self, results: int, deviation: float) -> tuple[float, float]:
        """Mean points under `elo0` and under `elo1`, for a given standard deviation of results."""
        if self.model == "logistic":
            return expected_score(self.elo0), expected_score(self.elo1)
        low, high = (_deviations(elo, results) for elo in (self.elo0, self.elo1))
        return 0.5 + low * deviation, 0.5 + high * deviation


def _deviations(elo: float, results: int) -> float:
    """Normalised Elo as standard deviations of a pair's mean points (5 results) or of a match's.

    The mean of a pair deviates less than a match, by the root of 2 for independent matches.
    """
    return elo / NORMALIZED * math.sqrt(results // 2)


FIRST: Final = 0
SECOND: Final = 1
"""The entrants of a test of whether the first is stronger."""


class RunningSprt:
    """An SPRT updated match by match; a pair counts once both of its matches are finished."""

    def __init__(self, sprt: Sprt, played: Sequence[PlayedMatch] = ()) -> None:
        self._sprt = sprt
        self.counts = list(pentanomial(played, FIRST, SECOND))
        """Pairs that gave the first entrant 0, 1/2, 1, 3/2 and 2 points."""
        self._open = _halves(played)
        self.status: SprtStatus = sprt.status(self.counts)

    @property
    def is_decided(self) -> bool:
        return self.status.state != "undecided"

    def add(self, group: int, points: float) -> bool:
        """Count a match with these points of the first entrant; True if it completes its pair."""
        if group not in self._open:
            self._open[group] = points
            return False
        self.counts[round(2 * (self._open.pop(group) + points))] += 1
        self.status = self._sprt.status(self.counts)
        return True


def _halves(played: Sequence[PlayedMatch]) -> dict[int, float]:
    """Points of the first entrant in groups of which only one match was played."""
    halves: dict[int, float] = {}
    for each in played:
        if each.group in halves:
            del halves[each.group]
        else:
            halves[each.group] = each.points[each.players.index(FIRST)]
    return halves
