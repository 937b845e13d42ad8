"""Shared parts of the benchmarks: tables, bots, matches, and CPU time."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.limits import Limits
from gridbots.plugins import load_game
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record
    from gridbots_referee.play.live_transcript import TranscriptFolder

ROOT = Path(__file__).parents[1]
PROGRAMS = ROOT / "benchmarks" / "programs"
"""Folder of programs that benchmarks compile or start: bots, a server, C++ for comparison."""
GAME = load_game("light-riders")
PACE_LOOPS = 9


class Player:
    """Plays matches between two commands one after the other."""

    def __init__(self, first: str, second: str, settings: dict[str, Any], **changes: Any) -> None:
        self._launches = tuple(find_bot(text, GAME.name, {}) for text in (first, second))
        self._settings = GAME.make_settings(settings)
        self._limits = Limits(**changes)
        self._stop = Stop()
        self._scratch = Scratch()

    def play(self, seed: int, transcripts: TranscriptFolder | None = None) -> Record:
        spec = MatchSpec(f"b{seed}", GAME, self._settings, seed, self._launches, self._limits)
        return play(spec, self._stop, self._scratch, transcripts=transcripts)

    def close(self) -> None:
        self._scratch.end()
        self._stop.close()


@contextmanager
def compiled_bot(name: str) -> Iterator[str]:
    """The C program of this name among `PROGRAMS`, compiled with -O2."""
    with compiled_program(PROGRAMS / f"{name}.c") as program:
        yield program


@contextmanager
def compiled_program(source: Path) -> Iterator[str]:
    """A C program, compiled with -O2."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        sys.exit("expected a C compiler (gcc or cc) on PATH, found none")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/{source.stem}"
        subprocess.run([compiler, "-O2", "-o", program, str(source)], check=True)
        yield program


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and its bots on one core, if the system allows it.

    On many machines it takes several microseconds to wake a process on another core; on one core
    the figure is the referee's own cost.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds_of(*command: str, cwd: str) -> float:
    """CPU time of a command and its reaped children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def python_ms() -> float:
    """CPU ms of a million additions in Python, least of several: the speed of the machine."""
    found = []
    for _ in range(PACE_LOOPS):
        began, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number
        found.append(time.process_time() - began)
    return 1000 * min(found)


rows: list[tuple[str, str, str]] = []
"""Results of a part: label, figure, claim."""


def line(what: str, measured: str, claimed: str = "") -> None:
    rows.append((what, measured, claimed))
    print(f"{what:58}  {measured:>16}  {claimed}", flush=True)


def poll_loop_reference(program: str) -> float:
    """CPU microseconds per move of a bare poll loop with two such bots, for comparison."""
    import select

    bots = [
        subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for _ in range(2)
    ]
    state = GAME.setup(GAME.make_settings(), 1)
    request = GAME.wire.updates(state, 0) + b"action move 10000\n"
    poll = select.poll()
    for bot in bots:
        assert bot.stdout  # noqa: S101  narrows the type
        poll.register(bot.stdout.fileno(), select.POLLIN)
    rounds = 5000
    began = time.process_time()
    for _ in range(rounds):
        for bot in bots:
            assert bot.stdin  # noqa: S101  narrows the type
            os.write(bot.stdin.fileno(), request)
        left = 2
        while left:
            for fd, _ in poll.poll(1000):
                os.read(fd, 65536)
                left -= 1
    spent = time.process_time() - began
    for bot in bots:
        bot.kill()
        bot.communicate()
    return spent / rounds / 2 * 1e6
