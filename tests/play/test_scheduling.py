"""The record has the time that the referee waited for a core; too much of it gives a warning."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import msgspec
import pytest
from tests.play.matches import play_match, villain

from gridbots.limits import Limits
from gridbots_referee.play.clock import MILLISECOND
from gridbots_referee.play.match_record import with_latency
from gridbots_referee.play.transport import scheduling
from gridbots_referee.play.transport.scheduling import (
    ELSEWHERE_INTERVAL,
    INTERVAL,
    TICK,
    Scheduling,
    busy_warning,
)
from gridbots_referee.show.progress.match_console import MatchConsole

LIMITS = Limits(timebank_ms=100, time_per_move_ms=10)


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The counters of the scheduler: running time, waiting time, and a count."""
    file = tmp_path / "schedstat"
    file.write_text("1000 500 3\n")
    monkeypatch.setattr(scheduling, "SCHEDSTAT", str(file))
    monkeypatch.setattr(scheduling, "CORES", "/nonexistent/stat")
    return file


def test_latency_is_the_waiting_time_since_the_last_report(counted: Path) -> None:
    statistics = Scheduling()
    counted.write_text(f"2000 {500 + 3 * MILLISECOND} 4\n")
    assert statistics.take_latency(INTERVAL - 1) is None
    assert statistics.take_latency(INTERVAL) == 3000
    counted.write_text(f"2000 {500 + 4 * MILLISECOND} 5\n")
    assert statistics.take_latency(INTERVAL + 1) is None
    assert statistics.take_latency(3 * INTERVAL) == 1000
    statistics.close()


def test_time_that_explained_a_gap_is_still_reported_as_latency(counted: Path) -> None:
    statistics = Scheduling()
    counted.write_text(f"{1000 + 2 * MILLISECOND} {500 + 3 * MILLISECOND} 4\n")
    assert statistics.take_busy_time() == 5 * MILLISECOND
    assert statistics.take_busy_time() == 0
    assert statistics.take_latency(INTERVAL) == 3000
    statistics.close()


def test_time_of_other_threads_explains_a_gap(
    counted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "1" / "schedstat"
    other.parent.mkdir()
    other.write_text("7000 600 3\n")
    monkeypatch.setattr(scheduling, "THREADS", tmp_path)
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    statistics = Scheduling()
    other.write_text(f"{7000 + 2 * MILLISECOND} {600 + 3 * MILLISECOND} 4\n")
    assert statistics.take_busy_time() == 5 * MILLISECOND
    other.write_text(f"{7000 + 4 * MILLISECOND} {600 + 3 * MILLISECOND} 5\n")
    assert statistics.take_latency(ELSEWHERE_INTERVAL) == 0  # counted from here on
    assert statistics.take_busy_time() == 0
    other.unlink()  # it has ended
    counted.write_text(f"{1000 + MILLISECOND} 500 4\n")
    assert statistics.take_busy_time() == MILLISECOND
    statistics.close()


@pytest.mark.usefixtures("counted")
def test_time_taken_by_the_host_explains_a_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cores = tmp_path / "stat"
    monkeypatch.setattr(scheduling, "CORES", str(cores))
    cores.write_text("cpu  900 0 50 4000 30 0 2 17 0 0\ncpu0 900 0 50 4000 30 0 2 17 0 0\n")
    statistics = Scheduling()
    cores.write_text("cpu  900 0 50 4000 30 0 2 24 0 0\n")
    assert statistics.take_busy_time() == 7 * TICK
    cores.write_text("cpu  900 0 50 4000 30 0 2 25 0 0\n")
    assert statistics.take_latency(ELSEWHERE_INTERVAL) == 0  # counted from here on
    assert statistics.take_busy_time() == 0
    cores.write_text("intr 1 2 3\n")  # of another system
    assert statistics.take_busy_time() == 0
    statistics.close()


@pytest.mark.skipif(not Path(scheduling.SCHEDSTAT).exists(), reason="no schedstat here")
def test_the_running_time_of_other_threads_is_counted() -> None:
    statistics = Scheduling()
    has_run, may_end = threading.Event(), threading.Event()

    def run() -> None:
        while time.thread_time_ns() < 20 * MILLISECOND:
            pass
        has_run.set()
        may_end.wait()

    thread = threading.Thread(target=run)
    thread.start()
    assert has_run.wait(60)
    assert statistics.take_busy_time() >= 20 * MILLISECOND
    may_end.set()
    thread.join()
    statistics.close()


def test_a_system_that_does_not_report_latency_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "SCHEDSTAT", "/nonexistent/schedstat")
    record = play_match(villain("_honest"), villain("_honest"), settings={"max_rounds": 2})
    assert [each.latency_us for each in record.rounds] == [None, None]
    assert record.result.most_latency_ms is None


@pytest.mark.skipif(not Path(scheduling.SCHEDSTAT).exists(), reason="no schedstat here")
def test_a_record_has_the_latency_of_rounds_that_took_a_millisecond() -> None:
    record = play_match(villain("thinks", "2"), villain("_honest"), settings={"max_rounds": 3})
    known = [each.latency_us for each in record.rounds]
    assert None not in known
    assert record.result.most_latency_ms == max(filter(None, known), default=0) / 1000


@pytest.mark.parametrize(
    ("waits", "rounds", "is_told"),
    [
        ([10.0], 1, False),
        ([10.1], 1, True),  # a tenth of the bank at once
        ([5.0] * 4, 10, False),
        ([5.1] * 4, 10, True),  # a tenth of 100 ms + 10 * 10 ms
    ],
)
def test_a_machine_is_too_busy_if_a_tenth_of_the_time_is_spent_waiting(
    waits: list[float], rounds: int, *, is_told: bool
) -> None:
    assert bool(busy_warning(LIMITS, 1.0, waits, rounds)) is is_told
    assert not busy_warning(msgspec.structs.replace(LIMITS, clock="cpu"), 1.0, waits, rounds)


def test_a_busy_machine_is_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = play_match(villain("_honest"), villain("_honest"), settings={"max_rounds": 1})
    match = msgspec.structs.replace(record.match, limits=LIMITS, load=7.0)
    result = with_latency(record.result, match, [43_000])
    record = msgspec.structs.replace(record, match=match, result=result)
    console = MatchConsole(3, as_json=False, quiet=False, watch=False)
    for _ in range(3):
        console.match_finished(record, tmp_path / "a.jsonl.gz")
    stderr = capsys.readouterr().err
    assert stderr.count("Warning: the machine is too busy for a time bank of 100 ms and 10 ms") == 1
    assert "waited for a core for up to 43.0 ms, 43.0 ms in 1 rounds (load 7.0 on" in stderr
