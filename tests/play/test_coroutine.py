"""Bots as coroutines in the referee's poll loop: they play, fail and end as in processes."""

from __future__ import annotations

import itertools
import os
from textwrap import indent
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.play.matches import command, own_children, play_match
from tests.play.plugins import Shelf

from gridbots.bot.coroutine import NOTHING, CoroutineBot, Wait
from gridbots.limits import Isolation
from gridbots_referee.play.clock import SECOND
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.transport.coroutine import BotCoroutine

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.bot.coroutine import Referee, Waits
    from gridbots.record import PlayerResult, Record
    from gridbots_referee.play.launch import Launch

WAITING = """
from gridbots.bot.coroutine import LINES, NOTHING, CoroutineBot, Wait

class Waiting(CoroutineBot):
    in_referee = True

    def play(self, referee):
        referee.tell(b"process %d\\n" % os.getpid())
        while referee.is_open:
            yield Wait(LINES)
            if b"action" in referee.read():
                ANSWER
        referee.tell(b"over\\n")

    def close(self):
        tell("closed")

def make(game, options):
    return Waiting()
"""
NUMBERS = itertools.count()
PASSES = "referee.answer(b'pass\\n')"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


def waiting(shelf: Shelf, answer: str = PASSES) -> Launch:
    """A coroutine with this answer, under a new name, because a plugin is loaded only once."""
    text = WAITING.replace("ANSWER", indent(answer, " " * 16).strip())
    return replace(shelf.put(f"waiting{next(NUMBERS)}", text), is_coroutine=True)


def played(shelf: Shelf, answer: str) -> tuple[Record, PlayerResult]:
    """A match between a coroutine with this answer and one that passes; and its result."""
    record = play_match(waiting(shelf, answer), waiting(shelf))
    assert own_children() == set()
    return record, record.result.players[0]


def test_a_coroutine_plays_in_the_process_of_the_referee(
    shelf: Shelf, capfd: pytest.CaptureFixture[str]
) -> None:
    record, player = played(shelf, PASSES)
    assert record.result.how == "rules"
    assert player.stderr == f"process {os.getpid()}\nover\n"
    assert player.cpu_ms is None
    assert capfd.readouterr().err == "closed\nclosed\n"


def test_a_coroutine_needs_no_working_folder(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    folders = Scratch.folders

    def counting(scratch: Scratch, count: int) -> list[str]:
        made.append(count)
        return folders(scratch, count)

    monkeypatch.setattr(Scratch, "folders", counting)
    played(shelf, PASSES)
    play_match(waiting(shelf), command("true"))
    assert made == [0, 1]


def test_a_coroutine_is_closed_if_its_opponent_does_not_start(
    shelf: Shelf, capfd: pytest.CaptureFixture[str]
) -> None:
    record = play_match(command("./no-such-bot"), waiting(shelf))
    assert record.result.how == "void"
    assert capfd.readouterr().err == "closed\n"


@pytest.mark.skipif(bool(why_no_sandbox()), reason=f"no sandbox: {why_no_sandbox()}")
def test_in_a_sandbox_a_coroutine_bot_runs_in_a_process(shelf: Shelf) -> None:
    bots = waiting(shelf), waiting(shelf)
    record = play_match(*bots, isolation=Isolation(level="sandbox"), start_allowance_ms=20_000)
    assert record.result.how == "rules"
    assert f"process {os.getpid()}\n" not in record.result.players[0].stderr


@pytest.mark.parametrize(
    ("answer", "termination", "detail", "said"),
    [
        ("raise ValueError('no luck')", "exited", "exit code 1", "ValueError: no luck\n"),
        ("raise SystemExit('gave up')", "exited", "exit code 1", "\ngave up\n"),
        ("return", "exited", "exit code 0", ""),
        ("yield Wait(NOTHING)", "late", "no move within", ""),
        ("referee.answer(bytes(1 << 20))", "output", "a line longer than", ""),
    ],
)
def test_each_fault_of_a_coroutine_has_its_verdict(
    answer: str, termination: str, detail: str, said: str, shelf: Shelf
) -> None:
    record, player = played(shelf, answer)
    assert record.result.how == "forfeit"
    assert player.termination == termination
    assert detail in player.detail
    assert player.stderr.endswith(said)
    assert record.result.players[1].termination == "survived"


def test_a_line_that_is_no_move_is_noted(shelf: Shelf) -> None:
    record, player = played(shelf, "referee.answer(b'?\\n')")
    assert player.warnings > 0
    assert {note.kind for each in record.rounds for note in each.notes} == {"malformed"}


def test_a_coroutine_learns_whether_a_wait_ended_in_time(shelf: Shelf) -> None:
    answer = """
reader, writer = os.pipe()
os.write(writer, b"there")
in_time = (yield Wait(reader)), (yield Wait(NOTHING, until=referee.time() + 0.001))
os.close(reader)
os.close(writer)
referee.tell(b"%r\\n" % (in_time,))
referee.answer(b"pass\\n")
"""
    record, player = played(shelf, answer)
    assert record.result.how == "rules"
    assert set(player.stderr.splitlines()[1:-1]) == {"(True, False)"}


class Sleeper(CoroutineBot):
    def play(self, referee: Referee) -> Waits[None]:
        self.asked = referee.time()
        yield Wait(NOTHING, until=self.asked + 1)


def test_the_time_of_a_coroutine_stands_still_during_a_gap() -> None:
    sleeper = Sleeper()
    bot = BotCoroutine(sleeper)
    bot.run(in_time=True)
    until = bot.until
    bot.excuse(5 * SECOND)
    assert bot.until == until + 5 * SECOND
    assert bot.time() < sleeper.asked
    bot.kill()
