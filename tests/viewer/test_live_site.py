"""Live matches on the page, with bots and with a person."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots.errors import ProtocolError
from gridbots.game import step
from gridbots.plugins import load_game
from gridbots.record.replay import move_numbers, opened
from gridbots.record.verification import verify
from gridbots_referee.play.human_input import browser_input
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.show.viewer.sites.live_matches import LiveMatches
from gridbots_referee.show.viewer.sites.live_site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from gridbots.record import Record

PATIENT = ["--timebank", "600000", "--start-allowance", "60000"]
"""Time limit of a page in a match."""


def bot(name: str, *, human: bool = False) -> Launch:
    return Launch(name, name, (name,), needs_terminal=human)


def spec_of(record: Record, *, human: int | None = None) -> MatchSpec:
    game = load_game(record.match.game)
    names = [player.name for player in record.match.players]
    return MatchSpec(
        id=record.match.id,
        game=game,
        settings=game.make_settings(record.match.settings),
        seed=record.match.seed,
        launches=tuple(bot(name, human=seat == human) for seat, name in enumerate(names)),
        limits=record.match.limits,
    )


def played(matches: LiveMatches, record: Record, rounds: int, *, human: int | None = None) -> None:
    """Play a number of rounds of a record."""
    spec = spec_of(record, human=human)
    watch = matches.match_started(spec)
    state = opened(spec.game, spec.settings, spec.seed)
    watch(state, lambda: None)
    for each in record.rounds[:rounds]:
        step(state, move_numbers(spec.game, each.moves))
        watch(state, lambda each=each: each)  # type: ignore[misc]


class Sent:
    """A double of the pipes, which collects the lines."""

    def __init__(self) -> None:
        self.words: list[tuple[int, str]] = []

    def writer(self, seat: int) -> Callable[[int, str], None]:  # noqa: ARG002  one person plays
        return lambda number, word: self.words.append((number, word))

    def drain(self) -> None:
        self.words.clear()


def person_of(record: Record, seat: int) -> str:
    return record.match.players[seat].name


def test_a_site_shows_the_progress_of_a_match() -> None:
    matches, record = LiveMatches(2), record_of("light-riders")
    site = LiveSite(matches)
    played(matches, record, 4)
    assert site.get(["about"], {})["replay"] == "0"
    response = site.get(["replay", "0"], {})
    assert (response["last"], response["how"]) == (4, None)
    news = next(site.feed.read(1))
    assert news == [("replay", b'{"key":"0","last":4,"ended":false}')]


def test_matches_that_have_ended_are_listed_and_read_from_their_records(tmp_path: Path) -> None:
    matches, record = LiveMatches(2), record_of("light-riders")
    site = LiveSite(matches)
    played(matches, record, len(record.rounds))
    matches.match_finished(record, records.write(record, tmp_path))
    played(matches, record_of("snake"), 3)
    assert [row["key"] for row in site.get(["matches"], {})["matches"]] == ["0"]
    assert site.get(["replay", "0"], {})["how"] == "rules"
    assert site.get(["replay", "1"], {})["game"] == "snake"
    with pytest.raises(KeyError):
        site.get(["replay", "2"], {})


def live(record: Record, rounds: int, human: int) -> tuple[LiveMatches, LiveSite, Sent]:
    """A live match with a person in a seat, the site of the person, and the lines of the seat."""
    sent = Sent()
    matches = LiveMatches(1, sent)  # type: ignore[arg-type]
    site = LiveSite(matches, person_of(record, human))
    played(matches, record, rounds, human=human)
    return matches, site, sent


def test_a_person_sees_only_what_the_seat_sees() -> None:
    record = record_of("paperio")
    _, site, _ = live(record, 3, human=1)
    response = site.get(["replay", "0"], {})
    assert (response["human"], response["only_seat"], response["seed"]) == (1, 1, None)
    truth = LiveMatches(1)
    played(truth, record, 3)
    spectator = LiveSite(truth)
    for query in ({}, {"seat": "0"}):
        stretch = site.get(["replay", "0", "stretch", "0"], query)
        seen = spectator.get(["replay", "0", "stretch", "0"], {"seat": "1"})
        assert stretch["whole"] == seen["whole"]
        assert [each["moves"][0] for each in stretch["rounds"]] == [None] * 3
    own = [each.moves[1] for each in record.rounds[:3]]
    assert [each["moves"][1] for each in stretch["rounds"]] == own


def test_a_person_sees_everything_after_the_match(tmp_path: Path) -> None:
    record = record_of("paperio")
    matches, site, _ = live(record, len(record.rounds), human=1)
    matches.match_finished(record, records.write(record, tmp_path))
    assert "only_seat" not in site.get(["replay", "0"], {})
    assert site.post(["replay", "0", "move"], {"move": "up"}) == {}


def test_a_move_is_sent_at_once_and_later_ones_in_their_rounds() -> None:
    record = record_of("light-riders")
    matches, site, sent = live(record, 0, human=0)
    legal = site.get(["replay", "0"], {})["seat"]["legal"]
    assert site.post(["replay", "0", "move"], {"move": legal[0]})["due"] is False
    assert sent.words == [(0, legal[0])]
    assert site.post(["replay", "0", "move"], {"move": legal[0]})["queue"] == legal[:1]
    assert sent.words == [(0, legal[0])]
    state = opened(matches.replay._game, matches.replay._game.settings(), record.match.seed)  # type: ignore[union-attr]
    matches._begin_round(state)
    assert sent.words == [(0, legal[0]), (1, legal[0])]


@pytest.mark.parametrize("value", [{}, [], "up", {"move": "north"}, {"move": 1}, {"pause": True}])
def test_an_invalid_move_is_refused(value: Any) -> None:
    _, site, _ = live(record_of("light-riders"), 2, human=0)
    with pytest.raises(ProtocolError, match=r"expected (a move|one of the moves)"):
        site.post(["replay", "0", "move"], value)


def test_a_person_cannot_move_another_seat() -> None:
    record = record_of("light-riders")
    matches, _, sent = live(record, 2, human=0)
    for person in (None, person_of(record, 1), "somebody"):
        with pytest.raises(KeyError):
            LiveSite(matches, person).post(["replay", "0", "move"], {"move": "up"})
    assert sent.words == []


def test_a_pipe_without_a_reader_never_blocks() -> None:
    with browser_input(1) as pipes:
        for _ in range(20_000):
            pipes.writer(0)(1, "up")
        pipes.drain()


@contextmanager
def running(
    folder: Path, *words: str, links: int = 1
) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """A command with pages, and their addresses."""
    command = [sys.executable, "-c", "from gridbots_referee.cli import main; main()", *words]
    process = subprocess.Popen(
        [*command, "--no-browser"], cwd=folder, stderr=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        printed = (found[0] for line in process.stderr if (found := re.findall(r"http\S+", line)))
        addresses = list(itertools.islice(printed, links))
        yield process, addresses[0] if links == 1 else addresses
    finally:
        process.kill()
        sys.stdout.writelines(process.communicate())  # shown if the test fails


def rows(page: Page, count: int) -> None:
    """Wait until the table has `count` rows."""
    from playwright.sync_api import expect

    expect(page.locator("tbody tr")).to_have_count(count)


@pytest.mark.browser
def test_a_match_is_followed_while_it_is_played(page: Page, tmp_path: Path) -> None:
    slow = "random:among=candidates"
    words = ["run", "--game", "multisnake", slow, slow, slow, "--matches", "2", "--view", *PATIENT]
    with running(tmp_path, *words) as (process, address):
        page.goto(address)
        page.wait_for_selector("canvas.board[data-frame]")
        page.get_by_role("link", name="Matches").wait_for()
        page.locator(".verdict").get_by_text("won").or_(
            page.locator(".verdict").get_by_text("draw")
        ).wait_for()
        page.get_by_role("link", name="Matches").click()
        rows(page, 2)
        page.goto("about:blank")
        assert process.wait(20) == 0  # the page was closed
    assert len(list((tmp_path / "records").iterdir())) == 2


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "other"),
    [("light-riders", "straight"), ("paperio", "random:among=candidates,seed=2")],
)
def test_a_person_plays_with_the_keys(page: Page, tmp_path: Path, game: str, other: str) -> None:
    words = ["run", "--game", game, "human", other, "--seed", "1", "--view", *PATIENT]
    with running(tmp_path, *words) as (process, address):
        page.goto(address)
        page.get_by_text("Your move").wait_for()
        for number, key in enumerate(["ArrowDown", "s", "ArrowRight", "d"], 1):
            page.keyboard.press(key)
            page.wait_for_selector(f"canvas.board[data-frame='{number}']")
        page.get_by_role("button", name="down", exact=True).click()
        page.wait_for_selector("canvas.board[data-frame='5']")
        process.send_signal(2)
        assert process.wait(20) == 130
    (path,) = (tmp_path / "records").iterdir()
    record = records.read(path)
    moves = [each.moves[0] for each in record.rounds]
    assert moves[:5] == ["down", "down", "right", "right", "down"]
    assert verify(load_game(game), record) == []


def canvas_at(page: Page, number: int) -> None:
    page.wait_for_selector(f"canvas.board[data-frame='{number}']")


@pytest.mark.browser
def test_two_people_play_each_other_by_their_links(page: Page, tmp_path: Path) -> None:
    words = ["run", "human", "human", "--seed", "1", "--view", *PATIENT]
    with running(tmp_path, *words, links=3) as (process, links):
        other = page.context.new_page()
        for each, link in zip((page, other), links, strict=False):
            each.goto(link)
            each.get_by_text("Your move").wait_for()
        for number, keys in enumerate(["ss", "dd"], 1):
            page.keyboard.press(keys[0])
            page.get_by_text("Waiting").wait_for()
            other.keyboard.press(keys[1])
            for each in (page, other):
                canvas_at(each, number)
        # Moves ahead: both are taken, one in each round.
        page.keyboard.press("s")
        page.keyboard.press("d")
        expect_queue(page, 1)
        other.keyboard.press("w")
        other.keyboard.press("w")
        canvas_at(other, 4)
        process.send_signal(2)
        assert process.wait(20) == 130
    (path,) = (tmp_path / "records").iterdir()
    record = records.read(path)
    assert [each.moves[0] for each in record.rounds[:4]] == ["down", "right", "down", "right"]
    assert [each.moves[1] for each in record.rounds[2:4]] == ["up", "up"]


FETCH_HELD = """
    const fetched = window.fetch;
    window.hold = null;
    window.fetch = async (path, ...rest) => {
      if (!path.endsWith("/move") || !window.hold) return fetched(path, ...rest);
      const held = window.hold;
      window.hold = null;
      const gate = new Promise((open) => { window.release = open; });
      if (held === "request") await gate;
      const answer = await fetched(path, ...rest);
      if (held === "answer") await gate;
      return answer;
    };
"""
"""Holds back the next request to move, or its response, until `release` is called."""


@pytest.mark.browser
def test_moves_keep_their_order_and_late_answers_hide_no_news(page: Page, tmp_path: Path) -> None:
    page.add_init_script(FETCH_HELD)
    words = ["run", "human", "straight", "--seed", "1", "--view", *PATIENT]
    with running(tmp_path, *words) as (process, address):
        page.goto(address)
        page.get_by_text("Your move").wait_for()
        page.evaluate("window.hold = 'answer'")
        page.keyboard.press("s")
        canvas_at(page, 1)
        page.get_by_text("Your move").wait_for()
        page.evaluate("window.hold = 'request'; window.release()")
        page.wait_for_timeout(100)
        assert page.get_by_text("Your move").is_visible()
        for key in "dsdsds":  # at most as many as the queue holds
            page.keyboard.press(key)
        page.wait_for_timeout(100)
        page.evaluate("window.release()")
        canvas_at(page, 5)
        page.wait_for_timeout(100)
        canvas_at(page, 5)
        process.send_signal(2)
        assert process.wait(20) == 130
    (path,) = (tmp_path / "records").iterdir()
    moves = [each.moves[0] for each in records.read(path).rounds]
    assert moves[:5] == ["down", "right", "down", "right", "down"]


def expect_queue(page: Page, count: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator(".queue li")).to_have_count(count)


@pytest.mark.slow
@pytest.mark.browser
def test_on_a_phone_board_and_pad_fit_the_screen_and_swipes_are_moves(
    browser: Browser, tmp_path: Path
) -> None:
    words = ["run", "--game", "snake", "--set", "preset=corner-8", "human", "--view", *PATIENT]
    with running(tmp_path, *words, "--pace", "0.5") as (_, address):
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
        )
        page = context.new_page()
        page.goto(address)
        page.locator(".turn").get_by_text("The match begins").wait_for()
        (pad, board) = (page.locator(name).bounding_box() for name in (".pad", "canvas.board"))
        assert pad is not None
        assert board is not None
        assert pad["y"] + pad["height"] < 844
        start = (board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
        swipe(page, start, (80, 0))
        swipe(page, start, (0, 80))
        expect_queue(page, 2)
        assert page.evaluate("scrollY") == 0
        context.close()


def swipe(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    """Swipe in a direction from a point."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, share: float | None) -> None:
        points = [] if share is None else [{"x": start[0] + way[0] * share,
                                            "y": start[1] + way[1] * share}]  # fmt: skip
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for step_number in range(1, 5):
        touch("touchMove", step_number / 4)
    touch("touchEnd", None)


@pytest.mark.slow
@pytest.mark.browser
def test_in_real_time_a_snake_moves_without_keys(page: Page, tmp_path: Path) -> None:
    words = ["run", "--game", "snake", "human", "--seed", "1", "--view", "--pace", "8", *PATIENT]
    with running(tmp_path, *words) as (process, address):
        page.goto(address)
        page.get_by_text("The match begins in").wait_for()
        page.wait_for_function(
            "() => Number(document.querySelector('canvas.board').dataset.frame) > 1"
        )
        page.keyboard.press("p")
        page.get_by_text("Paused.").wait_for()
        page.get_by_role("button", name="Resume").click()
        page.locator(".verdict").get_by_text("human did not win").wait_for()
        page.goto("about:blank")
        assert process.wait(20) == 0
