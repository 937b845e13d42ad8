"""The address of a round: kept, copied, and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.viewer.replays import LIVELY, record_of

from gridbots.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Visit = Callable[..., Page]

pytestmark = pytest.mark.browser


def at(page: Page, number: int, address: str = "") -> None:
    """Wait until this frame is drawn and in the address."""
    page.wait_for_selector(f"canvas.board[data-frame='{number}']")
    if address:
        page.wait_for_function("hash => location.hash === hash", arg=address)


def open_at(page: Page, address: str) -> None:
    """Open a link to a match."""
    page.goto(f"about:blank#{address}")
    page.goto(address)


def test_the_address_follows_and_outlives_a_reload(visit: Visit) -> None:
    page = visit(record_of("light-riders"))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    at(page, 3, "#/match/0/round/3")
    page.reload()
    at(page, 3)
    page.keyboard.press("ArrowRight")
    at(page, 4, "#/match/0/round/4")


def test_a_jump_can_be_gone_back_and_a_step_is_none(visit: Visit) -> None:
    page = visit(record_of("light-riders"))
    last = len(record_of("light-riders").rounds)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("e")
    at(page, last, f"#/match/0/round/{last}")
    page.go_back()
    at(page, 2, "#/match/0/round/2")
    page.go_forward()
    at(page, last)


@pytest.mark.parametrize(
    ("address", "number", "message"),
    [
        ("#/match/0/round/9999", "last", "There is no round 9999: this is the last one"),
        ("#/match/0/round/minus", 0, "There is no round “minus”"),
        ("#/match/0/round", 0, "There is no round “”"),
        ("#/match/0/round/2?seat=7", 2, "There is no seat “7”: expected one from 0 to 2"),
        ("#/match/0/rund/2", None, "There is nothing under “rund” in a match"),
    ],
)
def test_an_unknown_round_is_reported_and_the_nearest_shown(
    visit: Visit, address: str, number: int | str | None, message: str
) -> None:
    record = record_of("paperio")
    page = visit(record)
    open_at(page, page.url.split("#")[0] + address)
    page.get_by_role("alert").get_by_text(message).wait_for()
    if number is not None:
        at(page, len(record.rounds) if number == "last" else int(number))


def test_the_address_names_the_seat_of_the_view(visit: Visit) -> None:
    from playwright.sync_api import expect

    page = visit(record_of("paperio"))
    page.get_by_label("View", exact=True).select_option("1")
    page.keyboard.press("ArrowRight")
    at(page, 1, "#/match/0/round/1?seat=1")
    page.reload()
    at(page, 1)
    expect(page.get_by_label("View", exact=True)).to_have_value("1")


def test_a_copied_link_is_confirmed(visit: Visit) -> None:
    page = visit(record_of("light-riders"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.get_by_role("button", name="Copy link to this round").click()
    page.locator("#announcement").get_by_text("The link to this round is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url.split("#")[0] + "#/match/0/round/1"


def test_without_a_clipboard_the_link_is_shown(visit: Visit) -> None:
    from playwright.sync_api import expect

    page = visit(record_of("light-riders"))
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject('no'); }")
    page.keyboard.press("c")
    link = page.get_by_role("textbox", name="Link")
    expect(link).to_be_focused()
    assert link.input_value().endswith("#/match/0/round/0")


def test_a_file_has_addresses_of_rounds_as_well(page: Page, tmp_path: Path) -> None:
    from gridbots_referee.show.replay.replay import replay_of
    from gridbots_referee.show.viewer.html_export import html_page

    record = record_of("snake", LIVELY["snake"])
    path = tmp_path / "match.html"
    path.write_text(html_page(replay_of(load_game("snake"), record)))
    page.goto(f"{path.as_uri()}#/match/0/round/5")
    at(page, 5)
    page.keyboard.press("ArrowRight")
    at(page, 6, "#/match/0/round/6")
