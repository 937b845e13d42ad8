"""Worker process, seen from the runner."""

from __future__ import annotations

import collections
import contextlib
import os
import subprocess
import sys
from typing import Final

from gridbots_referee.play.isolation import process_tree
from gridbots_referee.tournament.run.job import MatchJob, Report, decode_report, encode

CHUNK: Final = 1 << 20
END_SECONDS: Final = 10.0
"""How long workers have to end their bots and exit."""


class Worker:
    """One process that plays matches."""

    def __init__(self, cores: set[int]) -> None:
        words = [sys.executable, "-P", "-m", "gridbots_referee.tournament.run.worker"]
        # In a session of its own: Ctrl-C in the terminal is for the runner alone.
        self._process = subprocess.Popen(
            [*words, *map(str, sorted(cores))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin and self._process.stdout  # noqa: S101, PT018  narrows
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        process_tree.spared.add(self._process.pid)
        self.held: collections.OrderedDict[str, MatchJob] = collections.OrderedDict()
        """Fixture id -> job, of those that it has been given and not reported."""
        self._rest = b""

    def fileno(self) -> int:
        return self._stdout.fileno()

    def submit(self, job: MatchJob) -> None:
        self.held[job.fixture.id] = job
        with contextlib.suppress(BrokenPipeError):  # it is dead, as its output will tell
            self._stdin.write(encode(job) + b"\n")

    def read_reports(self) -> list[Report] | None:
        """Its reports; None once it has exited."""
        data = os.read(self.fileno(), CHUNK)
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        reports: list[Report] = [decode_report(line) for line in lines]
        for report in reports:
            self.held.pop(report.fixture, None)
        return reports

    def close_input(self) -> None:
        """Close its input: it interrupts its match, and exits."""
        self._stdin.close()

    def interrupt(self) -> None:
        """Ask it to exit; safe while another thread reads its reports."""
        self._process.terminate()

    def end(self) -> int:
        """Wait until it has exited, or kill it; its exit code."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._stdout.close()
        process_tree.spared.discard(self._process.pid)
        return code
