"""A Dask cluster on this machine, made of the usual Dask programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.cli.arena import Arena

PATIENCE = 60.0
"""Seconds until a program has to be there."""


class Cluster:
    """A scheduler and workers without nannies: a killed worker is not restarted."""

    def __init__(
        self, folder: Path, failures: int = 3, python_path: str = "", tls: Sequence[str] = ()
    ) -> None:
        self.folder = folder
        self._tls = tls
        self._environment = os.environ | {
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures),
            "PYTHONPATH": python_path,
            "GRIDBOTS_CACHE": str(folder / "cache"),
        }
        self._stack = ExitStack()
        self._address = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1")
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._stack.close()

    def add(self, count: int = 1, threads: int = 1) -> subprocess.Popen[bytes]:
        """Start more workers; return the last one when all have joined."""
        first = len(self.workers)
        for number in range(first, first + count):
            name = f"worker-{number}"
            words = ["--nthreads", str(threads), "--no-nanny", "--host", "127.0.0.1",
                     "--name", name, "--local-directory", str(self.folder)]  # fmt: skip
            self.workers.append(self._start("worker", *words, log=name))
        for number in range(first, first + count):
            self._wait_for(f"worker-{number}", "Registered to:")
        return self.workers[-1]

    def _start(self, program: str, *options: str, log: str = "") -> subprocess.Popen[bytes]:
        written = self._stack.enter_context((self.folder / f"{log or program}.log").open("wb"))
        words = [sys.executable, "-m", f"distributed.cli.dask_{program}", "--no-dashboard"]
        return subprocess.Popen(
            [*words, "--scheduler-file", str(self._address), *options, *self._tls],
            stdout=written, stderr=written, env=self._environment,
        )  # fmt: skip

    @property
    def address(self) -> str:
        return self._wait_for("scheduler", "Scheduler at:").split("Scheduler at:")[1].split()[0]

    def _wait_for(self, log: str, text: str) -> str:
        """The log, as soon as it contains this text."""
        end = time.monotonic() + PATIENCE
        while text not in (written := (self.folder / f"{log}.log").read_text()):
            assert time.monotonic() < end, written
            time.sleep(0.02)
        return written

    def tournament(self, arena: Arena, name: str, matches: int, *options: str) -> list[str]:
        command = arena.tournament(name, matches, "--cluster", self.address, *options)
        at = command.index("--concurrency")
        return command[:at] + command[at + 2 :]

    def is_at_rest(self) -> bool:
        """Whether no process is left beside the workers that plays their matches."""
        return not any(children_of(worker.pid) for worker in self.workers)


def children_of(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout.split()
    return [int(own) for own, parent in zip(listed[::2], listed[1::2], strict=True)
            if int(parent) == pid]  # fmt: skip


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
