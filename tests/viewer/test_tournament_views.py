"""The pages of a tournament in a browser: updates, bots, boards, axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.tournament.audit.true_stores import edit
from tests.tournament.stored import autumn, fixture, tournament
from tests.tournament.stored import played as record_with
from tests.viewer.test_live_site import rows
from tests.viewer.test_tournament_site import MATCHES, path, play_elsewhere

from gridbots import record as records
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

__all__ = ["path"]
pytestmark = pytest.mark.browser
FOCUSED = "document.activeElement.textContent"


def test_order_focus_and_scroll_position_stay_while_it_is_played(
    page: Page, path: Path, serve: Any
) -> None:
    page.set_viewport_size({"width": 700, "height": 400})
    page.goto(serve(TournamentSite(path)).address)
    page.wait_for_selector("tbody tr")
    page.get_by_role("button", name="bot", exact=True).click()
    names = page.locator(".name-cell a").all_inner_texts()
    assert names == sorted(names, key=str.casefold)
    page.locator(".name-cell a").last.focus()
    # A turn of the wheel would scroll some time later.
    page.evaluate("scrollBy({top: 120, behavior: 'instant'})")
    before = page.evaluate("scrollY")
    assert before > 50
    line = page.locator("tbody tr").first.element_handle()
    play_elsewhere(path, MATCHES, MATCHES + 3)
    page.locator(".facts-line").get_by_text(f"{MATCHES + 3} matches").wait_for()
    assert page.evaluate(FOCUSED) == names[-1]
    assert page.evaluate("scrollY") == before
    assert page.locator(".name-cell a").all_inner_texts() == names
    assert page.evaluate("line => line.isConnected", line)


def test_numbers_are_sorted_as_numbers_and_by_the_server(
    page: Page, path: Path, serve: Any
) -> None:
    site = TournamentSite(path)
    page.goto(f"{serve(site).address}#/matches")
    rows(page, MATCHES)
    page.get_by_role("button", name="rounds").click()
    page.wait_for_selector("th[aria-sort=descending]")
    assert page.url.endswith("#/matches?sort=-rounds")
    longest = site.get(["matches"], {"sort": "-rounds"})["matches"]
    page.wait_for_function(
        "number => document.querySelector('tbody td').textContent === number",
        arg=str(longest[0]["number"]),
    )
    shown = page.locator("tbody td:nth-child(5)").all_inner_texts()
    assert [int(text) for text in shown] == [row["rounds"] for row in longest]
    page.go_back()
    page.wait_for_selector("th:not([aria-sort]):has-text('rounds')")


def test_the_page_of_a_bot_links_to_its_matches(page: Page, path: Path, serve: Any) -> None:
    page.goto(f"{serve(TournamentSite(path)).address}#/bot/ada")
    page.get_by_role("img", name="Elo of ada over 12 matches").wait_for()
    for heading in ("Against each opponent", "Causes of losses", "Best matches", "Worst matches"):
        page.get_by_role("heading", name=heading).wait_for()
    page.locator(".shares a").first.click()
    page.wait_for_selector("select[name=ending]")
    assert page.get_by_label("result").input_value() == "lost"
    page.go_back()
    page.get_by_role("region", name="Opponents").get_by_role("link", name="bob").click()
    page.get_by_role("img", name="Elo of bob over 12 matches").wait_for()


def test_boards_play_and_continue_with_the_next_match(page: Page, path: Path, serve: Any) -> None:
    page.goto(f"{serve(TournamentSite(path)).address}#/wall?boards=4&pace=32")
    page.wait_for_selector(":nth-match(canvas.board[data-frame], 4)")
    shown = page.locator(".tile").evaluate_all("tiles => tiles.map((tile) => tile.hash)")
    assert shown == [f"#/match/{number}" for number in (12, 11, 10, 9)]
    page.wait_for_selector(".tile .winner, .tile-foot:has-text('a draw')")
    page.wait_for_selector(".tile[href='#/match/8']")
    page.get_by_role("button", name="Pause the boards").click()
    page.get_by_role("button", name="Play the boards").wait_for()
    page.locator(".tile").first.click()
    page.wait_for_selector("canvas.board[aria-label]")


def test_boards_do_not_move_with_reduced_motion(page: Page, path: Path, serve: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{serve(TournamentSite(path)).address}#/wall?boards=1")
    page.locator(".tile-foot").get_by_text("after 19 rounds").wait_for()
    page.wait_for_selector("canvas.board[data-frame='19']")
    page.get_by_role("button", name="Play the boards").click()
    page.wait_for_selector("canvas.board[data-frame]:not([data-frame='19'])")


def test_one_weak_bot_does_not_squeeze_the_axis(page: Page, tmp_path: Path, serve: Any) -> None:
    path = tmp_path / "autumn.db"
    pairs = [(0, 1), (1, 2), (2, 0), (3, 0), (3, 1), (3, 2)] * 12
    with Store.create(path, tournament()) as store:
        for number, players in enumerate(pairs):
            one = fixture(number, players)
            # The last bot always loses, the others in turn.
            places = (2, 1) if players[0] == 3 or number % 4 < 2 else (1, 2)
            record = record_with(one, places)
            store.add(one, record, records.write(record, store.records))
    page.goto(serve(TournamentSite(path)).address)
    page.get_by_text("The axis is truncated").wait_for()
    widths = page.locator(".whisker").evaluate_all("all => all.map((each) => each.clientWidth)")
    assert min(widths[:3]) > 10
    assert page.locator(".interval.below").count() == 1


def test_a_tournament_with_little_data_is_shown(page: Page, tmp_path: Path, serve: Any) -> None:
    address = serve(TournamentSite(autumn(tmp_path / "autumn.db"))).address
    for view, shown in {
        "overview": "tbody tr",
        "crosstable": "td.won a",
        "ratings": "svg.plot",
        "bot/dan": ".shares",
        "pair/ada/dan": ".facts-line",
    }.items():
        page.goto(f"{address}#/{view}")
        page.wait_for_selector(shown)
    page.get_by_text("They have not met yet.").wait_for()


def test_forfeits_and_discrepancies_are_marked(page: Page, tmp_path: Path, serve: Any) -> None:
    store = autumn(tmp_path / "autumn.db")
    edit(store, "UPDATE matches SET rounds = 99 WHERE number = 5")
    address = serve(TournamentSite(store)).address
    page.goto(address)
    page.get_by_text("Warning: an audit finds a discrepancy: m004: rounds: ").wait_for()
    page.get_by_role("columnheader", name="forfeits").wait_for()
    assert page.locator(".score-line", has_text="forfeit").count() == 3
    page.goto(f"{address}#/crosstable")
    marked = page.locator("td:has(sup) a")
    marked.first.wait_for()
    labels = [each.get_attribute("aria-label") for each in marked.all()]
    assert [label.partition(";")[0] for label in labels if label] == [
        "cleo against ada: 0 won, 0 drawn, 2 lost of 2 matches, 2 forfeited",
        "bob against cleo: 0 won, 0 drawn, 2 lost of 2 matches, 1 forfeited",
    ]


def test_a_board_shows_a_live_match_to_its_end(page: Page, path: Path, serve: Any) -> None:
    site = TournamentSite(path)
    page.goto(f"{serve(site).address}#/wall?boards=1&pace=32")
    page.wait_for_selector("canvas.board[data-frame]")
    about = msgspec.to_builtins(site.get(["replay", "12"], {}))
    stretch = msgspec.to_builtins(site.get(["replay", "12", "stretch", "0"], {}))
    page.route(
        "**/api/wall*",
        lambda route: route.fulfill(json={"boards": [{"key": "live1"}], "after": ""}),
    )
    # It was live when it was requested, and no event has reported its end.
    responses = iter([{**about, "how": None, "last": 3}])
    page.route("**/api/replay/live1", lambda route: route.fulfill(json=next(responses, about)))
    page.route(
        "**/api/replay/live1/stretch/0",
        lambda route: route.fulfill(json=stretch),
    )
    page.wait_for_selector(".tile[href='#/match/live1']")
    page.locator(".tile-foot").get_by_text(f"after {about['last']} rounds").wait_for()
