"""A match that is drawn while it is played."""

from __future__ import annotations

import dataclasses
import io
import os
import pty
import termios

import pytest
from tests.show.show_records import NAMES, random_record

from gridbots.games.light_riders import GAME
from gridbots.record import Round
from gridbots.record.replay import replay
from gridbots_referee.show.board.live import Live, Pace
from gridbots_referee.show.replay.timeline import timeline_of
from gridbots_referee.show.terminal.screen import HIDE_CURSOR, SHOW_CURSOR, Screen
from gridbots_referee.show.terminal.style import Style

MONOCHROME = Style(colour=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Time:
    """A clock that advances only in `sleep`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def live_on(stream: io.StringIO, time: Time | None = None, lines: int = 30) -> Live:
    time = time or Time()
    screen = Screen(stream, MONOCHROME, lambda: os.terminal_size((80, lines)))
    return Live(NAMES[:2], screen, Pace(0.08, time.clock, time.sleep))


@pytest.fixture(autouse=True)
def _ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")


def test_each_frame_replaces_the_previous_one() -> None:
    terminal, timeline = Terminal(), timeline_of(GAME, random_record())
    with live_on(terminal) as live:
        live.show(timeline.frame(0))
        live.show(timeline.frame(1))
    text = terminal.getvalue()
    assert text.startswith(HIDE_CURSOR)
    assert text.endswith("\n" + SHOW_CURSOR)
    assert text.count("\x1b[18F") == 1
    assert text.count("Round") == 2


def test_the_cursor_is_restored_after_an_error() -> None:
    terminal = Terminal()
    with pytest.raises(ZeroDivisionError), live_on(terminal):
        raise ZeroDivisionError
    assert terminal.getvalue() == HIDE_CURSOR + SHOW_CURSOR


def test_without_redrawing_only_the_last_board_is_printed() -> None:
    stream, timeline = io.StringIO(), timeline_of(GAME, random_record())
    with live_on(stream) as live:
        live.show(timeline.frame(0))
        live.show(timeline.frame(timeline.last))
    assert stream.getvalue().count("Round") == 1
    assert f"Round {timeline.last}" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_a_terminal_without_a_size_has_the_usual_one() -> None:
    user, program = pty.openpty()
    with os.fdopen(program, "w") as stream:
        termios.tcsetwinsize(program, (0, 0))
        assert (Screen(stream).columns, Screen(stream).rows) == (80, 24)
        termios.tcsetwinsize(program, (50, 100))
        assert (Screen(stream).columns, Screen(stream).rows) == (100, 50)
    os.close(user)


def test_a_dumb_terminal_gets_only_the_last_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    terminal, timeline = Terminal(), timeline_of(GAME, random_record())
    with live_on(terminal) as live:
        live.show(timeline.frame(0))
        live.show(timeline.frame(1))
    assert terminal.getvalue().count("Round") == 1


def test_a_fast_match_is_slowed_down_and_a_slow_one_is_not() -> None:
    time, timeline = Time(), timeline_of(GAME, random_record())
    with live_on(Terminal(), time) as live:
        live.show(timeline.frame(0))
        time.now += 0.03
        live.show(timeline.frame(1))
        time.now += 5
        live.show(timeline.frame(2))
        live.show(timeline.frame(3))
    assert time.slept == [0.05, 0.08]


def test_a_low_terminal_is_not_scrolled() -> None:
    terminal, timeline = Terminal(), timeline_of(GAME, random_record())
    with live_on(terminal, lines=10) as live:
        live.show(timeline.frame(0))
    assert terminal.getvalue().count("\n") == 10
    assert "too short by 9" in terminal.getvalue()


def test_a_match_is_followed_by_its_states() -> None:
    record, stream = random_record(), io.StringIO()
    with live_on(stream) as live:
        show_state = live.follow(GAME)
        for state in replay(GAME, record):
            show_state(state, lambda: None)
    assert f"Round {len(record.rounds)}" in stream.getvalue()


def test_the_last_moves_are_shown_where_heads_do_not_show_them() -> None:
    game = dataclasses.replace(GAME, moves=("roll", "hold", "bid", "doubt"))
    record, stream = random_record(), io.StringIO()
    state = next(iter(replay(GAME, record)))
    with live_on(stream) as live:
        live.follow(game)(state, lambda: Round(("roll", None), told=0))
    assert "last move roll" in stream.getvalue()
    assert "last move -" in stream.getvalue()
