"""Elo ratings: values known in closed form, and general laws."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.chances import World, of_two, round_robin

from gridbots_referee.tournament.stats import rating
from gridbots_referee.tournament.stats.elo import (
    LOGIT,
    Z_95,
    elo_from_score,
    expected_score,
    likelihood_of_superiority,
)
from gridbots_referee.tournament.stats.pairwise import estimate
from gridbots_referee.tournament.stats.played import PlayedMatch
from gridbots_referee.tournament.stats.rating import Anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.stats.arrays import MatchArrays

HALF_A_MATCH = 0.5


def matches(*results: tuple[int, int, float], paired: bool = False) -> MatchArrays:
    """MatchArrays by first, second, points of the first; each a group, or each two."""
    first, second, points = np.array(results).reshape(-1, 3).T
    group = np.arange(len(results)) // (2 if paired else 1)
    return of_two(first.astype(int), second.astype(int), points, group)


def between_two(points: Sequence[float], *, paired: bool = False) -> MatchArrays:
    return matches(*((0, 1, point) for point in points), paired=paired)


def fitted(found: MatchArrays, entrants: int = 2, **options: Any) -> list[float]:
    return [row.elo for row in rating.fit_matches(found, entrants, **options).ratings]


tournaments = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 4), st.sampled_from([0, 0.5, 1])), max_size=40
).map(lambda drawn: matches(*((first, (first + by) % 5, points) for first, by, points in drawn)))


def test_two_entrants_differ_as_the_logistic_curve_predicts() -> None:
    higher, lower = fitted(between_two([1] * 15 + [0] * 5))
    assert higher - lower == pytest.approx(
        elo_from_score((15 + HALF_A_MATCH / 2) / (20 + HALF_A_MATCH))
    )
    assert higher + lower == pytest.approx(0)


def test_a_draw_is_half_a_win_and_half_a_loss() -> None:
    drawn, decided = fitted(between_two([0.5] * 10 + [1])), fitted(between_two([0, 1] * 5 + [1]))
    assert drawn == pytest.approx(decided)


@given(tournaments)
def test_expected_points_equal_actual_points_for_every_entrant(found: MatchArrays) -> None:
    """The law that defines the likeliest ratings, with half a drawn match against the field."""
    elo = np.array(fitted(found, 5))
    balance = np.zeros(5)
    np.add.at(balance, found.players, found.points)
    for first, second in found.players:
        expected = expected_score(elo[first] - elo[second])
        balance[first] -= expected
        balance[second] -= 1 - expected
    for entrant in range(5):
        field = [
            expected_score(elo[entrant] - elo[other]) for other in range(5) if other != entrant
        ]
        balance[entrant] += HALF_A_MATCH * (0.5 - sum(field) / 4)
    assert balance == pytest.approx(np.zeros(5), abs=1e-9)
    assert elo.mean() == pytest.approx(0, abs=1e-9)


@given(tournaments)
def test_whatever_happened_ratings_and_intervals_are_finite(found: MatchArrays) -> None:
    for row in rating.fit_matches(found, 5).ratings:
        assert -math.inf < row.low < row.elo < row.high < math.inf


@given(tournaments, st.permutations(range(5)))
def test_the_order_of_entrants_does_not_matter(found: MatchArrays, order: list[int]) -> None:
    renamed = found._replace(players=np.array(order)[found.players])
    before, after = (rating.fit_matches(known, 5) for known in (found, renamed))
    for entrant, name in enumerate(order):
        one, other = before.ratings[entrant], after.ratings[name]
        assert (one.low, one.elo, one.high) == pytest.approx((other.low, other.elo, other.high))
        assert one.points == other.points


@given(tournaments)
def test_exchanging_the_seats_of_every_match_changes_nothing(found: MatchArrays) -> None:
    swapped = found._replace(players=found.players[:, ::-1], points=found.points[:, ::-1])
    one, other = rating.fit_matches(found, 5), rating.fit_matches(swapped, 5)
    assert [row.elo for row in one.ratings] == pytest.approx([row.elo for row in other.ratings])
    assert [row.low for row in one.ratings] == pytest.approx([row.low for row in other.ratings])


@pytest.mark.parametrize("won", [10, 20, 100, 1000])
def test_the_lower_bound_for_all_wins_is_near_the_binomial_one(won: int) -> None:
    found = rating.fit_matches(between_two([1] * won), 2, anchor=Anchor(1))
    surely = elo_from_score(0.025 ** (1 / won))  # a weaker one wins all less than once in 40 times
    assert found.ratings[0].low == pytest.approx(surely, abs=60)
    assert found.ratings[0].low < surely


def test_an_entrant_that_has_not_played_has_mean_elo_and_a_wide_interval() -> None:
    found = rating.fit_matches(between_two([1, 0] * 50), 3)
    assert found.ratings[2].elo == pytest.approx(0)
    assert found.ratings[2].high > 600
    assert found.los[2][0] == pytest.approx(0.5)


def test_entrants_that_never_met_are_compared_by_the_field() -> None:
    islands = matches(*[(0, 1, 1)] * 10, *[(2, 3, 1)] * 10)
    strong, weak, strong_too, weak_too = rating.fit_matches(islands, 4).ratings
    assert strong.elo == pytest.approx(strong_too.elo)
    assert weak.elo == pytest.approx(weak_too.elo)
    assert strong.elo - weak.elo > 200


def test_an_anchor_fixes_its_rating_and_the_others_keep_their_differences() -> None:
    found = between_two([1, 1, 0.5, 0, 1, 0.5])
    free = fitted(found)
    anchored = rating.fit_matches(found, 2, anchor=Anchor(1, 2000)).ratings
    assert (anchored[1].low, anchored[1].elo, anchored[1].high) == (2000, 2000, 2000)
    assert anchored[0].elo == pytest.approx(2000 + free[0] - free[1])


def test_the_intervals_of_two_are_those_of_the_pentanomial() -> None:
    pairs = [0, 0] * 20 + [0, 0.5] * 90 + [0.5, 0.5] * 240 + [1, 0.5] * 120 + [1, 1] * 30
    found = rating.fit_matches(between_two(pairs, paired=True), 2, anchor=Anchor(1)).ratings[0]
    reported = estimate([20, 90, 240, 120, 30])
    assert found.elo == pytest.approx(reported.elo, rel=2e-3)
    assert (found.high - found.low) / 2 == pytest.approx(reported.error, rel=1e-2)


def test_pairs_decided_by_the_opening_give_narrower_intervals() -> None:
    split = [1, 0] * 40 + [1, 1] * 10 + [0, 0] * 10
    paired, alone = (
        rating.fit_matches(between_two(split, paired=paired), 2).ratings[0]
        for paired in (True, False)
    )
    assert paired.elo == alone.elo
    # 20 of 60 pairs are informative, each like 2 matches: the root of 2/3.
    assert (paired.high - paired.low) / (alone.high - alone.low) == pytest.approx(
        math.sqrt(2 / 3), rel=0.02
    )


def test_repeated_matches_give_wider_intervals_than_independent_ones() -> None:
    twice = [1, 1] * 40 + [0, 0] * 40
    paired, alone = (
        rating.fit_matches(between_two(twice, paired=paired), 2).ratings[0]
        for paired in (True, False)
    )
    assert (paired.high - paired.low) / (alone.high - alone.low) == pytest.approx(
        math.sqrt(2), rel=0.02
    )


def test_superiority_is_the_normal_distribution_of_the_difference_over_its_error() -> None:
    found = rating.fit_matches(between_two([1, 1, 0, 0.5, 1, 1, 0]), 2, anchor=Anchor(1))
    best = found.ratings[0]
    error = (best.high - best.low) / 2 / Z_95
    expected = (1 + math.erf(best.elo / error / math.sqrt(2))) / 2
    assert found.los[0][1] == pytest.approx(expected)
    assert found.los[1][0] == pytest.approx(1 - expected)
    assert found.los[0][0] == found.los[1][1] == 0.5


@pytest.mark.parametrize(
    ("difference", "error", "likelihood"),
    [
        pytest.param(0, 1, 0.5, id="no difference"),
        pytest.param(1.959963984540054, 1, 0.975, id="two errors above"),
        pytest.param(-19.59963984540054, 10, 0.025, id="two errors below"),
        pytest.param(1, 0, 1, id="no error"),
        pytest.param(-1, 0, 0, id="no error, below"),
        pytest.param(0, 0, 0.5, id="neither"),
    ],
)
def test_likelihood_of_superiority(difference: float, error: float, likelihood: float) -> None:
    found = likelihood_of_superiority(difference, error)
    assert found == pytest.approx(likelihood, abs=1e-12)


def test_results_are_counted() -> None:
    played = [
        PlayedMatch("1", stage=1, group=1, players=(0, 1), points=(1, 0)),
        PlayedMatch("2", stage=1, group=1, players=(1, 0), points=(0.5, 0.5)),
        PlayedMatch("3", stage=1, group=2, players=(2, 0), points=(1, 0)),
    ]
    first, second, third = rating.fit(played, 3).ratings
    assert (first.matches, first.won, first.drawn, first.lost, first.points) == (3, 1, 1, 1, 1.5)
    assert (second.matches, second.won, second.drawn, second.lost) == (2, 0, 1, 1)
    assert (third.entrant, third.matches, third.won, third.points) == (2, 1, 1, 1)


def test_matches_as_values_and_as_arrays_give_the_same_ratings() -> None:
    found = round_robin(np.array([0.5, 0, -0.5]), 10, World(draws=0.3, bias=0.4), seeded(1))
    played = [
        PlayedMatch(f"{group}", 1, group, tuple(players), tuple(points), tuple(scores))
        for players, points, scores, group in zip(*map(np.ndarray.tolist, found[:4]), strict=True)
    ]
    assert rating.fit(played, 3) == rating.fit_matches(found, 3)


@pytest.mark.parametrize(
    ("players", "points", "options", "message"),
    [
        ((0, 1, 2), (1, 0.5, 0), {}, "two players, got some of 3"),
        ((0, 3), (1, 0), {}, "entrants from 0 to 2, got 3"),
        ((1, 1), (1, 0), {}, "entrant 1 plays against itself"),
        ((0, 1), (0.25, 0.75), {}, "0, 0.5 or 1 points, got"),
        ((0, 1), (1, 0), {"anchor": Anchor(5)}, "anchor from 0 to 2, got 5"),
        ((0, 1), (1, 0), {"prior": 0}, "prior above 0, got 0"),
    ],
)
def test_unratable_matches_are_an_error(
    players: tuple[int, ...], points: tuple[float, ...], options: dict[str, Any], message: str
) -> None:
    played = [PlayedMatch("m7", stage=1, group=1, players=players, points=points)]
    with pytest.raises(ValueError, match=message):
        rating.fit(played, 3, **options)


def test_a_tournament_without_entrants_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected one entrant or more, got 0"):
        rating.fit([], 0)


def test_ten_to_one_is_four_hundred_points() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_from_score(10 / 11) == pytest.approx(400)
    assert math.log(10) * LOGIT == pytest.approx(400)


def test_no_score_is_infinitely_many_points() -> None:
    assert elo_from_score(1) == -elo_from_score(0) == pytest.approx(400 * math.log10(999))


def seeded(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
