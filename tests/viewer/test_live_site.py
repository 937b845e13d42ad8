"""Matches on the page while they are played, by bots and by a person."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots.errors import ProtocolError
from gridbots.plugins import load_game
from gridbots.verification import verify
from gridbots_referee.play.human_input import MovePipe, browser_input
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.show.viewer.sites.live_site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from gridbots.record import Record, Round

PATIENT = ["--timebank", "60000", "--start-allowance", "60000"]


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


def played(site: LiveSite, record: Record, rounds: int, *, human: int | None = None) -> None:
    """Let so many rounds of a record be played on the site."""
    watch = site.match_started(spec_of(record, human=human))
    given: list[Round | None] = [None, *record.rounds[:rounds]]
    for each in given:
        watch(None, lambda each=each: each)  # type: ignore[arg-type, misc]


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[MovePipe]:
    path = tmp_path / "moves"
    os.mkfifo(path)
    opened = MovePipe(str(path))
    yield opened
    opened.close()


def test_a_site_tells_how_far_a_match_is() -> None:
    site, record = LiveSite(2), record_of("light-riders")
    played(site, record, 4)
    assert site.get(["about"], {})["replay"] == "0"
    told = site.get(["replay", "0"], {})
    assert (told["last"], told["how"]) == (4, None)
    news = next(site.feed.read(1))
    assert news == [("replay", b'{"key":"0","last":4,"ended":false}')]


def test_matches_that_have_ended_are_listed_and_read_from_their_records(tmp_path: Path) -> None:
    site, record = LiveSite(2), record_of("light-riders")
    played(site, record, len(record.rounds))
    site.match_finished(record, records.write(record, tmp_path))
    played(site, record_of("snake"), 3)
    assert [row["key"] for row in site.get(["matches"], {})["matches"]] == ["0"]
    assert site.get(["replay", "0"], {})["how"] == "rules"
    assert site.get(["replay", "1"], {})["game"] == "snake"
    with pytest.raises(KeyError):
        site.get(["replay", "2"], {})


def test_who_plays_sees_only_what_the_seat_sees(pipe: MovePipe) -> None:
    site, record = LiveSite(1, pipe), record_of("paperio")
    played(site, record, 3, human=1)
    told = site.get(["replay", "0"], {})
    assert (told["human"], told["only_seat"]) == (1, 1)
    truth = LiveSite(1)
    played(truth, record, 3)
    for query in ({}, {"seat": "0"}):
        stretch = site.get(["replay", "0", "stretch", "0"], query)
        assert (
            stretch["whole"] == truth.get(["replay", "0", "stretch", "0"], {"seat": "1"})["whole"]
        )
        assert [each["moves"][0] for each in stretch["rounds"]] == [None] * 3
    own = [each.moves[1] for each in record.rounds[:3]]
    assert [each["moves"][1] for each in stretch["rounds"]] == own


def test_who_plays_sees_all_when_the_match_is_over(pipe: MovePipe, tmp_path: Path) -> None:
    site, record = LiveSite(1, pipe), record_of("paperio")
    played(site, record, len(record.rounds), human=1)
    site.match_finished(record, records.write(record, tmp_path))
    assert "only_seat" not in site.get(["replay", "0"], {})
    with pytest.raises(KeyError):
        site.post(["replay", "0", "move"], {"round": 0, "move": "up"})


def test_a_move_from_the_page_reaches_the_pipe(pipe: MovePipe) -> None:
    site = LiveSite(1, pipe)
    played(site, record_of("light-riders"), 2, human=0)
    site.post(["replay", "0", "move"], {"round": 2, "move": "up"})
    assert os.read(pipe._pipe, 100) == b"2 up\n"


@pytest.mark.parametrize(
    "value",
    [{}, [], "up", {"round": 2, "move": "north"}, {"round": "2", "move": "up"}, {"move": "up"}],
)
def test_what_is_no_move_is_refused(pipe: MovePipe, value: Any) -> None:
    site = LiveSite(1, pipe)
    played(site, record_of("light-riders"), 2, human=0)
    with pytest.raises(ProtocolError, match="expected a round and a move"):
        site.post(["replay", "0", "move"], value)


def test_where_nobody_plays_by_hand_no_move_is_taken() -> None:
    site = LiveSite(1)
    played(site, record_of("light-riders"), 2)
    with pytest.raises(KeyError):
        site.post(["replay", "0", "move"], {"round": 2, "move": "up"})


def test_a_pipe_that_nobody_reads_takes_what_it_can(pipe: MovePipe) -> None:
    for _ in range(20_000):
        pipe.write(1, "up")


def test_two_persons_cannot_play_on_one_page() -> None:
    from gridbots.errors import SettingsError

    people = [bot("you", human=True), bot("me", human=True)]
    with pytest.raises(SettingsError, match="only one person"), browser_input(people):
        pass


@contextmanager
def running(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command with a page, and the address of the page."""
    command = [sys.executable, "-c", "from gridbots_referee.cli import main; main()", *words]
    process = subprocess.Popen(
        [*command, "--no-browser"], cwd=folder, stderr=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        address = next(line for line in process.stderr if line.startswith("http"))
        yield process, address.strip()
    finally:
        process.kill()
        process.communicate()


def rows(page: Page, count: int) -> None:
    """Wait until the table has so many rows."""
    from playwright.sync_api import expect

    expect(page.locator("tbody tr")).to_have_count(count, timeout=15_000)


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
