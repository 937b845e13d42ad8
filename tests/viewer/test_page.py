"""The page in a real browser: every control, every game, hostile records."""

from __future__ import annotations

import importlib
import re
import sys
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.viewer.pictures import assert_looks_like
from tests.viewer.replays import (
    GAMES,
    LIVELY,
    played,
    random_record,
    record_of,
    with_players,
    with_round,
)

from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.pictures.overlay import Overlay
from gridbots.plugins import load_game
from gridbots.record import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from gridbots.game import Game
    from gridbots.record import Record

    Visit = Callable[..., Page]
    Install = Callable[[str, Path], Game]

pytestmark = pytest.mark.browser
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def at(page: Page, number: int) -> None:
    """Wait until this frame is drawn."""
    page.wait_for_selector(f"canvas.board[data-frame='{number}']")


def click(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def drag(page: Page, number: int) -> None:
    """Simulate dragging the slider."""
    page.locator(".slider").evaluate(
        "(slider, n) => { slider.value = n; slider.dispatchEvent(new Event('input')); }", number
    )
    at(page, number)


# Pictures.


@pytest.mark.parametrize("name", GAMES)
def test_every_game_looks_as_it_did(visit: Visit, name: str, *, writes_golden: bool) -> None:
    record = record_of(name, LIVELY[name])
    page = visit(record)
    drag(page, len(record.rounds) * 7 // 8)
    assert_looks_like(page, name, writes_golden=writes_golden)


def test_cells_hidden_from_a_seat_are_under_fog(visit: Visit, *, writes_golden: bool) -> None:
    from playwright.sync_api import expect

    page = visit(record_of("paperio", LIVELY["paperio"]))
    page.get_by_label("View", exact=True).select_option("0")
    drag(page, 30)
    page.wait_for_timeout(100)
    assert_looks_like(page, "fog", writes_golden=writes_golden)
    page.keyboard.press("v")
    expect(page.get_by_label("View", exact=True)).to_have_value("1")


def test_overlays_of_bots_are_drawn_and_described(visit: Visit, *, writes_golden: bool) -> None:
    thought = Overlay(
        path=((2, 3, "rrdd"),),
        cycle=((0, 0, "rrddll"),),
        tree=((5, 5, "uu"),),
        cells=((4, 1, 1.0), (4, 2, 0.4)),
        value=0.25,
        depth=7,
        nodes=1234,
        pv=("up", "right"),
        note="a plan",
    )
    page = visit(with_round(record_of("snake"), 3, overlays=(thought,)))
    drag(page, 3)
    text = page.locator(".overlay").inner_text()
    for word in ("value 0.25", "depth 7", "nodes 1234", "up right", "a plan"):
        assert word in text
    assert_looks_like(page, "overlay", writes_golden=writes_golden)
    with_plan = picture(page)
    page.get_by_label("draw its plan").uncheck()
    page.wait_for_timeout(100)
    assert picture(page) != with_plan
    drag(page, 4)
    assert "value" not in page.locator(".player").inner_text()


def picture(page: Page) -> str:
    text: str = page.evaluate("document.querySelector('canvas.board').toDataURL()")
    return text


def test_a_light_page_looks_as_it_did(visit: Visit, *, writes_golden: bool) -> None:
    page = visit(record_of("multisnake", LIVELY["multisnake"]))
    drag(page, 150)
    click(page, "Theme")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert_looks_like(page, "light", writes_golden=writes_golden)
    page.reload()
    page.wait_for_selector("canvas.board[data-frame]")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a game from a module in a folder until the end of the test."""

    def install_game(name: str, folder: Path) -> Game:
        about = tmp_path / "site" / f"gridbots_{name}-1.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        entry = f"[gridbots.games]\n{name} = gridbots_{name}\n"
        (about / "entry_points.txt").write_text(entry)
        monkeypatch.syspath_prepend(folder)
        monkeypatch.syspath_prepend(tmp_path / "site")
        importlib.invalidate_caches()
        installed.append(f"gridbots_{name}")
        return load_game(name)

    installed: list[str] = []
    yield install_game
    for name in installed:
        monkeypatch.delitem(sys.modules, name)


def test_a_third_party_game_is_drawn_like_any_other(
    visit: Visit, install: Install, *, writes_golden: bool
) -> None:
    page = visit(random_record(install("claim", EXAMPLES / "claim"), {}, seed=2, most=30))
    drag(page, 20)
    assert_looks_like(page, "claim", writes_golden=writes_golden)


def test_captions_measures_and_last_moves_are_beside_the_board(
    visit: Visit, install: Install
) -> None:
    record = random_record(install("pig", EXAMPLES / "pig"), {}, most=30)
    page = visit(record)
    assert page.locator(".captions").inner_text() == "Last roll: none. Seat 0 rolls or holds."
    drag(page, 1)
    move = record.rounds[0].moves[0]
    shown = page.locator(".player").first.locator(".measures")
    assert shown.inner_text().split("\n") == ["to go", "50", "last move", move]
    label = page.locator("canvas.board").get_attribute("aria-label") or ""
    assert "to go 50" in label
    assert page.locator(".captions").inner_text() in label


def test_a_game_without_a_board_is_shown_as_text(
    visit: Visit, install: Install, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    source = (EXAMPLES / "pig" / "gridbots_pig.py").read_text().replace('"die"', '"dots"')
    source = source.replace('name="pig"', 'name="dice"').replace("        frame=frame,\n", "")
    (tmp_path / "gridbots_dice.py").write_text(source)
    page = visit(random_record(install("dice", tmp_path), {}, most=30))
    expect(page.locator("canvas.board")).to_be_hidden()
    expect(page.locator(".captions")).to_have_text("turn 0, dots 0, stake 0")
    click(page, "One round forward")
    expect(page.locator(".captions")).not_to_have_text("turn 0, dots 0, stake 0")


# Controls.


def test_buttons_step_play_and_jump(visit: Visit) -> None:
    record = with_round(record_of("light-riders"), 5, notes=(Note(1, "malformed", "north"),))
    last = len(record.rounds)
    page = visit(record)
    click(page, "One round forward")
    at(page, 1)
    click(page, "One round back")
    at(page, 0)
    click(page, "To the next event")
    at(page, 5)
    click(page, "To the next event")
    at(page, last)
    click(page, "To the previous event")
    at(page, 5)
    click(page, "To the end")
    at(page, last)
    click(page, "To the opening")
    at(page, 0)
    page.get_by_label("Speed").select_option("200")
    click(page, "Play")
    at(page, last)
    page.get_by_role("button", name="Play", exact=True).wait_for()
    click(page, "Play")  # playing at the end starts over
    at(page, last)


def test_keys_do_what_the_terminal_does(visit: Visit) -> None:
    from playwright.sync_api import expect

    record = with_round(record_of("multisnake"), 15, notes=(Note(0, "illegal", "up"),))
    page = visit(record)
    for key, number in [
        ("ArrowRight", 1), ("l", 2), ("ArrowLeft", 1), ("PageDown", 11), ("PageUp", 1),
        ("e", 15), ("End", len(record.rounds)), ("Home", 0),
    ]:  # fmt: skip
        page.keyboard.press(key)
        at(page, number)
    page.keyboard.press("+")
    speed = page.get_by_label("Speed")
    expect(speed).to_have_value("20")
    page.keyboard.press("-")
    expect(speed).to_have_value("10")
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    at(page, 0)


def test_an_event_and_the_chart_lead_to_their_rounds(visit: Visit) -> None:
    record = with_round(record_of("light-riders"), 5, wall_us=(9_000_000, 0))
    page = visit(record)
    page.locator(".event", has_text="took 9000 of its 9900 ms").click()
    at(page, 5)
    box = page.locator(".chart").bounding_box()
    assert box is not None
    page.locator(".chart").click(position={"x": box["width"] / 2, "y": 20})
    at(page, round(len(record.rounds) / 2))


def test_the_panel_shows_the_move_of_each_player(visit: Visit) -> None:
    record = with_players(record_of("light-riders"), "ada", "bob", stderr="help!", stderr_bytes=5)
    page = visit(record)
    drag(page, 4)
    panel = page.get_by_role("region", name="ada")
    text = re.sub(r"\s+", " ", panel.inner_text())
    for line in (
        f"move {record.rounds[4].moves[0]}",
        "wall ms 1.50",
        "CPU ms 0.90",
        "bank ms 9920",
    ):
        assert line in text
    panel.get_by_text("stderr, 5 bytes").click()
    assert panel.locator("pre").inner_text() == "help!"


def test_a_long_match_is_fetched_in_part_and_forgotten_again(visit: Visit) -> None:
    record = long_snake(6000)
    page = visit(record)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    drag(page, 5000)
    assert 1 <= sum("/stretch/" in url for url in asked) <= 2
    for number in range(30, 6000, 128):
        drag(page, number)
    drag(page, 0)
    at(page, 0)
    # The first stretch was evicted from the cache, so it was fetched again.
    assert sum(url.endswith("/stretch/0") for url in asked) >= 1


def long_snake(rounds: int) -> Record:
    """A snake of one cell that moves in circles without apples."""
    game = load_game("snake")
    turns = cycle((UP, UP, RIGHT, RIGHT, DOWN, DOWN, LEFT, LEFT))
    values = {"width": 20, "height": 20, "max_rounds": rounds}
    record = played(game, values, lambda _state, _seat: next(turns), 3, rounds)
    assert len(record.rounds) == rounds
    return record


# Accessibility.


def test_the_board_is_described_in_words(visit: Visit) -> None:
    page = visit(record_of("light-riders"))
    drag(page, 3)
    label = page.locator("canvas.board").get_attribute("aria-label") or ""
    assert label.startswith(f"Round 3 of {len(record_of('light-riders').rounds)}. ada goes ")
    assert page.locator("#announcement").inner_text() == label
    assert (
        page.locator(".slider").get_attribute("aria-valuetext")
        == f"round 3 of {len(record_of('light-riders').rounds)}"
    )


def test_every_control_has_a_name_and_is_reached_by_the_keyboard(visit: Visit) -> None:
    page = visit(record_of("paperio"))
    names = page.evaluate(
        "[...document.querySelectorAll('button, select, input, summary')].map((each) =>"
        " each.getAttribute('aria-label') || each.textContent || each.labels?.[0]?.textContent)"
    )
    assert all(name.strip() for name in names)
    page.evaluate("document.activeElement.blur()")
    order = []
    for _ in range(16):
        page.keyboard.press("Tab")
        order.append(
            page.evaluate(
                "document.activeElement.getAttribute('aria-label')"
                " || document.activeElement.textContent"
            )
        )
    assert order[0] == "Skip to content"
    places = [
        order.index(name) for name in ("Round", "To the opening", "Play", "To the end", "View")
    ]
    assert places == sorted(places)


def test_on_a_phone_nothing_is_wider_than_the_screen(visit: Visit, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    record = with_players(record_of("paperio"), *("a-very-long-name-" * 8 for _ in range(3)))
    visit(record)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    box = page.get_by_role("button", name="Play", exact=True).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40


# Untrusted records.

MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


def test_markup_in_names_and_texts_is_shown_as_text(visit: Visit) -> None:
    record = with_players(
        record_of("light-riders"), MARKUP, "bob", detail=MARKUP, stderr=MARKUP, stderr_bytes=9
    )
    record = with_round(
        record,
        2,
        notes=(Note(0, "malformed", MARKUP),),
        overlays=(Overlay(note=MARKUP, pv=("<b>",)), None),
    )
    page = visit(record)
    drag(page, 2)
    assert page.title().startswith("Light Riders ")
    assert page.locator("img, main script, b").count() == 0
    assert MARKUP in page.locator(".player").first.inner_text()
    assert MARKUP in page.locator(".events").inner_text()


def test_a_damaged_record_is_reported(page: Page, serve: Any, tmp_path: Path) -> None:
    from gridbots_referee.show.viewer.sites.record_site import RecordSite

    path = tmp_path / "damaged.jsonl"
    path.write_text("{}\n{}\n")
    page.expected_errors = [  # type: ignore[attr-defined]
        "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    ]
    page.goto(serve(RecordSite([path])).address)
    assert "line 1" in page.get_by_role("alert").inner_text()


def test_several_records_are_a_list_that_can_be_sorted(visit: Visit) -> None:
    from playwright.sync_api import expect

    page = visit(*(record_of(name) for name in GAMES))
    page.get_by_role("button", name="rounds").click()
    page.wait_for_selector("th[aria-sort='descending'] :text('rounds')")
    counts = sorted((len(record_of(name).rounds) for name in GAMES), reverse=True)
    expect(page.locator("tbody tr td:nth-child(6)")).to_have_text([str(each) for each in counts])
    page.locator("tbody tr a").first.click()
    page.wait_for_selector("canvas.board[data-frame]")
    page.get_by_role("link", name="Matches").click()
    page.wait_for_selector("tbody tr")


def test_a_record_whose_overlays_leave_the_board_is_drawn(visit: Visit) -> None:
    wild = Overlay(
        path=((30000, 30000, "u" * 200), (-1, -1, "")), cells=((-1, -1, 1.0), (999, 0, 1.0))
    )
    page = visit(with_round(record_of("snake"), 0, overlays=(wild,)))
    assert page.locator(".overlay").inner_text().strip() == "draw its plan"


def test_very_long_or_empty_names_are_harmless(visit: Visit) -> None:
    record = record_of("light-riders")
    strange = msgspec.structs.replace(
        record, match=msgspec.structs.replace(record.match, id="\u202e" * 20)
    )
    page = visit(with_players(strange, "", "\x00\u202e" + "x" * 5000))
    assert page.evaluate("document.documentElement.scrollWidth") <= 1100


@pytest.mark.parametrize("name", ["paperio", "snake"])
def test_one_file_opens_without_a_server(page: Page, tmp_path: Path, name: str) -> None:
    from gridbots_referee.show.replay.replay import replay_of
    from gridbots_referee.show.viewer.html_export import html_page

    record = record_of(name, LIVELY[name])
    path = tmp_path / "match.html"
    path.write_text(html_page(replay_of(load_game(name), record)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(path.as_uri())
    page.wait_for_selector("canvas.board[data-frame]")
    page.keyboard.press("Home")
    at(page, 0)
    drag(page, len(record.rounds) * 7 // 8)
    assert_looks_like(page, name, writes_golden=False)
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    if name == "paperio":
        page.get_by_label("View", exact=True).select_option("1")
        drag(page, 5)
