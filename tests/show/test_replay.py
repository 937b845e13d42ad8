"""Stepping through a recorded match with keys."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import signal
import termios
import threading
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.show.show_records import random_record, with_note, with_round

from gridbots.games.light_riders import GAME
from gridbots.record import Note
from gridbots_referee.show.board import replay as replaying
from gridbots_referee.show.board.playback import BINDINGS, EVENT_KEYS, SPEEDS, Playback
from gridbots_referee.show.board.replay import RecordView, replay, step_through
from gridbots_referee.show.replay.highlights import events
from gridbots_referee.show.replay.timeline import timeline_of
from gridbots_referee.show.terminal.keyboard import decode, flush, taken_over
from gridbots_referee.show.terminal.screen import HOME, Screen
from gridbots_referee.show.terminal.style import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.record import Record

COLOUR = Style()
MONOCHROME = Style(colour=False)
KEYS = [*BINDINGS, *EVENT_KEYS, *"0123456789", "enter", "backspace", "x", ""]


def pressed(position: Playback, *keys: str, events: Sequence[int] = ()) -> Playback:
    for key in keys:
        position = position.press(key, lambda: events)
    return position


# Key bindings.


@pytest.mark.parametrize(
    ("keys", "frame"),
    [
        (["right"], 21),
        (["l", "n", "right"], 23),
        (["h", "p", "left"], 17),
        (["page down"], 30),
        (["page up", "page up", "page up"], 0),
        (["home"], 0),
        (["g"], 0),
        (["end"], 97),
        (["G", "right"], 97),
        (["4", "2", "enter"], 42),
        (["4", "2", "backspace", "enter"], 4),
        (["9", "9", "9", "enter"], 97),
        (["4", "right", "enter"], 21),
        (["e"], 30),
        (["e", "e"], 90),
        (["e", "e", "e"], 90),
        (["E"], 20),
        (["end", "E"], 90),
        (["x", "", "enter", "?"], 20),
    ],
)
def test_keys_move_about(keys: list[str], frame: int) -> None:
    assert pressed(Playback(97, 20), *keys, events=[30, 90]).frame == frame


def test_playing_continues_to_the_end_and_starts_over() -> None:
    position = pressed(Playback(2), " ").tick()
    assert (position.frame, position.playing) == (1, True)
    position = position.tick()
    assert (position.frame, position.playing) == (2, False)
    assert position.tick() == position
    again = position.press(" ")
    assert (again.frame, again.playing) == (0, True)


def test_a_step_pauses() -> None:
    assert not pressed(Playback(9), " ", "right").playing


def test_the_speed_stays_among_the_speeds() -> None:
    assert pressed(Playback(9), *"+++++++++++").speed == SPEEDS[-1]
    assert pressed(Playback(9), *"-----------").speed == SPEEDS[0]


def test_help_is_shown_and_hidden() -> None:
    assert pressed(Playback(9), "?").helping
    assert not pressed(Playback(9), "?", "?").helping
    assert not pressed(Playback(9), "?", "escape").helping


def test_events_are_computed_on_demand() -> None:
    def never() -> Sequence[int]:
        raise AssertionError

    for key in set(KEYS) - set(EVENT_KEYS):
        Playback(9).press(key, never)


@given(
    last=st.integers(0, 5000),
    keys=st.lists(st.sampled_from(KEYS) | st.just("tick")),
    events=st.lists(st.integers(0, 5000)),
)
def test_no_key_leaves_the_match(last: int, keys: list[str], events: list[int]) -> None:
    position = Playback(last)
    inside = sorted(event for event in events if event <= last)
    for key in keys:
        before = position
        position = position.tick() if key == "tick" else pressed(position, key, events=inside)
        assert 0 <= position.frame <= last
        assert before == Playback(**{name: getattr(before, name) for name in before.__match_args__})


# Escape sequences.


@pytest.mark.parametrize(
    ("data", "keys", "rest"),
    [
        (b"lq", ["l", "q"], b""),
        (b"\x1b[C\x1b[D\x1bOA", ["right", "left", "up"], b""),
        (b"\x1b[5~\x1b[6~\x1b[H\x1b[4~", ["page up", "page down", "home", "end"], b""),
        (b"12\r\n\x7f", ["1", "2", "enter", "enter", "backspace"], b""),
        (b"n\x1b", ["n"], b"\x1b"),
        (b"n\x1b[5", ["n"], b"\x1b[5"),
        (b"\x1b\x1b[C", ["escape", "right"], b""),
        (b"\x1b[99~\xc3\xa9\x00", [], b""),
    ],
)
def test_keys_are_decoded(data: bytes, keys: list[str], rest: bytes) -> None:
    assert decode(data) == (keys, rest)


def test_a_lone_escape_is_a_key() -> None:
    assert flush(b"\x1b") == ["escape"]
    assert flush(b"\x1b[") == flush(b"") == []


@given(st.binary())
def test_any_bytes_can_be_typed(data: bytes) -> None:
    keys, rest = decode(data)
    assert all(keys)
    assert data.endswith(rest)


@given(st.lists(st.sampled_from([b"\x1b[C", b"\x1b[5~", b"q", b"\x1bOF"])), st.data())
def test_it_does_not_matter_how_bytes_arrive(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    place = data.draw(st.integers(0, len(whole)))
    first, rest = decode(whole[:place])
    second, left = decode(rest + whole[place:])
    assert (first + second, left) == decode(whole)


# Output.


def quiet_middle(record: Record) -> Record:
    """The record with a warning, extra output, and a slow move."""
    noted = with_note(record, 3, Note(1, "malformed", "\x1b[31mjump"))
    chatty = with_note(noted, 5, Note(0, "extra output", "hello"))
    return with_round(
        chatty, 7, lambda each: msgspec.structs.replace(each, wall_us=(4_000_000, 900))
    )


def test_events_are_eliminations_warnings_and_big_losses_of_time() -> None:
    record = quiet_middle(random_record())
    assert events(record, timeline_of(GAME, record)) == [3, 7, len(record.rounds)]


def test_a_round_shows_moves_times_and_notes() -> None:
    view = RecordView(quiet_middle(random_record()), GAME)
    lines = view.lines(3, MONOCHROME)
    table = [" ".join(line.split()) for line in lines[-4:]]
    moves = [view._record.rounds[3].moves[seat] for seat in (0, 1)]
    assert table == [
        "move wall ms CPU ms bank ms",
        f"━━▶0 ada {moves[0]} 1.50 0.90 10000",
        f"══▶1 bob {moves[1]} 1.50 0.90 10000",
        "! bob: malformed: \\x1b[31mjump",
    ]
    assert "! ada: took 4000 of its 10000 ms" in view.lines(7, MONOCHROME)


def test_in_a_low_terminal_the_moves_stand_beside_the_board() -> None:
    record = random_record()
    view = RecordView(record, GAME)
    high, low = (view.lines(3, COLOUR, 80, rows) for rows in (40, 20))
    assert [len(high), len(low)] == [23, 19]
    assert not any("▀" in line for line in low)
    assert "wall ms" in low[1]
    assert any("▀" in line for line in view.lines(3, COLOUR, 80, 18))
    end = view.lines(len(record.rounds), COLOUR, 80, 20)
    assert len(end) == 19
    assert "\x1b" not in end[0].replace("\x1b[", "")


def test_the_end_shows_the_winner() -> None:
    record = random_record()
    lines = RecordView(record, GAME).lines(len(record.rounds), MONOCHROME)
    assert any("won: " in line for line in lines)
    assert any(line.endswith("was enclosed and left the board") for line in lines)


class Script:
    """A source of keys."""

    def __init__(self, *keys: str) -> None:
        self._keys = list(keys)
        self.now = 0.0

    def read(self, seconds: float) -> list[str]:
        self.now += seconds
        return [self._keys.pop(0)]

    def clock(self) -> float:
        return self.now


def stepped(*keys: str, lines: int = 40, record: Record | None = None) -> tuple[Playback, str]:
    stream, script = io.StringIO(), Script(*keys, "q")
    stream.isatty = lambda: True  # type: ignore[method-assign]
    screen = Screen(stream, MONOCHROME, lambda: os.terminal_size((80, lines)))
    view = RecordView(record or random_record(), GAME)
    return step_through(view, screen, script, script.clock), stream.getvalue()


def test_scripted_keys_step_through_the_match() -> None:
    position, text = stepped("right", "right", "left", "1", "0", "enter", "e")
    assert position.frame == len(random_record().rounds)
    assert "go to round 10_" in text
    assert "Round 10" in text


def test_playing_respects_the_speed() -> None:
    position, _ = stepped(" ", "", "", "")
    assert position.frame == 4


def test_the_help_names_the_keys() -> None:
    _, text = stepped("?")
    assert "eliminations, warnings, failures" in text


def test_a_low_terminal_keeps_the_status_line() -> None:
    _, text = stepped("right", lines=12)
    for screenful in text.split("\x1b[H")[1:]:
        assert screenful.count("\n") == 11
        assert "too short by" in screenful
        assert "? help   q quit" in screenful


def test_without_a_terminal_everything_is_printed() -> None:
    stream, record = io.StringIO(), random_record()
    replay(record, GAME, screen=Screen(stream, MONOCHROME), keyboard=io.StringIO())
    assert stream.getvalue().count("Round ") == len(record.rounds) + 1


def test_chosen_rounds_are_printed() -> None:
    stream = io.StringIO()
    replay(random_record(), GAME, [4], screen=Screen(stream, MONOCHROME))
    assert stream.getvalue().startswith("Round 4")
    assert stream.getvalue().count("Round ") == 1


# A real terminal.


class Device:
    """The two ends of a pseudo-terminal; types `keys` after a picture."""

    def __init__(self) -> None:
        self.keys = b""
        self.user, program = pty.openpty()
        self.stream = os.fdopen(program, "r+b", buffering=0)
        self.text = io.TextIOWrapper(self.stream, encoding="utf-8", write_through=True)
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self) -> None:
        with contextlib.suppress(OSError):
            while data := os.read(self.user, 65536):
                if HOME.encode() in data:
                    os.write(self.user, self.keys)
                    self.keys = b""

    def mode(self) -> list[object]:
        return termios.tcgetattr(self.text.fileno())

    def close(self) -> None:
        self.text.close()
        os.close(self.user)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("TERM", "xterm")
    device = Device()
    yield device
    device.close()


def test_a_terminal_is_restored(device: Device) -> None:
    before = device.mode()
    device.keys = b"l\x1b[C ?q"
    replay(random_record(), GAME, screen=Screen(device.text), keyboard=device.text)
    assert device.mode() == before


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_a_terminal_is_restored_after_an_error(device: Device, error: type[BaseException]) -> None:
    before, handler = device.mode(), signal.getsignal(signal.SIGTERM)
    with contextlib.suppress(error), taken_over(device.text, Screen(device.text)):
        assert device.mode() != before
        raise error
    assert device.mode() == before
    assert signal.getsignal(signal.SIGTERM) == handler


def test_a_terminal_is_restored_after_a_signal(device: Device) -> None:
    before = device.mode()
    with pytest.raises(SystemExit), taken_over(device.text, Screen(device.text)):
        signal.raise_signal(signal.SIGTERM)
    assert device.mode() == before


def test_an_interrupt_ends_a_replay_quietly(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(replaying, "step_through", interrupted)
    replay(random_record(), GAME, screen=Screen(device.text), keyboard=device.text)
