"""A tournament on the page: standings, head to head, ratings, matches."""

from __future__ import annotations

import multiprocessing
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.play.matches import VILLAINS
from tests.tournament.stored import fixture, tournament
from tests.viewer.replays import record_of
from tests.viewer.test_live_site import rows, running

from gridbots import record as records
from gridbots.errors import GridbotsError, StoreError
from gridbots_referee.show.viewer.sites.tournament.curves import POINTS
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

MATCHES = 12
MARKUP = "<img src=x onerror=alert(1)>"


def put(store: Store, number: int) -> None:
    """Add a match of the next pairing."""
    first, second = [(0, 1), (1, 2), (2, 0)][number % 3]
    players = (first, second) if number % 2 else (second, first)
    played = record_of("light-riders", seed=1 + number)
    match = msgspec.structs.replace(played.match, id=f"m{number:03}")
    record = msgspec.structs.replace(played, match=match)
    store.add(fixture(number, players), record, records.write(record, store.records))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The store of a small tournament."""
    path = tmp_path / "autumn.db"
    with Store.create(path, tournament(("ada", "bob", MARKUP))) as store:
        for number in range(MATCHES):
            put(store, number)
    return path


def test_a_site_shows_the_same_values_as_the_commands(path: Path) -> None:
    site = TournamentSite(path)
    about = site.get(["about"], {})
    assert (about["kind"], about["count"], about["bots"]) == ("store", 12, ["ada", "bob", MARKUP])
    response = site.get(["standings"], {})
    assert sum(row["points"] for row in response["standings"]) == MATCHES
    cross = site.get(["crosstable"], {})
    assert cross["names"] == [row["name"] for row in response["standings"]]
    assert sum(cell["points"] for row in cross["cells"] for cell in row if cell) == MATCHES
    assert [cross["cells"][each][each] for each in range(3)] == [None] * 3


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ({}, lambda _: True),
        ({"bot": "ada"}, lambda names: "ada" in names),
        ({"bot": "ada", "against": "bob"}, lambda names: set(names) == {"ada", "bob"}),
        ({"bot": "ada", "ending": "won"}, lambda names: "ada" in names),
        ({"sort": "number", "limit": "4"}, lambda _: True),
    ],
)
def test_matches_are_filtered(path: Path, query: dict[str, str], fits: Any) -> None:
    matches = TournamentSite(path).get(["matches"], query)["matches"]
    assert matches
    for match in matches:
        assert fits([player["name"] for player in match["players"]])
        assert "limit" not in query or match["number"] < 5
    if "ending" in query:
        winners = [p["name"] for match in matches for p in match["players"] if p["place"] == 1]
        assert set(winners) == {"ada"}


@pytest.mark.parametrize(
    "query", [{"bot": "nobody"}, {"bot": "ada", "ending": "lots"}, {"termination": "bored"}]
)
def test_a_filter_that_makes_no_sense_is_refused(path: Path, query: dict[str, str]) -> None:
    with pytest.raises(GridbotsError, match="expected"):
        TournamentSite(path).get(["matches"], query)


def test_a_match_is_shown_from_its_record(path: Path) -> None:
    site = TournamentSite(path)
    assert site.get(["replay", "3"], {})["id"] == "m002"
    for key in ("0", "13", "x"):
        with pytest.raises(KeyError):
            site.get(["replay", key], {})


def test_a_record_outside_of_the_store_is_not_read(path: Path, tmp_path: Path) -> None:
    import sqlite3

    outside = records.write(record_of("snake"), tmp_path / "elsewhere")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE matches SET record = ?", (f"../elsewhere/{outside.name}",))
    connection.commit()
    connection.close()
    with pytest.raises(GridbotsError, match="No such file"):
        TournamentSite(path).get(["replay", "1"], {})


def test_ratings_are_sampled_and_end_with_the_standings(path: Path) -> None:
    site = TournamentSite(path)
    response = site.get(["ratings"], {})
    assert response["unit"] == "Elo"
    assert response["matches"] == list(range(1, MATCHES + 1))
    ranked = sorted(zip((line[-1] for line in response["lines"]), response["names"], strict=True))
    names = [row["name"] for row in site.get(["standings"], {})["standings"]]
    assert [name for _, name in reversed(ranked)] == names
    assert len(response["matches"]) <= POINTS


def test_added_matches_are_shown(path: Path) -> None:
    site = TournamentSite(path)
    with Store.open(path) as store:
        put(store, MATCHES)
    assert site.get(["about"], {})["count"] == MATCHES + 1
    assert site.get(["ratings"], {})["matches"][-1] == MATCHES + 1


def test_a_file_that_is_not_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no"):
        TournamentSite(tmp_path / "nothing.db")


def test_a_tournament_shows_its_progress(path: Path) -> None:
    site = TournamentSite(path)
    site.stage_started(8, 12)
    for _ in range(5):
        site.match_finished(None, None)  # type: ignore[arg-type]
    assert site.get(["about"], {})["progress"] == "17 of 20 matches"
    assert next(site.feed.read(1)) == [("site", b'{"done":12,"expected":20}')]
    site.publish()
    assert next(site.feed.read(1)) == [("site", b'{"done":17,"expected":20}')]


def play_elsewhere(path: Path, first: int, last: int) -> None:
    """Another process writes the store."""
    with Store.open(path) as store:
        for number in range(first, last):
            put(store, number)


def test_writes_of_other_processes_are_events_while_a_client_listens(path: Path) -> None:
    site = TournamentSite(path)
    news = site.feed.read(1)
    play_elsewhere(path, MATCHES, MATCHES + 2)
    assert next(news) == [("site", b'{"done":14,"expected":0}')]


@pytest.mark.slow
def test_writes_of_another_process_are_events(path: Path) -> None:
    site = TournamentSite(path)
    news = site.feed.read(20)
    writer = multiprocessing.get_context("spawn").Process(
        target=play_elsewhere, args=(path, MATCHES, MATCHES + 3)
    )
    writer.start()
    done = 0
    while done < MATCHES + 3:
        done = max(msgspec.json.decode(text)["done"] for _, text in next(news))
    writer.join()
    assert writer.exitcode == 0
    assert site.get(["about"], {})["count"] == MATCHES + 3


@pytest.mark.browser
def test_a_page_follows_a_store_that_another_process_writes(
    page: Page, path: Path, serve: Any
) -> None:
    page.goto(serve(TournamentSite(path)).address)
    page.locator(".page").get_by_text(f"{MATCHES} matches").wait_for()
    play_elsewhere(path, MATCHES, MATCHES + 3)
    page.locator(".page").get_by_text(f"{MATCHES + 3} matches").wait_for()


@pytest.mark.browser
def test_a_tournament_is_browsed(page: Page, path: Path, serve: Any) -> None:
    page.goto(serve(TournamentSite(path)).address)
    page.wait_for_selector("tbody tr")
    assert MARKUP in page.locator("tbody").inner_text()
    assert page.locator(".interval").count() == 3
    page.get_by_role("button", name="points", exact=True).click()
    points = [float(text) for text in page.locator("tbody td:nth-child(3)").all_inner_texts()]
    assert points == sorted(points, reverse=True)
    page.get_by_role("link", name="Head to head").click()
    page.locator("td.won a").first.click()
    rows(page, MATCHES // 3)
    page.get_by_role("link", name="Matches", exact=True).click()
    page.get_by_label("Bot").select_option("ada")
    rows(page, 2 * MATCHES // 3)
    page.reload()
    rows(page, 2 * MATCHES // 3)
    page.get_by_label("Bot").select_option("any")
    rows(page, MATCHES)
    page.get_by_role("button", name="rounds").click()
    page.locator("tbody a").first.click()
    page.wait_for_selector("canvas.board[data-frame]")
    page.get_by_role("link", name="Ratings").click()
    page.get_by_role("img", name="Elo of 3 of 3 bots over 12 matches").wait_for()
    assert page.locator("img").count() == 0


@pytest.mark.browser
def test_a_tournament_is_followed_while_it_is_played(page: Page, tmp_path: Path) -> None:
    honest = f"{sys.executable} -S -E {VILLAINS / 'dribbles.py'}"
    words = ["--bots", f"straight,random,{honest}", "--matches", "8", "--view"]
    with running(tmp_path, "tournament", *words) as (_, address):
        page.goto(address)
        page.wait_for_selector("tbody tr")
        page.get_by_role("link", name="Live", exact=True).click()
        page.wait_for_selector("canvas.board[data-frame]")
        page.get_by_role("link", name="Overview").click()
        page.locator(".page").get_by_text("24 matches").wait_for()
        page.get_by_role("link", name="Matches", exact=True).click()
        page.get_by_label("Bot").select_option("straight")
        rows(page, 16)
