"""Measures over arrays that are worked out by hand."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import pytest

from gridbots.vector import Outcomes
from gridbots_referee.experiments.estimates import (
    ENDS,
    Estimate,
    Sample,
    deviation,
    elo_bound,
    estimate,
    estimate_of,
    half_interval,
    quantile,
)
from gridbots_referee.experiments.measures import MEASURES, measured

THREE = Outcomes(
    places=np.array([[1, 2, 3], [1, 1, 3], [3, 2, 1], [2, 2, 1]]),
    scores=np.array([[9.0, 4, 2], [6.0, 6, 3], [1.0, 5, 12], [4.0, 2, 9]]),
    utilities=np.array([[1.0, 0, -1], [0.5, 0.5, -1], [-1.0, 0, 1], [-0.5, -0.5, 1]]),
    margins=np.array([[5.0, 0, -5], [3, 3, -6], [-9.0, 0, 9], [-2, -3, 5]]),
    living=np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 0, 1]], bool),
    rounds=np.array([10, 30, 20, 40]),
)
"""Won by the first player, shared by the first two when time ran out, and won twice by the last."""

ALONE = Outcomes(
    places=np.array([[1], [1], [1], [1]]),
    scores=np.array([[16.0], [7], [16], [9]]),
    utilities=np.array([[1.0], [-0.1], [1], [0.1]]),
    margins=np.array([[1.0], [-0.1], [1], [0.1]]),
    living=np.array([[1], [0], [1], [1]], bool),
    rounds=np.array([50, 20, 70, 99]),
)
"""Filled the board, died, filled the board, ran out of time."""


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("win %", [25, 0, 50]),
        ("loss %", [50, 75, 25]),
        ("draw %", [25] * 3),
        ("time-out %", [25] * 3),
        ("score", [5, 4.25, 6.5]),
        ("score if won", [9, np.nan, 10.5]),
        ("score x rank", [(9 + 12 + 3 + 12) / 4, (8 + 12 + 10 + 6) / 4, (6 + 9 + 12 + 9) / 4]),
        ("lead", [(6 + 1.5 - 7.5 - 1.5) / 4, (-1.5 + 1.5 - 1.5 - 4.5) / 4, (-4.5 - 3 + 9 + 6) / 4]),
        ("place", [7 / 4, 7 / 4, 2]),
        ("utility", [0, 0, 0]),
        ("Elo", [0, 0, 0]),
        ("margin", [-3 / 4, 0, 3 / 4]),
        ("rounds", [25] * 3),
        ("rounds if won", [10, np.nan, 30]),
        ("deviation of rounds if won", [np.nan, np.nan, 200**0.5]),
        ("least rounds if won", [10, np.nan, 20]),
        ("first quartile of rounds if won", [10, np.nan, 25]),
        ("median of rounds if won", [10, np.nan, 30]),
        ("third quartile of rounds if won", [10, np.nan, 35]),
        ("most rounds if won", [10, np.nan, 40]),
    ],
)
def test_with_three_players(name: str, values: list[float]) -> None:
    ours = [measured(MEASURES[name], THREE, player).value for player in range(3)]
    assert ours == pytest.approx(values, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("win %", 50),
        ("loss %", 50),
        ("draw %", 0),
        ("time-out %", 25),
        ("score if won", 16),
        ("rounds", 59.75),
        ("rounds if won", 60),
        ("lead", 12),
    ],
)
def test_alone(name: str, value: float) -> None:
    assert measured(MEASURES[name], ALONE, 0).value == pytest.approx(value)


def test_every_measure_is_worked_out_here() -> None:
    assert set(MEASURES) == {
        "win %", "loss %", "draw %", "time-out %", "score", "score if won", "score x rank", "lead",
        "place", "utility", "Elo", "margin", "rounds", "rounds if won",
        "deviation of rounds if won", "least rounds if won", "first quartile of rounds if won",
        "median of rounds if won", "third quartile of rounds if won", "most rounds if won",
    }  # fmt: skip


def test_elo_follows_from_the_points_and_has_its_own_error() -> None:
    rng = np.random.default_rng(1)
    utilities = rng.choice([1.0, 0.0, -1.0], 4000, p=[0.5, 0.1, 0.4])
    both = np.stack([utilities, -utilities], axis=1)
    places, rounds = np.where(both < 0, 2, 1), np.ones(4000, np.int64)
    of_many = Outcomes(places, both, both, both, both > 0, rounds)
    one, other = (measured(MEASURES["Elo"], of_many, player) for player in range(2))
    mean, deviation_of_points = float(both[:, 0].mean() / 2 + 0.5), float(both[:, 0].std() / 2)
    assert one.value == pytest.approx(400 * np.log10(mean / (1 - mean)))
    assert other.value == pytest.approx(-one.value)
    # By the derivative of the logistic curve.
    slope = 400 / np.log(10) / (mean * (1 - mean))
    assert one.error == pytest.approx(slope * deviation_of_points / 4000**0.5, rel=0.15)


@pytest.mark.parametrize(("player", "end"), [(0, 1200), (1, -1200)])
def test_an_elo_of_only_wins_has_no_error(player: int, end: float) -> None:
    both = np.tile([1.0, -1.0], (16, 1))
    places, rounds = np.where(both < 0, 2, 1), np.ones(16, np.int64)
    found = measured(MEASURES["Elo"], Outcomes(places, both, both, both, both > 0, rounds), player)
    assert found.value == pytest.approx(end, abs=1)
    assert np.isnan(found.error)


def sample(values: list[float], counted: list[int] | None = None) -> Any:
    everything = np.ones(len(values)) if counted is None else np.array(counted)
    return Sample(np.array(values), everything.astype(bool))


def test_the_standard_error_of_independent_matches() -> None:
    found = estimate(sample([1, 2, 3, 6]), seats=1)
    # Squares of -2, -1, 0 and 3 add up to 14; over 3 that is the variance.
    assert found.value == 3
    assert found.deviation == pytest.approx((14 / 3) ** 0.5)
    assert found.error == pytest.approx((14 / 3) ** 0.5 / 2)
    assert (found.counted, found.matches) == (4, 4)


def test_matches_of_a_group_form_a_cluster() -> None:
    found = estimate(sample([1, 2, 3, 6]), seats=2)
    # Groups lie -3 and 3 from what is expected: root of 2 / 1 * 18, over 4 matches.
    assert found.error == pytest.approx(6 / 4)


def test_groups_that_balance_each_other_leave_no_error() -> None:
    assert estimate(sample([0, 100, 100, 0, 0, 100]), seats=2).error == 0


def test_only_matches_that_count_make_the_mean_and_its_error() -> None:
    found = estimate(sample([4, 99, 8, 99], [1, 0, 1, 0]), seats=1)
    assert found.value == 6
    assert found.deviation == pytest.approx(8**0.5)
    # Residuals -2, 0, 2, 0: root of 4 / 3 * 8, over 2 that count.
    assert found.error == pytest.approx((4 / 3 * 8) ** 0.5 / 2)
    assert (found.counted, found.matches) == (2, 4)


def test_the_last_group_may_be_smaller() -> None:
    found = estimate(sample([1, 2, 3, 6, 8]), seats=2)
    # Around 4 the groups are -5, 1 and 4: root of 3 / 2 * 42, over 5 matches.
    assert found.error == pytest.approx(63**0.5 / 5)


@pytest.mark.parametrize(("values", "counted"), [([5.0], [1]), ([5.0, 6.0], [0, 0])])
def test_estimates_from_too_few_matches_are_nan(values: list[float], counted: list[int]) -> None:
    assert np.isnan(estimate(sample(values, counted), seats=1).error)


def normal(matches: int) -> Any:
    return sample(np.random.default_rng(4).normal(50, 10, matches).tolist())


def test_errors_of_a_median_and_of_a_deviation_are_those_of_normal_values() -> None:
    median, spread = (
        estimate_of(each, normal(2000), seats=1) for each in (quantile(0.5), deviation)
    )
    assert median.error == pytest.approx(10 * (np.pi / 2 / 2000) ** 0.5, rel=0.15)
    assert spread.error == pytest.approx(10 / (2 * 2000) ** 0.5, rel=0.15)
    assert median.deviation == pytest.approx(median.error * 2000**0.5)


def test_the_error_of_a_statistic_resamples_groups() -> None:
    twins = sample(np.repeat(normal(500).values, 2).tolist())
    alone, together = (estimate_of(deviation, twins, seats).error for seats in (1, 2))
    assert together == pytest.approx(alone * 2**0.5, rel=0.2)


def test_the_least_and_the_largest_have_no_error() -> None:
    for extreme, value in ((np.min, 1), (np.max, 6)):
        found = estimate_of(extreme, sample([1, 2, 3, 6]), seats=1)
        assert found.value == value
        assert np.isnan(found.error)


def test_a_statistic_of_no_matches_is_nan() -> None:
    assert np.isnan(estimate_of(deviation, sample([5.0], [0]), seats=1).value)


def test_half_the_interval_is_a_multiple_of_the_standard_error() -> None:
    ours = Estimate(value=40, error=2, deviation=40, counted=400, matches=400)
    for is_share in True, False:
        assert half_interval(ours, 1.96, is_share=is_share) == pytest.approx(3.92)


@pytest.mark.parametrize("value", [0, 100])
def test_a_share_of_zero_or_one_has_an_interval(value: float) -> None:
    ours = Estimate(value, error=0, deviation=0, counted=20, matches=20)
    assert half_interval(ours, 1.96, is_share=True) == pytest.approx(8.06, abs=0.01)
    assert half_interval(ours, 1.96, is_share=False) == 0


@pytest.mark.parametrize(
    ("value", "matches", "bound"),
    [
        (ENDS[1], 1000, 966),
        (ENDS[0], 16, -248),
        (ENDS[1], 1, -234),
        (470.0, 16, nan),
        (nan, 0, nan),
    ],
)
def test_an_elo_of_only_wins_or_losses_exceeds_the_end_of_wilsons_interval(
    value: float, matches: int, bound: float
) -> None:
    ours = Estimate(value, nan, nan, matches, matches)
    assert elo_bound(ours, 1.96) == pytest.approx(bound, abs=0.5, nan_ok=True)
