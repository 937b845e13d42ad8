"""Cgroup of version 2: a bot has one group in the only hierarchy."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.isolation.cgroup.files import (
    OpenFile,
    make_folder,
    read_processes,
    remove_folder,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Collection

NO_LIMIT: Final = "max"
FIRST_LINE: Final = 64
"""Bytes of `cpu.stat` that contain its first line, `usage_usec` and a number."""
USAGE: Final = b"usage_usec "
MICROSECOND: Final = 1000
"""In ns."""


class CgroupV2:
    """A bot's group in the hierarchy of version 2.

    CPU time, freezing and killing need no controller; caps do.

    Raises:
        OSError: it cannot be created.
    """

    def __init__(self, place: str, name: str, controllers: Collection[str]) -> None:
        self._folder = f"{place}/{name}"
        self.controllers = frozenset(controllers)
        self.is_spent = False
        """Whether the group cannot be reused: since Linux 6.14 a group that was killed once kills
        every process that is cloned into it."""
        make_folder(self._folder)
        self._usage = os.open(f"{self._folder}/cpu.stat", os.O_RDONLY | os.O_CLOEXEC)
        self._freezer = OpenFile(f"{self._folder}/cgroup.freeze", os.O_WRONLY)
        self._killer = OpenFile(f"{self._folder}/cgroup.kill", os.O_WRONLY)
        self._peak = OpenFile(f"{self._folder}/memory.peak", os.O_RDWR)
        """The kernel resets the peak only for the open file that requests it."""
        self._peak_of_all = OpenFile(f"{self._folder}/memory.peak")
        """Before Linux 6.12 the peak cannot be reset: it covers all matches."""
        self._killed = OpenFile(f"{self._folder}/memory.events")
        self._refused = OpenFile(f"{self._folder}/pids.events")

    @property
    def folders(self) -> tuple[str, ...]:
        return (self._folder,)

    @property
    def entries(self) -> tuple[str, ...]:
        """A process enters by writing "0" to each of these."""
        return (f"{self._folder}/cgroup.procs",)

    @property
    def clone_targets(self) -> tuple[str, ...]:
        """A process can be cloned into this folder."""
        return (self._folder,)

    def cpu_time(self) -> int:
        """CPU time of all processes that were ever in the group, in ns."""
        text = os.pread(self._usage, FIRST_LINE, 0)
        return int(text[len(USAGE) : text.index(b"\n")]) * MICROSECOND

    def set_caps(self, memory: int | None, processes: int | None) -> None:
        """Cap memory (in bytes) and number of processes, if there are controllers."""
        if "memory" in self.controllers:
            self._write("memory.max", NO_LIMIT if memory is None else str(memory))
            with contextlib.suppress(FileNotFoundError):
                self._write("memory.swap.max", NO_LIMIT if memory is None else "0")
        if "pids" in self.controllers:
            self._write("pids.max", NO_LIMIT if processes is None else str(processes))

    def _write(self, name: str, text: str) -> None:
        write(f"{self._folder}/{name}", text)

    def reset_peak(self) -> None:
        with contextlib.suppress(OSError):
            self._peak.write(b"reset\n")

    def peak_memory(self) -> int | None:
        """Peak memory since the last reset, in bytes."""
        peak = self._peak.number()
        return self._peak_of_all.number() if peak is None else peak

    def killed_for_memory(self) -> int:
        """Number of processes of the group that the kernel killed for memory."""
        return self._killed.count(b"oom_kill")

    def refused_forks(self) -> int:
        return self._refused.count(b"max")

    def freeze(self) -> bool:
        """Suspend all processes of the group; whether that is possible."""
        return self._set_frozen(b"1")

    def thaw(self) -> None:
        self._set_frozen(b"0")

    def _set_frozen(self, state: bytes) -> bool:
        try:
            self._freezer.write(state)
        except OSError:
            return False
        return True

    def processes(self) -> set[int]:
        return read_processes(self._folder)

    def kill(self) -> None:
        """Send SIGKILL to all processes, including those forked meanwhile."""
        self.is_spent = True
        try:
            self._killer.write(b"1")
        except OSError:  # before Linux 5.14
            self._kill_each()

    def _kill_each(self) -> None:
        self.freeze()
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.thaw()

    def remove(self) -> bool:
        """Remove the group, which must be empty; whether it was removed."""
        os.close(self._usage)
        for file in (
            self._freezer, self._killer, self._peak, self._peak_of_all, self._killed, self._refused
        ):  # fmt: skip
            file.close()
        return remove_folder(self._folder)
