"""Groups of a bot: one in version 2 of cgroups, one for each controller in version 1."""

from __future__ import annotations

import contextlib
import os
import signal
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.isolation.cgroup.files import (
    OpenFile,
    make_folder,
    read_processes,
    remove_folder,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

DIGITS: Final = 24
"""Longer than any number of the kernel."""
FIRST_LINE: Final = 64
"""Bytes of `cpu.stat` that contain its first line, `usage_usec` and a number."""
USAGE: Final = b"usage_usec "
MICROSECOND: Final = 1000
"""In ns."""


class CgroupVersion(ABC):
    """A bot's group or groups in one version of cgroups."""

    folders: tuple[str, ...]
    entries: tuple[str, ...]
    """Files; a process enters by writing "0" to each of them."""
    clone_targets: tuple[str, ...]
    """The same for `gridbots.bot.clone`, perhaps with a folder to clone a process into."""
    controllers: frozenset[str]
    is_spent = False
    """Whether the group cannot be reused for another match."""
    _usage: int
    _peak: OpenFile
    _killed: OpenFile
    _refused: OpenFile

    @abstractmethod
    def cpu_time(self) -> int:
        """CPU time of all processes that were ever in the group, in ns."""

    @abstractmethod
    def set_caps(self, memory: int | None, processes: int | None) -> None:
        """Cap memory (in bytes) and number of processes, if there are controllers."""

    @abstractmethod
    def reset_peak(self) -> None: ...

    def peak_memory(self) -> int | None:
        """Peak memory since the last reset, in bytes."""
        return self._peak.number()

    def killed_for_memory(self) -> int:
        """Number of processes of the group that the kernel killed for memory."""
        return self._killed.count(b"oom_kill")

    def refused_forks(self) -> int:
        return self._refused.count(b"max")

    @abstractmethod
    def freeze(self) -> bool:
        """Suspend all processes of the group; whether that is possible."""

    @abstractmethod
    def thaw(self) -> None: ...

    @abstractmethod
    def processes(self) -> set[int]: ...

    def kill(self) -> None:
        """Send SIGKILL to all processes, frozen so that they do not fork; they die when thawed."""
        self.freeze()
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.thaw()

    def remove(self) -> bool:
        """Remove the groups, which must be empty; whether all were removed."""
        os.close(self._usage)
        for file in self._open_files():
            file.close()
        removed = [remove_folder(folder) for folder in self.folders]
        return all(removed)

    def _open_files(self) -> tuple[OpenFile, ...]:
        return self._peak, self._killed, self._refused


class CgroupV1(CgroupVersion):
    """A bot's groups in the hierarchies of version 1.

    Raises:
        OSError: they cannot be created, or no controller measures CPU time.
    """

    def __init__(self, places: Mapping[str, str], name: str) -> None:
        self._folders = {controller: f"{place}/{name}" for controller, place in places.items()}
        self.controllers = frozenset(self._folders)
        # Controllers that are mounted together share a folder.
        self.folders = tuple(sorted(set(self._folders.values())))
        # A single-threaded process can enter by `tasks`, which takes no lock.
        self.entries = self.clone_targets = tuple(f"{folder}/tasks" for folder in self.folders)
        for folder in self.folders:
            make_folder(folder)
        if "cpuacct" not in self._folders:
            raise FileNotFoundError("expected a hierarchy of cpuacct, got none")
        self._usage = os.open(self._file("cpuacct", "usage"), os.O_RDONLY | os.O_CLOEXEC)
        self._peak = OpenFile(self._file("memory", "max_usage_in_bytes"), os.O_RDWR)
        self._killed = OpenFile(self._file("memory", "oom_control"))
        self._refused = OpenFile(self._file("pids", "events"))

    def _file(self, controller: str, name: str) -> str:
        """A path; without the controller, there is no such file."""
        return f"{self._folders.get(controller, '')}/{controller}.{name}"

    def cpu_time(self) -> int:
        return int(os.pread(self._usage, DIGITS, 0))

    def set_caps(self, memory: int | None, processes: int | None) -> None:
        if "memory" in self._folders:
            self._cap_memory("-1" if memory is None else str(memory))
        if "pids" in self._folders:
            write(self._file("pids", "max"), "max" if processes is None else str(processes))

    def _cap_memory(self, most: str) -> None:
        # The limit with swap must never be below the one without, so it is raised first.
        swap = self._file("memory", "memsw.limit_in_bytes")
        with contextlib.suppress(FileNotFoundError):
            write(swap, "-1")
        write(self._file("memory", "limit_in_bytes"), most)
        with contextlib.suppress(FileNotFoundError):
            write(swap, most)

    def reset_peak(self) -> None:
        if "memory" in self._folders:
            self._peak.write(b"0")

    def freeze(self) -> bool:
        return self._set_frozen("FROZEN")

    def thaw(self) -> None:
        self._set_frozen("THAWED")

    def _set_frozen(self, state: str) -> bool:
        if "freezer" not in self._folders:
            return False
        try:
            write(self._file("freezer", "state"), state)
        except OSError:
            return False
        return True

    def processes(self) -> set[int]:
        return read_processes(self._folders["cpuacct"])


class CgroupV2(CgroupVersion):
    """A bot's group in the hierarchy of version 2.

    CPU time, freezing and killing need no controller; caps do.

    Raises:
        OSError: it cannot be created.
    """

    def __init__(self, place: str, name: str, controllers: Collection[str]) -> None:
        folder = self._folder = f"{place}/{name}"
        self.controllers = frozenset(controllers)
        self.folders = self.clone_targets = (folder,)
        self.entries = (f"{folder}/cgroup.procs",)
        make_folder(folder)
        self._usage = os.open(f"{folder}/cpu.stat", os.O_RDONLY | os.O_CLOEXEC)
        self._freezer = OpenFile(f"{folder}/cgroup.freeze", os.O_WRONLY)
        self._killer = OpenFile(f"{folder}/cgroup.kill", os.O_WRONLY)
        self._peak = OpenFile(f"{folder}/memory.peak", os.O_RDWR)
        """The kernel resets the peak only for the open file that requests it."""
        self._peak_of_all = OpenFile(f"{folder}/memory.peak")
        """Before Linux 6.12 the peak cannot be reset: it covers all matches."""
        self._killed = OpenFile(f"{folder}/memory.events")
        self._refused = OpenFile(f"{folder}/pids.events")

    def cpu_time(self) -> int:
        text = os.pread(self._usage, FIRST_LINE, 0)
        return int(text[len(USAGE) : text.index(b"\n")]) * MICROSECOND

    def set_caps(self, memory: int | None, processes: int | None) -> None:
        if "memory" in self.controllers:
            self._write("memory.max", "max" if memory is None else str(memory))
            with contextlib.suppress(FileNotFoundError):
                self._write("memory.swap.max", "max" if memory is None else "0")
        if "pids" in self.controllers:
            self._write("pids.max", "max" if processes is None else str(processes))

    def _write(self, name: str, text: str) -> None:
        write(f"{self._folder}/{name}", text)

    def reset_peak(self) -> None:
        with contextlib.suppress(OSError):
            self._peak.write(b"reset\n")

    def peak_memory(self) -> int | None:
        peak = super().peak_memory()
        return self._peak_of_all.number() if peak is None else peak

    def freeze(self) -> bool:
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
        """Send SIGKILL to all processes, including those forked meanwhile.

        Since Linux 6.14 a group that was killed once kills every process that is cloned into it.
        """
        self.is_spent = True
        try:
            self._killer.write(b"1")
        except OSError:  # before Linux 5.14
            super().kill()

    def _open_files(self) -> tuple[OpenFile, ...]:
        return (*super()._open_files(), self._freezer, self._killer, self._peak_of_all)
