"""Data of the pages of a tournament: bots, schedule, test, wall."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.tournament.stored import add, autumn, played, tournament

from gridbots.errors import UnknownNameError
from gridbots_referee.show.viewer.sites.match_table import MatchTable
from gridbots_referee.show.viewer.sites.tournament.curves import sprt_page
from gridbots_referee.show.viewer.sites.tournament.matches import wall
from gridbots_referee.show.viewer.sites.tournament.schedule_page import pace_of
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable
from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.formats.tournament import Opening, Openings
from gridbots_referee.tournament.stats.arrays import arrays_of
from gridbots_referee.tournament.stats.played import PlayedMatch
from gridbots_referee.tournament.stats.sprt import RunningSprt, Sprt
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> TournamentSite:
    return TournamentSite(autumn(tmp_path_factory.mktemp("store") / "autumn.db"))


def test_a_bot_has_its_opponents_seats_losses_and_time(site: TournamentSite) -> None:
    response = site.get(["bot", "ada"], {})
    assert response["bot"] == "ada:depth=4"
    assert (response["standing"]["points"], response["standing"]["place"]) == (3.5, 1)
    assert [(each["name"], each["points"], each["matches"]) for each in response["opponents"]] == [
        ("cleo", 2.0, 2),
        ("bob", 1.5, 2),
    ]
    assert all(each["low"] <= each["score"] <= each["high"] for each in response["opponents"])
    assert [(each["seat"], each["matches"]) for each in response["seats"]] == [(0, 2), (1, 2)]
    assert response["losses"] == []
    assert response["time"]["moves"] == 12
    assert response["time"]["mean_wall_ms"] == 1.5
    assert response["time"]["most_cpu_ms"] is None
    assert response["rating"]["unit"] == "Elo"
    assert response["rating"]["line"][-1] > 0


def test_losses_of_a_bot_are_counted_by_their_causes(site: TournamentSite) -> None:
    assert [
        (each["termination"], each["matches"]) for each in site.get(["bot", "cleo"], {})["losses"]
    ] == [("late", 2)]
    response = site.get(["bot", "bob"], {})
    assert {each["termination"]: each["matches"] for each in response["losses"]} == {
        "eliminated": 2,
        "exited": 1,
    }
    assert response["time"]["late"] == 0


def test_best_and_worst_matches_are_those_that_ratings_expect_least(site: TournamentSite) -> None:
    response = site.get(["bot", "cleo"], {})
    assert {match["number"] for match in response["best"]} == {5, 6}
    assert {match["number"] for match in response["worst"]} == {3, 4}
    for matches in (response["best"], response["worst"]):
        surprises = [match["surprise"] for match in matches]
        assert surprises == sorted(surprises, reverse=True)
        assert all(0 <= surprise <= 1 for surprise in surprises)


def test_an_unknown_bot_is_refused_and_an_unplayed_one_has_an_empty_page(
    site: TournamentSite,
) -> None:
    with pytest.raises(UnknownNameError, match="expected a bot, got 'eve'"):
        site.get(["bot", "eve"], {})
    response = site.get(["bot", "dan"], {})
    assert response["best"] == response["worst"] == response["opponents"] == []
    assert response["time"]["mean_wall_ms"] is None


def test_repeated_openings_of_a_bot_are_listed(tmp_path: Path) -> None:
    given = (Opening(1, (("up", "up"), ("left", "right"))), Opening(2))
    declared = tournament(("a/b", "bob"), openings=Openings(given=given), matches=8)
    with Store.create(tmp_path / "given.db", declared) as store:
        for each in fixtures(declared):
            add(store, each, played(each))
    response = TournamentSite(tmp_path / "given.db").get(["bot", "a%2Fb"], {})
    assert [(each["name"], each["matches"]) for each in response["openings"]] == [
        ("up, up; left, right", 4),
        ("seed 2", 4),
    ]
    assert sum(each["points"] for each in response["openings"]) == 4


def partly_played(path: Path, declared: Tournament, count: int, started: str = "") -> Store:
    """A store of the first matches of a tournament."""
    with Store.create(path, declared) as store:
        for each in fixtures(declared)[:count]:
            match = played(each)
            begun = replace(match.match, started=started or match.match.started)
            add(store, each, replace(match, match=begun))
    return store


def test_the_schedule_shows_progress_and_the_next_matches(tmp_path: Path) -> None:
    declared = tournament(matches=4)
    path = tmp_path / "half.db"
    partly_played(path, declared, 13)
    response = TournamentSite(path).get(["schedule"], {})
    assert (response["done"], response["expected"], response["stages"]) == (13, 24, [])
    names = [entrant.name for entrant in declared.bots]
    wanted = [[names[player] for player in each.players] for each in fixtures(declared)[13:23]]
    assert [each["players"] for each in response["next"]] == wanted
    # The matches were played long ago.
    assert (response["per_second"], response["eta_seconds"]) == (None, None)


def test_the_schedule_of_a_swiss_tournament_has_stages(tmp_path: Path) -> None:
    path = tmp_path / "swiss.db"
    partly_played(path, tournament(format="swiss", matches=2, rounds=3), 4)
    response = TournamentSite(path).get(["schedule"], {})
    assert response["stages"][0] == {"name": "stage 1", "done": 4, "expected": 4}
    assert response["stages"][1]["done"] == 0


def test_a_tournament_that_is_over_has_no_time_left(tmp_path: Path) -> None:
    path = tmp_path / "over.db"
    partly_played(path, tournament(("ada", "bob")), 2)
    response = TournamentSite(path).get(["schedule"], {})
    assert (response["done"], response["expected"], response["next"]) == (2, 2, [])
    assert response["eta_seconds"] is None


def test_the_pace_is_that_of_the_latest_matches() -> None:
    now = time.time()
    table = StoreTable()
    began = now - 100 + np.arange(101)
    table.extend(
        {"started": began / 86_400 + 2440587.5, "seconds": np.full(101, 0.5)},
        np.zeros(101, int),
        {},
    )
    assert pace_of(table, now).per_second == pytest.approx(1, rel=0.02)
    # An interrupted tournament has none.
    assert pace_of(table, now + 3600).per_second is None
    assert pace_of(table, now + 3600).basis == "nothing is being played"
    assert pace_of(StoreTable(), now).per_second is None


def test_the_evidence_of_a_test_ends_as_in_the_runner() -> None:
    sprt = Sprt(0, 30)
    rng = np.random.default_rng(8)
    found = []
    for number in range(301):
        points = float(rng.choice([0, 0.5, 1], p=[0.2, 0.3, 0.5]))
        players, made = ((0, 1), (points, 1 - points))
        if number % 2:
            players, made = players[::-1], made[::-1]
        found.append(PlayedMatch(f"{number}", 1, number // 2, players, made))
    response = sprt_page(sprt, arrays_of(found))
    running = RunningSprt(sprt, found)
    assert response["llr"][-1] == pytest.approx(running.status.llr)
    assert (
        response["decision"]
        == {"accepted": "H1", "rejected": "H0", "undecided": ""}[running.status.state]
    )
    assert response["matches"][-1] == 300
    half = RunningSprt(sprt, found[: response["matches"][30]])
    assert response["llr"][30] == pytest.approx(half.status.llr)
    assert sprt_page(sprt, arrays_of([]))["llr"] == []


def test_a_store_shows_whether_it_belongs_to_a_test(site: TournamentSite) -> None:
    about = site.get(["about"], {})
    assert about["sprt"] is False
    assert "sprt" not in about["reads"]
    assert {"bot", "schedule", "wall"} <= set(about["reads"])
    with pytest.raises(KeyError):
        site.get(["sprt"], {})


def table_of(matches: int) -> Any:
    table = MatchTable()
    table.extend({"number": np.arange(1, matches + 1)}, np.zeros(matches, int), {})
    return table


def shown(table: Any, live: list[int], query: dict[str, str]) -> dict[str, Any]:
    return wall(table, live, query).response


def test_boards_of_a_wall_get_different_matches_and_newer_ones_first() -> None:
    table, after, keys = table_of(20), "", []
    for _ in range(9):
        response = shown(table, [], {"boards": "1", "after": after})
        after = response["after"]
        keys += [each["key"] for each in response["boards"]]
    assert keys == [str(number) for number in range(20, 11, -1)]
    response = shown(table_of(25), [], {"boards": "3", "after": after})
    assert [each["key"] for each in response["boards"]] == ["25", "24", "23"]
    response = shown(table_of(25), [], {"boards": "1", "after": response["after"]})
    assert response["boards"] == [{"key": "11", "live": False}]


def test_a_wall_starts_over_after_the_last_match() -> None:
    table, after, keys = table_of(3), "", []
    for _ in range(7):
        response = shown(table, [], {"after": after})
        after = response["after"]
        keys += [each["key"] for each in response["boards"]]
    assert keys == ["3", "2", "1", "3", "2", "1", "3"]
    assert shown(table_of(0), [], {})["boards"] == []


def test_live_matches_come_before_others() -> None:
    response = shown(table_of(5), [7, 8], {"boards": "3", "after": "6-5-4"})
    assert [each["key"] for each in response["boards"]] == ["live7", "live8", "3"]
    assert response["after"] == "8-5-3"


@pytest.mark.parametrize("after", ["x", "1-2", "-1--1-1", "9" * 40, "1-2-3-4"])
def test_a_malformed_cursor_starts_over(after: str) -> None:
    response = shown(table_of(5), [], {"after": after, "boards": "lots"})
    assert [each["key"] for each in response["boards"]] == ["5"]
