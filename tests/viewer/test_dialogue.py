"""The dialogue on the page equals the transcripts of the bots, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.viewer.replays import GAMES, record_of, with_round

from gridbots.errors import RecordError
from gridbots.pictures.overlay import Overlay
from gridbots.plugins import load_game
from gridbots.record import Note
from gridbots_referee.show.replay.replay import Replay, replay_of
from gridbots_referee.show.viewer.html_export import html_page
from gridbots_referee.transcript.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Visit = Callable[..., Page]


@pytest.mark.parametrize("name", GAMES)
def test_the_dialogue_equals_the_transcripts(name: str) -> None:
    game, record = load_game(name), record_of(name)
    replay = replay_of(game, record)
    stretches = [replay.dialogue(number) for number in range(replay.last // 64 + 1)]
    rounds = [each for stretch in stretches for each in stretch["rounds"]]
    for seat in range(replay.seats):
        transcript = Transcript(game, record, seat)
        assert stretches[0]["settings"][seat] == transcript.settings.decode()
        shown = [(number, each[seat]) for number, each in enumerate(rounds) if each[seat]]
        requests = list(transcript.requests())
        assert [(number, each["sent"].encode()) for number, each in shown] == [
            (request.round, request.text) for request in requests
        ]
        assert [each.get("text", "") for _, each in shown] == [
            request.answer.text for request in requests
        ]


def test_a_live_match_has_no_dialogue() -> None:
    replay = Replay(load_game("paperio"), record_of("paperio").match)
    with pytest.raises(RecordError, match="after the end of the match"):
        replay.dialogue(0)


def test_there_is_no_dialogue_after_the_end() -> None:
    replay = replay_of(load_game("light-riders"), record_of("light-riders"))
    with pytest.raises(RecordError, match="expected a stretch up to 0, got 7"):
        replay.dialogue(7)


def test_a_file_leaves_out_dialogue_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = replay_of(load_game("multisnake"), record_of("multisnake"))
    assert 'id="data-dialogue-0"' in html_page(replay)
    monkeypatch.setattr("gridbots_referee.show.viewer.html_export.DIALOGUE_CAP", 1000)
    assert 'id="data-dialogue-0"' not in html_page(replay)


@pytest.mark.browser
def test_the_page_shows_what_a_bot_was_sent_and_answered(visit: Visit) -> None:
    record = with_round(
        record_of("light-riders"),
        2,
        overlays=(None, Overlay(note="a plan")),
        notes=(Note(1, "extra output", "hello"),),
    )
    page = visit(record)
    page.get_by_text("Messages of the bot").click()
    said = page.locator(".messages")
    said.get_by_text("settings timebank").wait_for()
    page.locator(".dialogue select").select_option("1")
    for _ in range(2):
        page.locator(".slider").press("ArrowRight")
    page.wait_for_selector("canvas.board[data-frame='2']")
    for text in ("update game round 2", "action move", "extra output: hello", "a plan"):
        said.get_by_text(text).first.wait_for()
    assert said.locator(".answer").inner_text() == record.rounds[2].moves[1]
    assert "after the request" in said.inner_text()
    page.wait_for_function("() => location.hash === '#/match/0/round/2?seat=1'")
    page.reload()
    page.locator(".messages").get_by_text("a plan").first.wait_for()
    page.keyboard.press("End")
    page.locator(".messages").get_by_text("The match ends here").wait_for()


@pytest.mark.browser
def test_the_view_of_a_seat_hides_the_others(visit: Visit) -> None:
    from playwright.sync_api import expect

    record = with_round(
        record_of("paperio"),
        2,
        overlays=tuple(Overlay(value=0.5, note=f"plan of {seat}") for seat in range(3)),
        notes=(Note(0, "malformed", "a secret"), Note(1, "malformed", "my own")),
    )
    page = visit(record)
    page.get_by_label("View", exact=True).select_option("1")
    page.locator(".slider").press("ArrowRight")
    page.locator(".slider").press("ArrowRight")
    page.wait_for_selector("canvas.board[data-frame='2']")
    page.get_by_text("Messages of the bot").click()
    expect(page.get_by_label("Bot", exact=True)).to_be_disabled()
    page.locator(".messages").get_by_text("plan of 1").wait_for()
    shown = page.locator("main").inner_text()
    assert "my own" in shown
    for hidden in ("plan of 0", "plan of 2", "a secret"):
        assert hidden not in shown
    assert page.get_by_role("region", name="ada").get_by_text("only what is visible").count()
    assert f"ada goes {record.rounds[2].moves[0]}" not in page.locator("#announcement").inner_text()


@pytest.mark.browser
def test_a_file_has_the_dialogue_too(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "match.html"
    path.write_text(html_page(replay_of(load_game("snake"), record_of("snake"))))
    page.goto(f"{path.as_uri()}#/match/0/round/5?seat=0")
    page.locator(".messages").get_by_text("action move").wait_for()
