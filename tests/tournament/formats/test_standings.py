"""Standings at the end of a tournament and while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.simulated import by_number, drawn, make_tournament, play_out, result_of

from gridbots.errors import OpeningError
from gridbots_referee.tournament.formats.schedule import FORMATS, fixtures
from gridbots_referee.tournament.formats.standings import ROUND_ROBIN, deciding, standings
from gridbots_referee.tournament.formats.tournament import Openings
from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch

if TYPE_CHECKING:
    from gridbots_referee.tournament.formats.standings import Standing

SEEDS = st.integers(0, 1000)


def ranks(table: list[Standing]) -> list[tuple[int, int]]:
    """Place and entrant, in order."""
    return [(each.place, each.entrant) for each in table]


def pair(number: int, players: tuple[int, int], *points: float) -> list[PlayedMatch]:
    """A match group of two, the first one's points given."""
    one, other = players
    return [
        PlayedMatch(f"{number}-1", 1, number, (one, other), (points[0], 1 - points[0])),
        PlayedMatch(f"{number}-2", 1, number, (other, one), (1 - points[1], points[1])),
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_the_better_ones_stand_higher(form: str) -> None:
    tournament = make_tournament(6, form)
    _, played = play_out(tournament)
    table = standings(tournament, played)
    assert table[0].entrant == 0
    assert [each.place for each in table] == sorted(each.place for each in table)
    if form in ("round-robin", "ladder"):
        assert ranks(table) == [(place + 1, place) for place in range(6)]


@pytest.mark.parametrize("form", FORMATS)
@given(st.integers(2, 9), SEEDS)
def test_every_entrant_has_a_place_at_any_time(form: str, bots: int, seed: int) -> None:
    tournament = make_tournament(bots, form)
    _, played = play_out(tournament, drawn(seed))
    for number in (0, 1, len(played) // 2, len(played)):
        table = standings(tournament, played[:number])
        assert sorted(each.entrant for each in table) == list(range(bots))
        assert table[0].place == 1
        assert sum(each.matches for each in table) == 2 * number
        assert sum(each.points for each in table) == number
    final = standings(tournament, played)
    assert standings(tournament, played[::-1]) == final
    if form in ("knockout", "ladder"):
        assert [each.place for each in final].count(1) == 1


def test_before_the_first_match_all_are_equal() -> None:
    for form in ("round-robin", "gauntlet", "swiss", "knockout"):
        assert {each.place for each in standings(make_tournament(4, form), [])} == {1}


def test_a_round_robin_breaks_ties_by_sonneborn_berger() -> None:
    # 1 and 2 have two points each, but 1 has them from the winner.
    played = [
        *pair(1, (0, 1), 0.0, 1.0),
        *pair(2, (0, 2), 1.0, 1.0),
        *pair(3, (1, 2), 0.5, 0.0),
        *pair(4, (0, 3), 1.0, 1.0),
        *pair(5, (1, 3), 1.0, 0.0),
        *pair(6, (2, 3), 1.0, 0.0),
    ]
    table = standings(make_tournament(4), played)
    by_entrant = {each.entrant: each for each in table}
    assert by_entrant[0].points == 5.0
    assert by_entrant[1].points == by_entrant[2].points == 2.5
    assert by_entrant[1].sonneborn_berger == 1 * 5 + 0.5 * 2.5 + 1 * 2
    assert by_entrant[2].sonneborn_berger == 1.5 * 2.5 + 1 * 2
    assert ranks(table) == [(1, 0), (2, 1), (3, 2), (4, 3)]
    assert deciding(table, ROUND_ROBIN) == {"score", "sonneborn_berger"}


PAIRS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
DIRECT = [(0.5, 0), (1, 0), (1, 0.5), (0, 0.5), (0.5, 0.5), (0.5, 1)]
"""0 and 1 have equal points and Sonneborn-Berger; 0 has more wins, but 1 has beaten it."""
WINS = [(1, 0), (0.5, 0.5), (0, 0.5), (1, 0), (0.5, 0), (0, 0)]
"""0 and 1 are equal against each other as well, but 1 has more wins."""


@pytest.mark.parametrize("points", [DIRECT, WINS])
def test_further_ties_are_broken_by_direct_encounter_and_wins(
    points: list[tuple[float, float]],
) -> None:
    played = [
        each
        for number, (players, of) in enumerate(zip(PAIRS, points, strict=True), 1)
        for each in pair(number, players, *of)
    ]
    table = {each.entrant: each for each in standings(make_tournament(4), played)}
    assert table[0].score == table[1].score
    assert table[0].sonneborn_berger == table[1].sonneborn_berger
    assert (table[1].direct, table[0].won) == ((1.0, 2) if points is DIRECT else (0.0, 1))
    assert (table[1].place, table[0].place) == (2, 3)
    decided = deciding(list(table.values()), ROUND_ROBIN) - {"sonneborn_berger"}
    assert decided == {"score", "direct" if points is DIRECT else "won"}


def test_entrants_equal_in_all_keys_share_a_place() -> None:
    cycle = [*pair(1, (0, 1), 1.0, 0.5), *pair(2, (1, 2), 1.0, 0.5), *pair(3, (0, 2), 0.0, 0.5)]
    assert ranks(standings(make_tournament(3), cycle)) == [(1, 0), (1, 1), (1, 2)]


def test_a_swiss_tournament_counts_byes_and_breaks_ties_by_buchholz() -> None:
    tournament = make_tournament(5, "swiss", rounds=3)
    _, played = play_out(tournament)
    table = standings(tournament, played)
    assert sum(each.byes for each in table) == 3
    assert sum(each.meeting_points for each in table) == 3 * 3
    assert table[0].entrant == 0
    assert table[0].meeting_points == 3.0
    keys = [(each.meeting_points, each.buchholz, each.sonneborn_berger) for each in table]
    assert keys == sorted(keys, reverse=True)


def test_in_a_knockout_losers_of_the_same_stage_tie() -> None:
    tournament = make_tournament(8, "knockout")
    _, played = play_out(tournament)
    assert ranks(standings(tournament, played)) == [
        (1, 0), (2, 1), (3, 2), (3, 3), (5, 4), (5, 5), (5, 6), (5, 7),
    ]  # fmt: skip


def test_in_a_gauntlet_the_others_are_ranked_by_their_results_against_the_challenger() -> None:
    tournament = make_tournament(3, "gauntlet")
    played = [*pair(1, (0, 1), 1.0, 1.0), *pair(2, (0, 2), 0.5, 0.0)]
    assert ranks(standings(tournament, played)) == [(1, 2), (2, 0), (3, 1)]


def test_entrants_without_a_rung_come_last() -> None:
    tournament = make_tournament(4, "ladder")
    scheduled = fixtures(tournament)
    assert [each.players for each in scheduled] == [(1, 0), (0, 1)]
    assert ranks(standings(tournament, [])) == [(1, 0), (2, 1), (2, 2), (2, 3)]
    played = [
        PlayedMatch(each.id, each.stage, each.group, each.players, by_number(each)[::-1])
        for each in scheduled
    ]
    assert ranks(standings(tournament, played)) == [(1, 1), (2, 0), (3, 2), (3, 3)]


@pytest.mark.parametrize("suspect", [0, None])
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_ends_although_a_bot_cannot_be_played(form: str, suspect: int | None) -> None:
    tournament = make_tournament(6, form)
    played: list[PlayedMatch] = []
    voids: list[VoidMatch] = []
    while fresh := fixtures(tournament, played, voids)[len(played) + len(voids) :]:
        for each in fresh:
            if 0 in each.players:
                void = VoidMatch(each.id, each.group, each.players, suspect, "worker", "killed")
                voids.append(void)
            else:
                played.append(result_of(each, by_number))
    table = standings(tournament, played, voids)
    assert sorted(each.entrant for each in table) == list(range(6))
    assert {each.matches for each in table if each.entrant == 0} == {0}
    if suspect == 0 and form not in ("gauntlet", "round-robin"):
        assert table[0].entrant == 1
        assert next(each for each in table if each.entrant == 0).place > 2


def test_single_players_are_ranked_by_the_score_of_the_game() -> None:
    tournament = make_tournament(2, seats=1)
    played = [
        PlayedMatch("1-1", 1, 1, (0,), (0.0,), (12.0,)),
        PlayedMatch("2-1", 1, 2, (1,), (0.0,), (30.0,)),
    ]
    table = standings(tournament, played)
    assert ranks(table) == [(1, 1), (2, 0)]
    assert table[0].game_score == 30.0


def test_standings_need_no_openings() -> None:
    """Drawing openings is slow, and no place depends on them."""
    tournament = make_tournament(4, "swiss")
    _, played = play_out(tournament)
    nowhere = msgspec.structs.replace(tournament, openings=Openings(rounds=100_000))
    assert standings(nowhere, played) == standings(tournament, played)
    with pytest.raises(OpeningError):
        fixtures(nowhere, played)
