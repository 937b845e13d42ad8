"""A gap, in which the referee did not run, is charged to no bot, and gives no bot extra time."""

from __future__ import annotations

import os
import select
import signal
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import play_match, villain

from gridbots import record as records
from gridbots.limits import Limits
from gridbots.record import Note
from gridbots_referee.play.clock import MILLISECOND, Bank
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.match_record import MOST_STOPS
from gridbots_referee.play.seat import Seat
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport import pipes
from gridbots_referee.play.transport.pipes import PipeTransport
from gridbots_referee.play.transport.scheduling import LEAST_GAP, Gaps
from gridbots_referee.play.transport.stderr import StderrBuffer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

ANSWER = 7
"""The file number of the scripted bot's output."""
LIMITS = Limits(timebank_ms=500, time_per_move_ms=200, start_allowance_ms=0)


class ScriptedBot:
    """A bot whose output becomes readable when the script says so."""

    stdin, stdout, stderr, exit_fd, exit_code, pid = 6, ANSWER, 8, 9, None, 0

    def __init__(self) -> None:
        self.has_ended = False
        self.errors = StderrBuffer()

    def send(self, _: bytes) -> bool:
        return True

    def read_output(self) -> bytes:
        return b"up\n"

    def take_cpu_time(self) -> int:
        return 0

    def take_overlay(self) -> None:
        return None

    def limit_hit(self) -> None:
        return None

    def kill(self) -> None:
        self.has_ended = True


class ScriptedTime:
    """A clock, and a poll whose duration is scripted."""

    def __init__(self) -> None:
        self.now = 0
        self.script: list[tuple[int, bool]] = []
        """For each sleep: its duration in ms, and whether the bot has answered."""

    def monotonic_ns(self) -> int:
        return self.now

    def register(self, *_: int) -> None: ...

    def unregister(self, _: int) -> None: ...

    def poll(self, wait: int) -> list[tuple[int, int]]:
        took, has_answered = self.script.pop(0) if self.script else (wait, False)
        self.now += took * MILLISECOND
        return [(ANSWER, select.POLLIN)] if has_answered else []


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedTime]:
    clock = ScriptedTime()
    monkeypatch.setattr(pipes, "time", clock)
    monkeypatch.setattr(select, "poll", lambda: clock)
    yield clock
    assert clock.script == []


def asked(clock: ScriptedTime, *script: tuple[int, bool]) -> tuple[Seat[Any], PipeTransport]:
    """A seat after a request during which this happened."""
    clock.script = list(script)
    stop = Stop()
    transport = PipeTransport(stop)
    seat: Seat[Any] = Seat(0, ScriptedBot(), Bank.full(500, 200), LIMITS, {b"up": 0})
    transport.add_seat(seat)
    transport.ask(seat, b"", 0)
    transport.collect([seat], lambda _: True)
    stop.close()
    return seat, transport


def test_an_answer_during_a_stop_of_the_referee_is_not_charged_for_the_stop(
    scripted: ScriptedTime,
) -> None:
    seat, transport = asked(scripted, (50, False), (3000, True))
    assert seat.failure is None
    assert seat.wall == [100_000]  # two slices: when it came in the second one is not known
    text = "2950 ms in which the referee did not run are not charged"
    assert seat.notes == [Note(0, "gap", text)]
    assert transport.stops == [2950 * MILLISECOND]


def test_a_gap_moves_the_deadline_of_a_bot_that_has_not_answered(scripted: ScriptedTime) -> None:
    slices = [(50, False)] * 8
    seat, _ = asked(scripted, (3050, False), *slices, (49, True))
    assert seat.failure is None
    assert seat.wall == [499_000]
    seat, _ = asked(scripted, (3050, False), *slices, (50, True))
    assert seat.failure is not None
    assert seat.failure.detail == "no move within 500 ms"


def test_a_gap_between_two_requests_is_not_charged_to_the_first(scripted: ScriptedTime) -> None:
    stop = Stop()
    transport = PipeTransport(stop)
    first: Seat[Any] = Seat(0, ScriptedBot(), Bank.full(500, 200), LIMITS, {b"up": 0})
    transport.add_seat(first)
    transport.ask(first, b"", 0)
    scripted.now += 3000 * MILLISECOND
    second: Seat[Any] = Seat(0, ScriptedBot(), Bank.full(500, 200), LIMITS, {b"up": 0})
    transport.ask(second, b"", 0)
    stop.close()
    assert first.clock.deadline == second.clock.deadline == 3500 * MILLISECOND


def test_a_pause_while_no_bot_is_asked_is_no_gap(scripted: ScriptedTime) -> None:
    seat, transport = asked(scripted, (20, True))
    scripted.now += 3000 * MILLISECOND
    scripted.script = [(20, True)]
    transport.ask(seat, b"", 1)
    transport.collect([seat], lambda _: True)
    assert (seat.wall, seat.notes, transport.stops) == ([20_000, 20_000], [], [])


@pytest.mark.parametrize(("busy_ms", "stops"), [(0, 1), (9, 1), (11, 0), (60, 0)])
def test_a_busy_machine_makes_gaps_but_no_stops(busy_ms: int, stops: int) -> None:
    busy: Any = SimpleNamespace(take_busy_time=lambda: busy_ms * MILLISECOND)
    gaps = Gaps(busy)
    gaps.add(LEAST_GAP + 10 * MILLISECOND)
    assert len(gaps.stops) == stops


def played_elsewhere(
    folder: Path, *bots: Launch, meanwhile: Callable[[int], None] = lambda _: None
) -> Record:
    """The record of a match in a separate process, which may be stopped."""
    pid = os.fork()
    if not pid:
        try:
            process_tree.adopt_orphans.cache_clear()
            limits: dict[str, Any] = {"timebank_ms": 500, "start_allowance_ms": 5000}
            played = play_match(*bots, settings={"max_rounds": 30}, **limits)
            records.write(played, folder)
        finally:
            os._exit(0)
    try:
        meanwhile(pid)
        _await_end(pid)
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        raise
    return records.read(folder / "test.jsonl.gz")


def _await_end(pid: int) -> None:
    for _ in range(600):
        if os.waitpid(pid, os.WNOHANG)[0]:
            return
        time.sleep(0.05)
    raise TimeoutError("expected the match to end within 30 s")


def gaps_of(record: Record) -> list[str]:
    return [note.text for each in record.rounds for note in each.notes if note.kind == "gap"]


@pytest.mark.slow
def test_bots_lose_no_time_when_the_referee_is_stopped_for_three_seconds(tmp_path: Path) -> None:
    def stop_it(pid: int) -> None:
        assert process_tree.wait_until(asked_file.exists, 20)
        time.sleep(0.5)
        os.kill(pid, signal.SIGSTOP)
        time.sleep(3)
        os.kill(pid, signal.SIGCONT)

    asked_file = tmp_path / "asked"
    bots = villain("thinks", "100", str(asked_file)), villain("thinks", "80")
    record = played_elsewhere(tmp_path, *bots, meanwhile=stop_it)
    assert record.result.how == "rules"
    assert gaps_of(record)
    assert min(bank for each in record.rounds for bank in each.bank_ms if bank is not None) >= 300


def test_a_bot_that_stops_the_referee_again_and_again_makes_the_match_void(tmp_path: Path) -> None:
    record = played_elsewhere(
        tmp_path, villain("attackers/stops_the_referee", "200"), villain("_honest")
    )
    assert record.result.how == "void"
    assert record.result.cause.startswith(f"the referee itself was stopped {MOST_STOPS} times")
    assert {player.termination for player in record.result.players} == {"stopped"}
    assert len(record.rounds) >= MOST_STOPS
