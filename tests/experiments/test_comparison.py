"""Verdicts: the tolerance between measured and published values."""

from __future__ import annotations

from math import nan
from statistics import NormalDist

import numpy as np
import pytest

from gridbots_referee.experiments.comparison import Target, tolerance, verdict_of
from gridbots_referee.experiments.estimates import Estimate, Sample, estimate

CERTAINTY = NormalDist().inv_cdf(0.975)


def allowed(ours: Estimate, target: Target, *, is_share: bool = False, full: bool = True) -> float:
    return tolerance(ours, target, CERTAINTY, is_share=is_share, full=full)


def test_both_sampling_errors_count() -> None:
    ours = Estimate(value=10, error=0.3, deviation=6, counted=400, matches=400)
    target = Target(value=9, matches=225, rounded=0)
    # Measured error 0.3, published error 6 / 15 = 0.4: together 0.5.
    assert allowed(ours, target) == pytest.approx(CERTAINTY * 0.5)


def test_a_value_without_a_number_of_matches_counts_as_exact() -> None:
    ours = Estimate(value=10, error=0.3, deviation=6, counted=400, matches=400)
    assert allowed(ours, Target(9, 0, 0)) == pytest.approx(CERTAINTY * 0.3)


def test_the_rounding_of_published_values_is_added() -> None:
    ours = Estimate(value=10, error=0.3, deviation=6, counted=400, matches=400)
    assert allowed(ours, Target(9, 0, rounded=1)) == pytest.approx(CERTAINTY * 0.3 + 0.5)


def test_a_mean_over_some_matches_uses_the_same_fraction_of_published_ones() -> None:
    ours = Estimate(value=10, error=0.3, deviation=6, counted=100, matches=400)
    # A quarter of 900 matches: 6 / 15 = 0.4.
    assert allowed(ours, Target(9, 900, 0)) == pytest.approx(CERTAINTY * 0.5)


def test_a_share_of_zero_has_an_error() -> None:
    ours = Estimate(value=0, error=0, deviation=0, counted=300, matches=300)
    # 3 of 100 and 0 of 300: 0.75 % of all, so each match deviates by the root of 0.75 * 99.25.
    expected = CERTAINTY * (0.75 * 99.25) ** 0.5 * (1 / 100 + 1 / 300) ** 0.5
    assert allowed(ours, Target(3, 100, 0), is_share=True) == pytest.approx(expected)
    assert allowed(ours, Target(0, 100, 0), is_share=True) == 0


def test_the_tolerance_of_the_file_holds_for_the_full_number_of_matches() -> None:
    ours = Estimate(value=10, error=0.3, deviation=6, counted=400, matches=400)
    target = Target(9, 0, rounded=1, within=0.25)
    assert allowed(ours, target) == 0.25
    assert allowed(ours, target, full=False) == pytest.approx(CERTAINTY * 0.3 + 0.5)
    wide = Target(9, 0, rounded=1, within=7)
    assert allowed(ours, wide, full=False) == 7


@pytest.mark.parametrize(
    ("value", "verdict"), [(10.5, "within"), (9.5, "within"), (10.6, "outside"), (nan, "outside")]
)
def test_the_verdict(value: float, verdict: str) -> None:
    ours = Estimate(value, 0, 0, 1, 1)
    assert verdict_of(ours, Target(10, 0, 0), 0.5) == verdict


def test_without_a_target_there_is_no_verdict() -> None:
    ours = Estimate(1, 0, 0, 9, 9)
    assert np.isnan(tolerance(ours, None, CERTAINTY, is_share=False, full=True))
    assert verdict_of(ours, None, nan) == ""


def test_a_mean_over_too_few_matches_is_outside() -> None:
    ours = Estimate(nan, nan, nan, 0, 50)
    assert verdict_of(ours, Target(9, 100, 0), allowed(ours, Target(9, 100, 0))) == "outside"


@pytest.mark.parametrize("shared", [0.0, 0.5], ids=["independent", "groups are alike"])
@pytest.mark.parametrize("kind", ["share", "mean", "mean of some"])
def test_sampling_errors_cover_as_often_as_the_confidence_states(kind: str, shared: float) -> None:
    """Played and published again and again with the same chances: 95 of 100 differ by less."""
    chance = np.random.default_rng(20)
    tries, seats, groups, published = 2000, 3, 100, 500
    hits = 0
    for _ in range(tries):
        opening = np.repeat(chance.random(groups) < shared, seats)
        luck = np.where(
            opening, np.repeat(chance.random(groups), seats), chance.random(groups * seats)
        )
        theirs = chance.random(published)
        values, counted = seen(kind, luck)
        their_values, their_counted = seen(kind, theirs)
        ours = estimate(Sample(values, counted), seats)
        target = Target(float(their_values[their_counted].mean()), published, 0)
        hits += (
            verdict_of(ours, target, allowed(ours, target, is_share=kind == "share")) == "within"
        )
    # The standard error of that is 0.5 %, and with a hundred groups the normal law is a bit narrow.
    assert 0.935 <= hits / tries <= 0.965


def seen(kind: str, luck: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The values of a measure for matches with this luck, uniform between 0 and 1."""
    everything = np.ones(len(luck), bool)
    if kind == "share":
        return 100.0 * (luck < 0.25), everything
    return -np.log(1 - luck), everything if kind == "mean" else luck > 0.4
