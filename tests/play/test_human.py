"""A human player on a pseudo-terminal, with keys typed by the test."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridbots import record as records
from gridbots.plugins import installed_bots, load_game
from gridbots.record import Clock
from gridbots.record.verification import verify
from gridbots_referee.human import hint, keys_for
from gridbots_referee.play.human_input import TERMINAL_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record

REFEREE = str(Path(sys.executable).parent / "referee")
LOGIN = "import os, sys; os.login_tty(0); os.execv(sys.argv[1], sys.argv[1:])"
"""Makes it the controlling terminal, so that the program gets its Ctrl-C."""
TIMEOUT_SECONDS = 60.0
"""Timeout of a test, in seconds."""


class Desk:
    """A terminal that runs `referee run`, with scripted keys."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._folder = folder
        self.master, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        termios.tcsetwinsize(slave, (50, 100))
        self.process = subprocess.Popen(
            [sys.executable, "-c", LOGIN, REFEREE, "run", *words],
            stdin=slave, stdout=slave, stderr=slave, cwd=folder,
            env={**os.environ, "TERM": "xterm"},
        )  # fmt: skip
        self.slave = slave
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""

    def _read(self) -> str:
        return self._decoder.decode(os.read(self.master, 65536))

    def read_until(self, pattern: str) -> str:
        """The output up to a match of the pattern, which is consumed."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self.master], [], [], max(end - time.monotonic(), 0))
            assert ready, f"expected {pattern!r}, got {self.text[-2000:]!r}"
            self.text += self._read()
        read, self.text = self.text[: found.end()], self.text[found.end() :]
        return read

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Wait for the end of the referee while reading its output; its exit code."""
        while self.process.poll() is None:
            if select.select([self.master], [], [], 0.05)[0]:
                self.text += self._read()
        while select.select([self.master], [], [], 0)[0]:
            self.text += self._read()
        return self.process.returncode

    def record(self) -> Record:
        (path,) = (self._folder / "records").iterdir()
        return records.read(path)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def desks() -> Iterator[list[Desk]]:
    opened: list[Desk] = []
    yield opened
    for desk in opened:
        desk.close()


ASKED = r"Your move\.[^\n]*\n"


def test_a_person_plays_a_match_with_the_arrow_keys(desks: list[Desk], tmp_path: Path) -> None:
    desk = Desk(tmp_path, "--game", "snake", "--set", "preset=corner-8", "human", "--seed", "3")
    desks.append(desk)
    shown = desk.read_until(ASKED)
    assert re.search(r"Round 0 .*you", shown)
    assert "9:5" in shown or "10:00" in shown
    for key, number in (("\x1b[C", 1), ("s", 2), ("\x1b[D", 3), ("a", 4), (" ", 5)):
        desk.type(key)
        desk.read_until(f"Round {number} ")
        desk.read_until(ASKED)
    desk.type("d")  # back, which is ignored in this game: the key is not taken
    desk.read_until("right is not legal here")
    desk.type("w")
    desk.read_until("Round 6 |did not win")
    desk.type("w")
    assert desk.end() == 0
    played = desk.record()
    words = [each.moves[0] for each in played.rounds]
    assert words[:6] == ["right", "down", "left", "left", None, "up"]
    assert verify(load_game("snake"), played) == []
    assert played.result.how == "rules"
    assert played.match.players[0].clock == Clock(600_000, 10_000)
    assert "human did not win: it left the board" in desk.text
    assert termios.tcgetattr(desk.slave) == desk.before


def test_a_bot_keeps_its_clock_when_it_plays_against_a_person(
    desks: list[Desk], tmp_path: Path
) -> None:
    desk = Desk(tmp_path, "straight", "human", "--seed", "4")
    desks.append(desk)
    while "won:" not in desk.read_until(f"{ASKED}|won:"):
        desk.type("w")
    assert desk.end() == 0
    played = desk.record()
    assert [player.clock for player in played.match.players] == [None, Clock(600_000, 10_000)]
    assert played.match.limits.timebank_ms == 10_000
    assert played.rounds[0].bank_ms == (10_000, 600_000)


@pytest.mark.slow
def test_a_given_time_also_applies_to_a_person(desks: list[Desk], tmp_path: Path) -> None:
    words = ("--timebank", "300", "--start-allowance", "1500", "--game", "snake")
    desk = Desk(tmp_path, *words, "human")
    desks.append(desk)
    assert desk.end() == 0
    (player,) = desk.record().result.players
    assert player.termination == "late"
    # The bot was ended while it waited for keys: the referee has put the terminal right.
    assert termios.tcgetattr(desk.slave) == desk.before


def test_ctrl_c_ends_a_match_with_a_person(desks: list[Desk], tmp_path: Path) -> None:
    desk = Desk(tmp_path, "--game", "snake", "human")
    desks.append(desk)
    desk.read_until(ASKED)
    desk.type("\x03")
    assert desk.end() == 130
    assert desk.record().result.how == "interrupted"
    assert termios.tcgetattr(desk.slave) == desk.before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["human", "human"],
            "expected one person at the terminal, got human #1, human #2;",
        ),
        (
            ["human", "straight"],
            "human reads keys, but standard input is not a terminal",
        ),
        (["human", "straight", "--watch"], "both draw in the terminal"),
    ],
)
def test_without_a_terminal_human_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [REFEREE, "run", *words],
        cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_started_manually_human_reports_that_there_is_no_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gridbots", "human"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env={**os.environ, TERMINAL_VARIABLE: os.devnull},
    )  # fmt: skip
    assert done.returncode == 78
    assert done.stderr == "gridbots: /dev/null is not a terminal\n"


def test_keys_are_arrows_for_directions_and_first_letters_for_other_words() -> None:
    assert keys_for(("up", "right", "down", "left")) == {
        "up": 0, "w": 0, "right": 1, "d": 1, "down": 2, "s": 2, "left": 3, "a": 3,
    }  # fmt: skip
    assert keys_for(("one", "two", "three")) == {"o": 0, "t": 1, "h": 2}
    assert keys_for(("left", "all", "aa")) == {"left": 0, "a": 0, "l": 1, "1": 2}
    assert hint(("one", "two")) == "o one, t two, space no move, Ctrl-C ends the match"


def test_the_list_of_bots_shows_that_human_needs_a_terminal() -> None:
    assert installed_bots()["human"].needs == ("terminal",)
    assert installed_bots()["random"].needs == ()
