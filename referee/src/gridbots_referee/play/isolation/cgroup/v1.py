"""Cgroups of version 1: a hierarchy for each controller, and a bot has a group in each."""

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
"""More than any number of the kernel has."""


class CgroupV1:
    """A bot's groups in the hierarchies of version 1.

    Raises:
        OSError: they cannot be made, or there is none that tells CPU time.
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
        """A process that has a single thread enters by a "0" in each of these, without a lock."""
        return tuple(f"{folder}/tasks" for folder in self.folders)

    birthplaces = entries

    @property
    def controllers(self) -> frozenset[str]:
        return frozenset(self._folders)

    def _file(self, controller: str, name: str) -> str:
        return f"{self._folders[controller]}/{controller}.{name}"

    def _opened(self, controller: str, name: str, mode: int = os.O_RDONLY) -> OpenFile | None:
        """A file to be kept open; None without the controller."""
        has_controller = controller in self._folders
        return OpenFile(self._file(controller, name), mode) if has_controller else None

    def cpu_time(self) -> int:
        """CPU time of all that ever was in the group, in ns."""
        return int(os.pread(self._usage, DIGITS, 0))

    def set_caps(self, memory: int | None, processes: int | None) -> None:
        """Cap memory (bytes) and the number of processes, as far as there are controllers."""
        if "memory" in self._folders:
            self._cap_memory(NO_LIMIT if memory is None else str(memory))
        if "pids" in self._folders:
            write(self._file("pids", "max"), "max" if processes is None else str(processes))

    def _cap_memory(self, most: str) -> None:
        # The limit with swap may never be below the one without: it makes room first.
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
        """Most bytes since the last reset."""
        return self._peak.number() if self._peak else None

    def killed_for_memory(self) -> int:
        """How often the kernel has killed a process of the group for memory."""
        return self._killed.count(b"oom_kill") if self._killed else 0

    def refused_forks(self) -> int:
        return self._refused.count(b"max") if self._refused else 0

    def freeze(self) -> bool:
        """Let nothing in the group run on; whether it can be done."""
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
        """Send SIGKILL to all that is there; nothing forks meanwhile.

        A frozen process dies when it thaws.
        """
        self.freeze()
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.thaw()

    def remove(self) -> bool:
        """Remove the groups, which must be empty; whether all have gone."""
        os.close(self._usage)
        for file in (self._peak, self._killed, self._refused):
            if file:
                file.close()
        removed = [remove_folder(folder) for folder in self.folders]
        return all(removed)
