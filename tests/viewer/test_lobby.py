"""The lobby in a browser: matches are set up, played and repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.viewer.test_live_site import canvas_at, running

from gridbots import record as records

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def play_to_the_end(page: Page, most: int = 3) -> None:
    """Ride into the wall."""
    page.get_by_text("Your move").wait_for()
    for number in range(1, most + 1):
        if page.locator(".rematch button").count():
            break
        page.keyboard.press("ArrowUp")
        page.wait_for_function(
            "number => Number(document.querySelector('canvas.board').dataset.frame) >= number"
            "|| document.querySelector('.rematch button')",
            arg=number,
        )
    page.get_by_role("button", name="Rematch").wait_for()


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the match").click()


def test_a_match_is_chosen_and_played_again_from_the_other_seat(page: Page, tmp_path: Path) -> None:
    with running(tmp_path, "play") as (process, address):
        page.goto(address)
        page.get_by_label("width").fill("2")
        page.get_by_label("width").press("Tab")
        page.get_by_text("expected an integer >= 3").wait_for()
        page.get_by_label("width").fill("6")
        page.get_by_label("height").fill("3")
        page.get_by_label("Seed").fill("1")
        page.get_by_label("Seat 1", exact=True).select_option("straight")
        start(page)
        play_to_the_end(page)
        page.get_by_role("button", name="Swap seats").click()
        page.wait_for_url("**/#/match/1*")
        play_to_the_end(page)
        page.goto("about:blank")
        assert process.wait(20) == 0
    paths = sorted((tmp_path / "records").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    first, second = (records.read(path) for path in paths)
    assert first.match.settings | {"width": 6, "height": 3} == first.match.settings
    assert [player.name for player in first.match.players] == ["human", "straight"]
    assert [player.name for player in second.match.players] == ["straight", "human"]
    assert first.match.seed == second.match.seed


@pytest.mark.slow
def test_a_match_continues_from_a_position(page: Page, tmp_path: Path) -> None:
    with running(tmp_path, "play") as (process, address):
        page.goto(address)
        page.get_by_label("Seed").fill("1")
        page.get_by_label("Seat 1", exact=True).select_option("straight")
        start(page)
        play_to_the_end(page, 20)
        page.keyboard.press("Home")
        canvas_at(page, 0)
        page.keyboard.press("ArrowRight")
        canvas_at(page, 1)
        page.get_by_role("button", name="Play on from round 1", exact=True).click()
        page.wait_for_url("**/#/match/1*")
        play_to_the_end(page, 20)
        page.goto("about:blank")
        assert process.wait(20) == 0
    paths = sorted((tmp_path / "records").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    first, second = (records.read(path) for path in paths)
    assert second.match.opening == (first.rounds[0].moves,)


@pytest.mark.slow
def test_a_guest_plays_by_a_link_and_a_match_is_ended(page: Page, tmp_path: Path) -> None:
    with running(tmp_path, "play") as (process, address):
        page.goto(address)
        guest = page.context.new_page()
        page.get_by_text("Links for guests").click()
        guest.goto(page.get_by_label("Link for guest 1").input_value())
        guest.get_by_text("Live").or_(guest.get_by_role("link", name="Matches")).first.wait_for()
        page.get_by_label("Seat 1", exact=True).select_option("guest 1")
        start(page)
        for each in (page, guest):
            each.get_by_text("Your move").wait_for()
        page.keyboard.press("ArrowRight")
        guest.keyboard.press("ArrowLeft")
        for each in (page, guest):
            canvas_at(each, 1)
        page.get_by_role("link", name="Play").click()
        page.get_by_role("button", name="End it now").click()
        guest.get_by_text("no result").first.wait_for()
        guest.goto("about:blank")
        page.goto("about:blank")
        assert process.wait(20) == 0
