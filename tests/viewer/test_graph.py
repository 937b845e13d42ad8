"""Measures of a match, their graph, the end of a match, and key moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.games import test_light_riders_laws as riders
from tests.viewer.replays import GAMES, LIVELY, record_of, with_round

from gridbots.errors import RecordError
from gridbots.pictures.overlay import Overlay
from gridbots.plugins import load_game
from gridbots.record import Note
from gridbots_referee.show.replay.lead import lead
from gridbots_referee.show.replay.measures import territory
from gridbots_referee.show.replay.replay import Replay, replay_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Visit = Callable[..., Page]


def test_territory_is_the_set_of_cells_reached_first() -> None:
    board = """
    ..x..
    .0x.1
    ..x..
    """
    frame = load_game("light-riders").frame(riders.drawn(board, "rl"), None)
    assert territory(frame) == [5, 5]


def test_a_cell_that_both_reach_at_once_belongs_to_neither() -> None:
    board = """
    xxxxx
    0...1
    xxxxx
    """
    frame = load_game("light-riders").frame(riders.drawn(board, "rl"), None)
    assert territory(frame) == [1, 1]


@pytest.mark.parametrize("name", GAMES)
def test_score_and_territory_are_measured_of_every_game(name: str) -> None:
    record = record_of(name)
    replay = replay_of(load_game(name), record)
    found = replay.measures()
    for number in range(0, replay.last + 1, 7):
        frame = replay.frame(number)
        place = number // found["every"]
        if number % found["every"] == 0:
            assert [line[place] for line in found["lines"]["score"]] == list(frame.scores)
            assert [line[place] for line in found["lines"]["territory"]] == territory(frame)


def test_the_lead_changes_and_swings_by_territory_else_by_score() -> None:
    territory: list[list[float | None]] = [[5, 4, 6, None], [5, 6, 1, 9]]
    found = lead(2, {"territory": territory, "score": [[1, 1, 1, 1]] * 2})
    assert found is not None
    assert (found["name"], found["changes"]) == ("territory", [4, 6])
    assert found["swings"][0] == {"round": 4, "seat": 0, "size": 7}
    assert found["largest"][1] == {"round": 2, "seat": 1, "size": 2}
    by_score = lead(1, {"territory": [[3, 3], [3, 3]], "score": [[0, 2], [0, 1]]})
    assert by_score is not None
    assert by_score["name"] == "score"
    assert lead(1, {"score": [[1, 2]]}) is None


def test_a_live_match_has_no_measures() -> None:
    replay = Replay(load_game("paperio"), record_of("paperio").match)
    with pytest.raises(RecordError, match="after the end of the match"):
        replay.measures()


def test_the_longest_moves_are_listed_by_round_and_seat() -> None:
    record = with_round(record_of("light-riders"), 4, wall_us=(7, 9_000_000))
    about = replay_of(load_game("light-riders"), record).about()
    assert {"frame": 4, "seat": 1} in about["longest"]


@pytest.mark.browser
def test_the_graph_shows_values_for_the_mouse_and_the_keys(visit: Visit) -> None:
    from playwright.sync_api import expect

    thought = Overlay(value=0.5, depth=9)
    page = visit(with_round(record_of("light-riders"), 3, overlays=(thought, None)))
    last = len(record_of("light-riders").rounds)
    found = page.locator(".values")
    measure = page.get_by_label("Measure")
    expect(measure.locator("option", has_text="territory")).to_have_count(1)
    measure.select_option("depth")
    graph = page.locator(".chart")
    graph.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(found).to_have_text("Round 3: ada 9 plies, bob \u2013")
    assert page.locator("canvas.board").get_attribute("data-frame") == "0"
    page.keyboard.press("Enter")
    page.wait_for_selector("canvas.board[data-frame='3']")
    measure.select_option("territory")
    box = graph.bounding_box()
    assert box is not None
    graph.hover(position={"x": box["width"] - 1, "y": 30})
    expect(found).to_contain_text(f"Round {last}: ada")
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row")).to_have_count(last + 2)


@pytest.mark.browser
def test_the_end_shows_places_causes_and_the_deciding_round(visit: Visit) -> None:
    from playwright.sync_api import expect

    record = record_of("light-riders", LIVELY["light-riders"])
    page = visit(record)
    result = page.get_by_role("region", name="Result")
    expect(result).to_be_hidden()
    page.keyboard.press("End")
    expect(result.get_by_role("listitem")).to_have_count(2)
    expect(result).to_contain_text("won: ")
    expect(result).to_contain_text("largest swing of territory")
    button = result.get_by_role("button")
    number = (button.text_content() or "").rpartition(" ")[2]
    button.click()
    page.wait_for_selector(f"canvas.board[data-frame='{number}']")
    expect(result).to_be_hidden()
    page.go_back()
    page.wait_for_selector(f"canvas.board[data-frame='{len(record.rounds)}']")


@pytest.mark.browser
def test_keys_and_buttons_lead_to_moments(visit: Visit) -> None:
    record = with_round(record_of("light-riders"), 5, notes=(Note(1, "malformed", "north"),))
    record = with_round(record, 9, notes=(Note(0, "malformed", "west"),))
    page = visit(with_round(record, 7, wall_us=(2_000_000, 0)))
    for key, number in [("w", 5), ("w", 9), ("W", 5)]:
        page.keyboard.press(key)
        page.wait_for_selector(f"canvas.board[data-frame='{number}']")
    page.get_by_role("button", name="warning (2)").click()
    page.wait_for_selector("canvas.board[data-frame='9']")
    page.keyboard.press("Home")
    page.keyboard.press("t")
    page.wait_for_selector("canvas.board[data-frame='7']")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").get_by_text("largest swing").wait_for()
