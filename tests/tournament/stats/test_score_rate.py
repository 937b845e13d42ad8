"""The share of points that entrants have scored, for any number of seats."""

from __future__ import annotations

import pytest

from gridbots_referee.tournament.stats.arrays import arrays_of
from gridbots_referee.tournament.stats.played import PlayedMatch
from gridbots_referee.tournament.stats.score_rate import score_rates


def group_of_three(group: int, *points: tuple[float, ...]) -> list[PlayedMatch]:
    """Three entrants in all rotations of three seats, with points in seat order."""
    return [
        PlayedMatch(
            f"{group}.{turn}", 1, group, tuple((seat + turn) % 3 for seat in range(3)), made
        )
        for turn, made in enumerate(points)
    ]


GROUP = ((1.0, 0.5, 0.0), (1.0, 0.5, 0.0), (1.0, 0.5, 0.0))
"""The first seat wins, the second is in the middle, the third loses."""


def test_a_mean_is_points_per_match_or_none_without_matches() -> None:
    played = [PlayedMatch("1", 1, 1, (2, 0, 1), (1, 0.5, 0))]
    found = score_rates(arrays_of(played), 4)
    assert [row.overall.mean for row in found] == [0.5, 0, 1, None]
    assert [row.overall.matches for row in found] == [1, 1, 1, 0]


def test_each_seat_has_its_own_mean() -> None:
    for row in score_rates(arrays_of(group_of_three(1, *GROUP) + group_of_three(2, *GROUP)), 3):
        assert row.overall.mean == 0.5
        assert [seat.mean for seat in row.seats] == [1, 0.5, 0]
        assert [seat.matches for seat in row.seats] == [2, 2, 2]
        assert [seat.points for seat in row.seats] == [2, 1, 0]


def test_if_the_seat_decides_groups_give_narrower_intervals() -> None:
    played = [match for group in range(50) for match in group_of_three(group, *GROUP)]
    alone = [
        PlayedMatch(match.id, 1, number, match.players, match.points)
        for number, match in enumerate(played)
    ]
    by_group, by_match = (score_rates(arrays_of(known), 3)[0].overall for known in (played, alone))
    assert by_group.high - by_group.low < 0.3 * (by_match.high - by_match.low)


def test_intervals_stay_within_possible_points() -> None:
    for row in score_rates(arrays_of([PlayedMatch("1", 1, 1, (0, 1), (1, 0))]), 3):
        share = row.overall
        assert 0 <= share.low < share.high <= 1
        assert share.mean is None or share.low <= share.mean <= share.high


def test_the_lower_bound_for_20_wins_is_near_the_binomial_one() -> None:
    played = [PlayedMatch(f"{number}", 1, number, (0, 1), (1, 0)) for number in range(20)]
    assert score_rates(arrays_of(played), 2)[0].overall.low == pytest.approx(
        0.025 ** (1 / 20), abs=0.01
    )


def test_no_matches_are_no_error() -> None:
    found = score_rates(arrays_of([]), 2)
    assert [row.overall.matches for row in found] == [0, 0]
    assert [row.seats for row in found] == [(), ()]


def test_matches_of_different_seats_are_an_error() -> None:
    played = [
        PlayedMatch("1", 1, 1, (0, 1), (1, 0)),
        PlayedMatch("2", 1, 2, (0, 1, 2), (1, 0.5, 0)),
    ]
    with pytest.raises(
        ValueError, match=r"expected matches with equal numbers of seats, got \[2, 3\]"
    ):
        arrays_of(played)


def test_an_unknown_entrant_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected entrants from 0 to 1, got 2"):
        score_rates(arrays_of([PlayedMatch("1", 1, 1, (0, 2), (1, 0))]), 2)
