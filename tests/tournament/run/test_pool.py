"""A worker that dies, is stuck or sends invalid messages loses only its current match."""

from __future__ import annotations

import errno
import os
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import own_children

from gridbots.errors import GridbotsError
from gridbots.limits import Limits
from gridbots.record import Clock
from gridbots_referee.play.cores import cores
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.stop import Stop
from gridbots_referee.tournament.formats.tournament import Fixture, Opening
from gridbots_referee.tournament.run import worker_process
from gridbots_referee.tournament.run.job import Broken, Lost, MatchJob, longest_silence
from gridbots_referee.tournament.run.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tournament.run.job import Report

WORKER = """
import json, os, signal, sys, time

def say(type, **fields):
    print(json.dumps({"type": type, **fields}), flush=True)

say("alive")
for line in sys.stdin:
    deed = json.loads(line)["fixture"]["id"]
    if deed.startswith("dies"):
        sys.exit(3)
    if deed.startswith("kills"):
        os.kill(os.getpid(), signal.SIGKILL)
    if deed.startswith("stops"):
        os.kill(os.getpid(), signal.SIGSTOP)
    if deed.startswith("sleeps"):
        time.sleep(30)
    if deed.startswith("babbles"):
        print("babble", flush=True)
        time.sleep(30)
    if deed.startswith("lies"):
        say("broken", fixture="another", why="")
        time.sleep(30)
    if deed.startswith("leaves"):
        if os.fork() == 0:
            os.setsid()
            time.sleep(30)
        os._exit(1)
    say("broken", fixture=deed, why="played")
"""
"""It plays a match by doing what its id says."""

ENDS = {
    "dies": "ended: exit code 3",
    "kills": "ended: killed by SIGKILL",
    "stops": "was stopped by a signal",
    "sleeps": "made no progress for ",
    "babbles": "sent an invalid message",
    "lies": "sent an invalid message",
    "leaves": "ended: exit code 1",
}


@pytest.fixture
def stop() -> Iterator[Stop]:
    stop = Stop()
    yield stop
    stop.close()
    assert own_children() == set()


@pytest.fixture(autouse=True)
def program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "PROGRAM", (sys.executable, "-S", "-E", "-c", WORKER))
    monkeypatch.setattr(worker_process, "CHECK_SECONDS", 0.02)
    monkeypatch.setattr(worker_process, "REAP_SECONDS", 0.3)


def job(name: str) -> MatchJob:
    fixture = Fixture(name, 1, 1, Opening(1), (0, 1))
    return MatchJob(fixture, "light-riders", {}, (), Limits(), "")


def collect(pool: Pool) -> list[Report]:
    found: list[Report] = []
    end = time.monotonic() + 60
    while not pool.is_idle:
        assert time.monotonic() < end, found
        found += pool.collect(0.02)
    return found


def play_for_ever(pool: Pool) -> None:
    while True:
        pool.submit(job("innocent"))
        collect(pool)


@pytest.mark.parametrize("name", ENDS)
def test_the_match_of_a_worker_that_fails_is_lost_and_the_next_is_played(
    name: str, stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "sleeps":
        monkeypatch.setattr(worker_process, "longest_silence", lambda _: 0.3)
    with Pool(1, stop) as pool:
        pool.submit(job(name))
        pool.submit(job("innocent"))
        lost, played = collect(pool)
    assert isinstance(lost, Lost)
    assert lost.why.startswith(ENDS[name])
    assert (lost.fixture, played) == (name, Broken("innocent", "played"))


def test_one_of_two_workers_may_fail_repeatedly(stop: Stop) -> None:
    names = [f"{deed}{number}" for number in range(4) for deed in ("kills", "plays")]
    with Pool(2, stop) as pool:
        for name in names:
            pool.submit(job(name))
        found = collect(pool)
    assert sorted(each.fixture for each in found) == sorted(names)
    assert {isinstance(each, Lost) for each in found if each.fixture.startswith("kills")} == {True}
    assert {each for each in found if each.fixture.startswith("plays")} == {
        Broken(name, "played") for name in names if name.startswith("plays")
    }


def test_workers_that_cannot_run_end_everything(
    stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "PROGRAM", (sys.executable, "-S", "-E", "-c", "1 / 0"))
    with Pool(1, stop) as pool, pytest.raises(GridbotsError, match="4 workers in a row died"):
        play_for_ever(pool)


def test_a_pool_ends_whatever_its_workers_do(stop: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "END_SECONDS", 0.3)
    began = time.monotonic()
    with Pool(2, stop) as pool:
        for name in ("stops", "sleeps"):
            pool.submit(job(name))
        pool.collect(0.1)
    assert time.monotonic() - began < 10


def test_a_worker_is_started_when_there_is_a_job_for_it_and_few_at_a_time(stop: Stop) -> None:
    with Pool(100_000, stop) as pool:
        assert own_children() == set()
        given = 0
        while given < 6:
            assert pool.free_slots <= len(cores()) + given
            for _ in range(min(pool.free_slots, 6 - given)):
                pool.submit(job(f"plays{given}"))
                given += 1
            pool.collect(0.02)
        collect(pool)
        assert 1 <= len(own_children()) <= 6


def test_a_pool_stays_as_small_as_the_system_requires(
    stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "END_SECONDS", 0.3)
    reported: list[str] = []
    with Pool(2, stop, reported.append) as pool:
        pool.submit(job("sleeps"))
        while not pool.free_slots:
            pool.collect(0.02)
        monkeypatch.setattr("subprocess.Popen", no_process)
        pool.submit(job("waits"))
        assert pool.size == 1
    assert reported == [
        "Warning: no more than 1 matches run at a time: Resource temporarily unavailable."
    ]


def no_process(*_: object, **__: object) -> None:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def test_the_longest_silence_of_a_worker_follows_from_the_clocks() -> None:
    patient = Launch("a", "a", (), clock=Clock(3_600_000, 0))
    quick = Launch("b", "b", ())
    silences = [
        longest_silence(MatchJob(job("").fixture, "", {}, launches, limits, ""))
        for launches in ((quick, quick), (patient, quick))
        for limits in (Limits(), Limits(clock="cpu"))
    ]
    assert silences == sorted(silences)
    assert 60 < silences[0] < 600
    assert silences[2] > 3600
