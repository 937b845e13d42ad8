"""95 % intervals contain the true value 95 times in 100, in tournaments of known strengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.tournament.chances import World, of_two, round_robin

from gridbots_referee.tournament.stats import bradley_terry, rating, score_rate
from gridbots_referee.tournament.stats.arrays import arrays_of
from gridbots_referee.tournament.stats.elo import Z_95
from gridbots_referee.tournament.stats.played import PlayedMatch

if TYPE_CHECKING:
    from collections.abc import Callable

WORLDS = {
    "plain": World(draws=0, bias=0),
    "openings decide": World(draws=0, bias=0.7),
    "half drawn": World(draws=0.5, bias=0),
    "half drawn, openings decide": World(draws=0.5, bias=0.7),
    "mostly drawn": World(draws=0.85, bias=0.3),
}


def coverage(world: World, entrants: int, pairs: int, tournaments: int, seed: int) -> float:
    """The share of intervals that contain the true value."""
    rng, held = np.random.default_rng(seed), 0
    for _ in range(tournaments):
        strengths = rng.normal(0, 0.5, entrants)
        found = round_robin(strengths, pairs, world, rng)
        fit = bradley_terry.fit(found, entrants, rating.PRIOR)
        residual = np.abs(fit.strengths - (strengths - strengths.mean()))
        held += int((residual <= Z_95 * np.sqrt(np.diag(fit.covariance))).sum())
    return held / tournaments / entrants


def blind_coverage(world: World, entrants: int, pairs: int, tournaments: int, seed: int) -> float:
    """The same for intervals that treat every match as an independent observation."""
    rng, held = np.random.default_rng(seed), 0
    for _ in range(tournaments):
        found = round_robin(np.zeros(entrants), pairs, world, rng)
        alone = found._replace(cluster=np.arange(found.group.size))
        rows = rating.fit_matches(alone, entrants).ratings
        held += sum(row.low <= 0 <= row.high for row in rows)
    return held / tournaments / entrants


@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_intervals_have_their_nominal_coverage(world: World) -> None:
    assert 0.93 <= coverage(world, entrants=6, pairs=10, tournaments=300, seed=1) <= 0.97


def test_intervals_for_two_entrants_have_their_nominal_coverage() -> None:
    world = WORLDS["half drawn, openings decide"]
    assert 0.93 <= coverage(world, entrants=2, pairs=40, tournaments=800, seed=2) <= 0.97


def test_intervals_that_ignore_pairs_are_too_wide_if_openings_decide() -> None:
    world = WORLDS["openings decide"]
    assert blind_coverage(world, entrants=6, pairs=10, tournaments=200, seed=3) > 0.97


def shared_coverage(openings: int, tournaments: int, seed: int, *, is_blind: bool) -> list[float]:
    """Coverage for Elo and for score rates, if all pairs of six equals have the same openings.

    Each opening suits some entrants, whatever their opponent. `is_blind`: the intervals treat the
    openings of different pairs as different.
    """
    rng, held = np.random.default_rng(seed), np.zeros(2)
    low, high = (np.tile(index, openings) for index in np.triu_indices(6, 1))
    opening = np.repeat(np.arange(openings), 15)
    group = np.arange(opening.size)
    for _ in range(tournaments):
        suits = rng.normal(0, 1, (openings, 6))
        chance = 1 / (1 + np.exp(suits[opening, high] - suits[opening, low]))
        there, back = ((rng.random(group.size) < chance).astype(float) for _ in range(2))
        first, second = (np.concatenate(each) for each in ((low, high), (high, low)))
        found = of_two(first, second, np.concatenate([there, 1 - back]), np.tile(group, 2))
        if not is_blind:
            found = found._replace(cluster=np.tile(opening, 2))
        ratings = rating.fit_matches(found, 6).ratings
        rates = score_rate.score_rates(found, 6)
        held[0] += sum(row.low <= 0 <= row.high for row in ratings)
        held[1] += sum(row.overall.low <= 0.5 <= row.overall.high for row in rates)
    return (held / tournaments / 6).tolist()


def test_intervals_have_their_nominal_coverage_if_all_pairs_have_the_same_openings() -> None:
    assert all(0.92 <= each <= 0.97 for each in shared_coverage(16, 150, seed=6, is_blind=False))
    assert all(each < 0.88 for each in shared_coverage(16, 150, seed=6, is_blind=True))


@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_of_mean_points_have_their_nominal_coverage(seats: int) -> None:
    rng, held, tournaments = np.random.default_rng(4), 0, 150
    for _ in range(tournaments):
        played = [
            PlayedMatch(f"{group}.{turn}", 1, group, _rotated(seats, turn), points)
            for group in range(20)
            for favourite in [int(rng.integers(seats))]
            for turn in range(seats)
            for points in [_points(seats, favourite, rng)]
        ]
        rows = score_rate.score_rates(arrays_of(played), seats)
        held += sum(row.overall.low <= 0.5 <= row.overall.high for row in rows)
    assert 0.93 <= held / tournaments / seats <= 0.97


def _rotated(seats: int, turn: int) -> tuple[int, ...]:
    return tuple((seat + turn) % seats for seat in range(seats))


def _points(seats: int, favourite: int, rng: np.random.Generator) -> tuple[float, ...]:
    """Points of equal players, one of which has a good seat."""
    luck = rng.random(seats) + 0.4 * (np.arange(seats) == favourite)
    return tuple((luck.argsort().argsort() / (seats - 1)).tolist())


@pytest.mark.nightly
@pytest.mark.parametrize("entrants", [2, 6, 20])
@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_intervals_have_their_nominal_coverage_in_many_tournaments(
    world: World, entrants: int, record_property: Callable[[str, object], None]
) -> None:
    pairs, tournaments = {2: (40, 10_000), 6: (10, 4_000), 20: (4, 1_000)}[entrants]
    found = coverage(world, entrants, pairs, tournaments, seed=5)
    played = f"{tournaments:,} tournaments, {pairs} pairs for each two"
    figure = f"{found:.2%} of 95 % intervals hold, {played}"
    record_property("figure", figure)
    assert 0.93 <= found <= 0.97
