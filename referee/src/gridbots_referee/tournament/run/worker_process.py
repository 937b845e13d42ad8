"""Worker process as the runner sees it: its jobs, its reports, and a watchdog."""

from __future__ import annotations

import collections
import contextlib
import os
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.process_tree import exit_text
from gridbots_referee.tournament.run.job import (
    Alive,
    Lost,
    MatchJob,
    Report,
    decode_message,
    encode,
    longest_silence,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM: Final = (sys.executable, "-P", "-m", "gridbots_referee.tournament.run.worker")
CHUNK: Final = 1 << 20
LONGEST_MESSAGE: Final = 1 << 26
"""Bytes; a worker sends no longer ones."""
START_SECONDS: Final = 120.0
"""Longest time until the first message of a worker, on a busy machine."""
END_SECONDS: Final = 10.0
"""Time for a worker to end its bots and exit."""
REAP_SECONDS: Final = 1.0
"""Time for a killed worker to end."""
CHECK_SECONDS: Final = 1.0
"""Interval of the watchdog."""
HAS_ENDED: Final = "has ended"
STOPPED: Final = {"T": "was stopped by a signal", "t": "was stopped by a tracer"}
"""States of a process that does not run until it is continued from outside."""


class Worker:
    """One process that plays matches."""

    def __init__(self, cores: set[int]) -> None:
        # In its own session, so that Ctrl-C in the terminal reaches only the runner.
        self._process = subprocess.Popen(
            [*PROGRAM, *map(str, sorted(cores))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin and self._process.stdout  # noqa: S101, PT018  narrows
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        for pipe in (self._stdin, self._stdout):
            os.set_blocking(pipe.fileno(), False)
        process_tree.spared.add(self._process.pid)
        self.held: collections.OrderedDict[str, MatchJob] = collections.OrderedDict()
        """Fixture id -> job, of those not reported yet; the first is being played."""
        self.has_started = False
        """Whether it has sent a message."""
        self._heard = self._checked = time.monotonic()
        self._was_stopped = self._is_invalid = False
        self._unsent = b""
        self._rest = b""

    def fileno(self) -> int:
        return self._stdout.fileno()

    def submit(self, job: MatchJob) -> None:
        if not self.held:
            self._heard = time.monotonic()  # it was idle until now
        self.held[job.fixture.id] = job
        self._unsent += encode(job) + b"\n"
        self._send()

    def _send(self) -> None:
        """Send what fits into its pipe: a stuck worker must not block the runner."""
        with contextlib.suppress(BrokenPipeError):  # it has died, as its output will show
            while self._unsent and (sent := self._stdin.write(self._unsent)):
                self._unsent = self._unsent[sent:]

    def read_reports(self) -> list[Report] | None:
        """New reports; None after the end of its output.

        A bot of the same user may write into its pipe; an invalid message ends the worker.
        """
        try:
            data = os.read(self.fileno(), CHUNK)
        except BlockingIOError:
            return []
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._is_invalid |= len(self._rest) > LONGEST_MESSAGE
        self.has_started, self._heard = True, time.monotonic()
        self._send()
        return [report for line in lines if (report := self._read(line))]

    def _read(self, line: bytes) -> Report | None:
        try:
            message: Alive | Report = decode_message(line)
        except (msgspec.DecodeError, RecursionError):
            self._is_invalid = True
            return None
        if isinstance(message, Alive):
            return None
        if not self.held.pop(message.fixture, None):
            self._is_invalid = True
            return None
        return message

    def trouble(self) -> str:
        """Watchdog: why the worker must be ended; empty if it is well or no check is due."""
        if self._is_invalid:
            return "sent an invalid message"
        now = time.monotonic()
        if now - self._checked < CHECK_SECONDS:
            return ""
        self._checked = now
        self._send()
        if self._process.poll() is not None:
            return HAS_ENDED
        was_stopped, state = self._was_stopped, process_tree.state_of(self._process.pid)
        self._was_stopped = state in STOPPED
        if was_stopped and self._was_stopped:
            return STOPPED[state]
        silence, limit = now - self._heard, self._longest_silence()
        return f"made no progress for {silence:.0f} s" if silence > limit else ""

    def _longest_silence(self) -> float:
        if not self.has_started:
            return START_SECONDS
        return longest_silence(next(iter(self.held.values()))) if self.held else float("inf")

    def close_input(self) -> None:
        """Close its input: it interrupts its match and exits."""
        with contextlib.suppress(OSError):
            self._stdin.close()

    def interrupt(self) -> None:
        """Ask it to exit; safe while another thread reads its reports."""
        self._process.terminate()

    def kill(self) -> None:
        """Kill it with its bots."""
        process_tree.kill_tree(self._process.pid)

    def end(self, seconds: float = END_SECONDS) -> str:
        """Wait until it has exited, or kill it with its bots; returns how it ended, as text."""
        self.close_input()
        code = self._wait(seconds)
        if code is None:
            self.kill()
            code = self._wait(REAP_SECONDS)
        self._stdout.close()
        process_tree.spared.discard(self._process.pid)
        if code is None:
            self._process.returncode = 0  # it is traced: do not wait for it any longer
            return f"process {self._process.pid} was killed and cannot be reaped"
        return exit_text(code)

    def next_report(self) -> Report:
        """Wait for the report of the current match, which is lost if the worker fails."""
        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        while True:
            is_readable = poll.poll(1000 * CHECK_SECONDS)
            reports = self.read_reports() if is_readable else []
            if reports is None or (trouble := self.trouble()):
                reports = self.end_now() if reports is None else self.end_now(trouble)
            if reports:
                return reports[0]

    def end_now(self, trouble: str = HAS_ENDED) -> list[Report]:
        """End a dead or stuck worker; returns its last reports and the match that is lost."""
        if trouble != HAS_ENDED:
            self.kill()
        reports: list[Report] = []
        while more := self.read_reports():
            reports += more
        ended = self.end(REAP_SECONDS)
        if self.held:
            fixture, _ = self.held.popitem(last=False)
            reports.append(Lost(fixture, f"ended: {ended}" if trouble == HAS_ENDED else trouble))
        return reports

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return None


def end_all(workers: Sequence[Worker]) -> None:
    """End all workers, with one deadline for all of them."""
    for worker in workers:
        worker.close_input()
    end = time.monotonic() + END_SECONDS
    for worker in workers:
        worker.end(end - time.monotonic())
