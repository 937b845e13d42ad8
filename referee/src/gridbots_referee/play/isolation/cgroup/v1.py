"""Cgroups of version 1: a bot has a group in the hierarchy of each controller."""

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
    from collections.abc import Mapping

NO_LIMIT: Final = "-1"
DIGITS: Final = 24
"""Longer than any number of the kernel."""


class CgroupV1:
    """A bot's groups in the hierarchies of version 1.

    Raises:
        OSError: they cannot be created, or no controller measures CPU time.
    """

    is_spent = False

    def __init__(self, places: Mapping[str, str], name: str) -> None:
        self._folders = {controller: f"{place}/{name}" for controller, place in places.items()}
        for folder in self.folders:
            make_folder(folder)
        if "cpuacct" not in self._folders:
            raise FileNotFoundError("expected a hierarchy of cpuacct, got none")
        self._usage = os.open(self._file("cpuacct", "usage"), os.O_RDONLY | os.O_CLOEXEC)
        self._peak = self._opened("memory", "max_usage_in_bytes", os.O_RDWR)
        self._killed = self._opened("memory", "oom_control")
        self._refused = self._opened("pids", "events")

    @property
    def folders(self) -> tuple[str, ...]:
        """Controllers that are mounted together share one."""
        return tuple(sorted(set(self._folders.values())))

    @property
    def entries(self) -> tuple[str, ...]:
        """A single-threaded process enters by writing "0" to each of these, without a lock."""
        return tuple(f"{folder}/tasks" for folder in self.folders)

    clone_targets = entries

    @property
    def controllers(self) -> frozenset[str]:
        return frozenset(self._folders)

    def _file(self, controller: str, name: str) -> str:
        return f"{self._folders[controller]}/{controller}.{name}"

    def _opened(self, controller: str, name: str, mode: int = os.O_RDONLY) -> OpenFile | None:
        """A file that stays open; None without the controller."""
        has_controller = controller in self._folders
        return OpenFile(self._file(controller, name), mode) if has_controller else None

    def cpu_time(self) -> int:
        """CPU time of all processes that were ever in the group, in ns."""
        return int(os.pread(self._usage, DIGITS, 0))

    def set_caps(self, memory: int | None, processes: int | None) -> None:
        """Cap memory (in bytes) and number of processes, if there are controllers."""
        if "memory" in self._folders:
            self._cap_memory(NO_LIMIT if memory is None else str(memory))
        if "pids" in self._folders:
            write(self._file("pids", "max"), "max" if processes is None else str(processes))

    def _cap_memory(self, most: str) -> None:
        # The limit with swap must never be below the one without, so it is raised first.
        swap = self._file("memory", "memsw.limit_in_bytes")
        with contextlib.suppress(FileNotFoundError):
            write(swap, NO_LIMIT)
        write(self._file("memory", "limit_in_bytes"), most)
        with contextlib.suppress(FileNotFoundError):
            write(swap, most)

    def reset_peak(self) -> None:
        if self._peak:
            self._peak.write(b"0")

    def peak_memory(self) -> int | None:
        """Peak memory since the last reset, in bytes."""
        return self._peak.number() if self._peak else None

    def killed_for_memory(self) -> int:
        """Number of processes of the group that the kernel killed for memory."""
        return self._killed.count(b"oom_kill") if self._killed else 0

    def refused_forks(self) -> int:
        return self._refused.count(b"max") if self._refused else 0

    def freeze(self) -> bool:
        """Suspend all processes of the group; whether that is possible."""
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
        for file in (self._peak, self._killed, self._refused):
            if file:
                file.close()
        removed = [remove_folder(folder) for folder in self.folders]
        return all(removed)
