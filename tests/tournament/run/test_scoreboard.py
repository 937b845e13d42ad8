"""The scoreboard of a running tournament agrees with its store."""

from __future__ import annotations

import pytest
from tests.tournament.simulated import drawn, make_tournament, play_out

from gridbots_referee.tournament.formats.standings import standings
from gridbots_referee.tournament.stats import rating
from gridbots_referee.tournament.stats.scoreboard import RATED, Scoreboard


@pytest.mark.parametrize("seats", [2, 3])
def test_it_counts_as_the_standings_do(seats: int) -> None:
    tournament = make_tournament(5, seats=seats)
    _, played = play_out(tournament, drawn(1))
    board = Scoreboard(5)
    for match in played:
        board.add(match.players, match.points)
    for each in standings(tournament, played):
        score = board.scores[each.entrant]
        assert (score.matches, score.won) == (each.matches, each.won)
        assert (score.points, score.mean) == pytest.approx((each.points, each.score))
        assert score.won + score.drawn + score.lost == score.matches
    means = [board.scores[entrant].mean or 0 for entrant in board.ranking()]
    assert means == sorted(means, reverse=True)


def test_its_elo_is_that_of_the_fit() -> None:
    _, played = play_out(make_tournament(5), drawn(2))
    board = Scoreboard(5)
    assert board.elo() is None
    for match in played:
        board.add(match.players, match.points)
    expected = [row.elo for row in rating.fit(played, 5).ratings]
    assert board.elo() == pytest.approx(expected, abs=1e-6)


def test_with_more_seats_or_many_entrants_there_is_no_elo() -> None:
    three, many = Scoreboard(3), Scoreboard(RATED + 1)
    three.add((0, 1, 2), (1, 0.5, 0))
    many.add((0, 1), (1, 0))
    assert three.elo() is many.elo() is None


@pytest.mark.parametrize(
    ("points", "counted"),
    [
        pytest.param((1, 0), [(1, 0, 0), (0, 0, 1)], id="won and lost"),
        pytest.param((0.5, 0.5), [(0, 1, 0), (0, 1, 0)], id="drawn"),
        pytest.param((1, 0.5, 0), [(1, 0, 0), (0, 0, 1), (0, 0, 1)], id="second has lost"),
        pytest.param((0.75, 0.75, 0), [(0, 1, 0), (0, 1, 0), (0, 0, 1)], id="first with another"),
        pytest.param((0.0,), [(0, 0, 1)], id="alone and lost"),
        pytest.param((1.0,), [(1, 0, 0)], id="alone and won"),
    ],
)
def test_won_is_first_alone_and_drawn_is_first_with_others(
    points: tuple[float, ...], counted: list[tuple[int, int, int]]
) -> None:
    board = Scoreboard(len(points))
    board.add(range(len(points)), points)
    assert [(score.won, score.drawn, score.lost) for score in board.scores] == counted
