"""The analysis of a match on the page, and variations, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.analysis.matches import BLUNDER, TELLER, match_with_blunder

from gridbots import record as records
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.show.viewer.sites.record_site import RecordSite

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from gridbots_referee.show.viewer.handler import Site as AnySite
    from gridbots_referee.show.viewer.server import Server

    Serve = Callable[[AnySite], Server]

pytestmark = pytest.mark.browser


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return records.write(match_with_blunder(), tmp_path)


def analysed(record: Path) -> None:
    # In workers: playing bots kills all other child processes, also the browser.
    words = ["analyse", str(record), "--with", TELLER, "--jobs", "2", "--json"]
    assert exit_code(lambda: run_command(words)) == 0


def at(page: Page, number: int) -> None:
    page.wait_for_selector(f"canvas.board[data-frame='{number}']")


def test_a_blunder_is_shown_and_other_moves_are_tried(
    record: Path, page: Page, serve: Serve
) -> None:
    analysed(record)
    address = serve(RecordSite([record])).address
    page.goto(f"{address}#/match/0/round/0")
    at(page, 0)
    blunder = page.locator(".turns .event.blunder")
    assert "left, best" in blunder.inner_text()
    blunder.click()
    at(page, BLUNDER)
    assert "played left" in page.locator(".here").inner_text()
    # What if it had gone right?
    page.get_by_role("link", name=f"Try other moves in round {BLUNDER}").click()
    page.wait_for_selector(".variation")
    at(page, BLUNDER)
    page.get_by_role("group", name="ada").get_by_label("right").check()
    page.get_by_role("button", name="Play these moves").click()
    at(page, BLUNDER + 1)
    assert page.url.endswith(f"#/variation/0/{BLUNDER}/1-3")  # the other one as recorded
    page.keyboard.press("ArrowLeft")
    at(page, BLUNDER)
    page.keyboard.press("Escape")
    page.wait_for_selector(".match")
    at(page, BLUNDER)


@pytest.mark.slow
def test_a_best_line_is_stepped_into(record: Path, page: Page, serve: Serve) -> None:
    analysed(record)
    page.goto(f"{serve(RecordSite([record])).address}#/match/0/round/2")
    at(page, 2)
    page.get_by_role("button", name="Step into its line").first.click()
    page.wait_for_selector(".variation")
    at(page, 2)
    assert "at=0" in page.url
    page.keyboard.press("End")
    at(page, 3)
    page.keyboard.press("Home")
    page.get_by_role("button", name="Try other moves here").click()
    page.get_by_role("button", name="Play these moves").wait_for()


@pytest.mark.slow
def test_a_bot_analyses_a_match_on_the_page(record: Path, page: Page, serve: Serve) -> None:
    page.goto(serve(RecordSite([record])).address)
    page.get_by_label("Bot for the analysis").select_option("straight")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_text("straight reports no values").wait_for(timeout=60_000)
    page.get_by_label("Options of the bot").fill("no=option")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator(".analysis .error").get_by_text("straight").wait_for()


@pytest.mark.slow
def test_an_analysis_is_cancelled_and_continued(record: Path, page: Page, serve: Serve) -> None:
    page.goto(serve(RecordSite([record])).address)
    page.get_by_label("Bot for the analysis").select_option("minimax")
    page.get_by_label("Time per position").select_option("2000")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_text("minimax: 1 of").wait_for(timeout=200_000)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Analyse", exact=True).wait_for(timeout=60_000)
    page.locator(".found").wait_for()
    page.reload()
    page.locator(".found").wait_for()


@pytest.mark.slow
def test_a_bot_answers_in_a_variation(record: Path, page: Page, serve: Serve) -> None:
    page.goto(f"{serve(RecordSite([record])).address}#/variation/0/{BLUNDER}")
    at(page, BLUNDER)
    page.get_by_label("Bot to ask").select_option("wall-hugger")
    page.get_by_role("button", name="Ask it for all seats").click()
    page.locator(".here .pill").first.wait_for(timeout=60_000)
    page.get_by_role("button", name="Play these moves").click()
    at(page, BLUNDER + 1)


@pytest.mark.slow
def test_a_file_contains_the_analysis(record: Path, page: Page, tmp_path: Path) -> None:
    analysed(record)
    file = tmp_path / "match.html"
    assert exit_code(lambda: run_command(["export", str(record), "--html", str(file)])) == 0
    page.goto(f"{file.as_uri()}#/match/0/round/{BLUNDER}")
    at(page, BLUNDER)
    page.locator(".turns .blunder").wait_for()
    assert page.get_by_role("button", name="Analyse").count() == 0
    assert page.locator(".ways").count() == 0


@pytest.mark.slow
def test_it_fits_a_phone(record: Path, page: Page, serve: Serve) -> None:
    analysed(record)
    page.set_viewport_size({"width": 390, "height": 844})
    address = serve(RecordSite([record])).address
    for place in ("match/0/round/8", "variation/0/8/1-3"):
        page.goto(f"{address}#/{place}")
        page.wait_for_selector("canvas.board[data-frame]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
