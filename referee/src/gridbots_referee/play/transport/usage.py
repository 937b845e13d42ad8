"""Resource usage of a bot with all processes that it started: CPU time, and peak memory."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.clock import MICROSECOND, MILLISECOND

if TYPE_CHECKING:
    import resource

    from gridbots_referee.play.isolation.cgroup.group import Cgroup


INTERVAL: Final = MILLISECOND
"""Interval at which the cgroup of a single process is read: reading it costs more than reading the
clock of the process, and a helper process is noticed soon enough."""
OTHERS: Final = 100 * MICROSECOND
"""If a cgroup has used this much more than its first process, it has other processes."""


class CpuTime:
    """The CPU time of a bot: of its cgroup if it has one, else of its process tree."""

    def __init__(self, pid: int, group: Cgroup | None) -> None:
        self._clock = clock_of(pid)
        self._group = group
        self._tree = None if group or not HAS_CPU_CLOCKS else TreeCpu(pid)
        self.seen = 0
        """CPU time at the last reading, in ns."""
        self._read_at = 0
        self._has_others = False

    @property
    def is_partial(self) -> bool:
        """Whether processes of the bot may be missing."""
        return self._group is None

    def take(self) -> int | None:
        """CPU time since the last call, in us; None if unknown."""
        used = self.total()
        if used is None:
            return None
        spent = used - self.seen
        if spent < 0:
            return 0
        self.seen = used
        return spent // MICROSECOND

    def total(self) -> int | None:
        """Total CPU time, in ns.

        The system updates the time of a cgroup when a process stops or a timer expires, but that of
        a process at each reading. The time of a single process is therefore exact.
        """
        try:
            own = time.clock_gettime_ns(self._clock) if HAS_CPU_CLOCKS else None
        except OSError:
            own = None  # it has been reaped
        if self._group is None:
            return own if own is None or self._tree is None else own + self._tree.cpu_time()
        # For a single process whose cgroup was read recently, its own time is enough.
        now = time.monotonic_ns()
        if own is None or self._has_others or now - self._read_at >= INTERVAL:
            self._read_at = now
            return self._of_group(self._group, own or 0)
        return own

    def _of_group(self, group: Cgroup, own: int) -> int:
        used = group.match_cpu_time()
        self._has_others = used > own + OTHERS
        return max(own, used)

    def close(self) -> None:
        if self._tree is not None:
            self._tree.close()


HAS_CPU_CLOCKS: Final = sys.platform == "linux"
"""Whether the system reports the CPU time of other processes while they run."""
CPU_CLOCK_OF_PROCESS: Final = 2
"""The kind of clock, in Linux' encoding of the clocks of other processes."""
MOST_BYTES: Final = 4096
"""Maximum size of a list of children: about 600 of them."""


def clock_of(pid: int) -> int:
    """The number of the clock for the CPU time of a process with all its threads."""
    return (~pid << 3) | CPU_CLOCK_OF_PROCESS


class TreeCpu:
    """The CPU time of a process and its descendants, without a cgroup.

    The sum is partial: it lacks processes that have left the tree, and processes that started and
    ended between two readings.
    """

    def __init__(self, pid: int) -> None:
        self.has_children = False
        """Whether there were descendants; then some may also have been missed."""
        self._pid = pid
        self._last: dict[int, int] = {}
        """Process id -> CPU time at its last reading, in ns; dead processes stay in the sum."""
        self._children = _open_children(pid)
        """The file that lists the children of the process, kept open."""

    def cpu_time(self) -> int:
        """CPU time of all known descendants, in ns."""
        if self._children is None:
            return 0
        try:
            listed = os.pread(self._children, MOST_BYTES, 0)
        except OSError:
            listed = b""
        if listed:
            self.has_children = True
            self._read_times(listed)
        return sum(self._last.values()) if self._last else 0

    def _read_times(self, listed: bytes) -> None:
        waiting = [int(word) for word in listed.split()]
        seen: set[int] = set()
        while waiting:
            pid = waiting.pop()
            if pid not in seen:
                seen.add(pid)
                with contextlib.suppress(OSError):
                    # A later process with the same id has used less.
                    used = time.clock_gettime_ns(clock_of(pid))
                    self._last[pid] = max(used, self._last.get(pid, 0))
                waiting += _read_children(pid)

    def close(self) -> None:
        if self._children is not None:
            os.close(self._children)
            self._children = None


def _open_children(pid: int) -> int | None:
    try:
        return os.open(f"/proc/{pid}/task/{pid}/children", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _read_children(pid: int) -> list[int]:
    fd = _open_children(pid)
    if fd is None:
        return []
    try:
        return [int(word) for word in os.pread(fd, MOST_BYTES, 0).split()]
    except OSError:
        return []
    finally:
        os.close(fd)


MIB: Final = 1 << 20
MAXRSS_UNIT: Final = 1 if sys.platform == "darwin" else 1024
"""Unit in which the system reports the peak memory of a process, in bytes."""


class Usage(msgspec.Struct, frozen=True):
    """Resource usage of a bot in a match."""

    cpu_ms: float
    is_partial: bool
    """Whether the CPU time may lack some processes."""
    peak_memory_mib: float


def usage_so_far(pid: int, spent: int) -> Usage:
    """Usage of a process that lives on, has no children, and spent this CPU time, in ns."""
    status = Path(f"/proc/{pid}/status").read_text(errors="replace")
    peak = re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE)
    return Usage(
        cpu_ms=round(spent / 1e6, 3),
        is_partial=False,
        peak_memory_mib=round(int(peak[1]) / 1024, 1) if peak else 0.0,
    )


def usage_of(waited: resource.struct_rusage, group: Cgroup | None, seen: int) -> Usage:
    """Usage as reported when the process is reaped, and by its cgroup.

    The CPU time that was `seen` before, in ns, can be larger: it includes helpers that were not
    waited for.
    """
    cpu_ms = (waited.ru_utime + waited.ru_stime) * 1000
    others = group.match_cpu_time() if group else seen
    peak = group.peak_memory() if group else None
    return Usage(
        cpu_ms=round(max(cpu_ms, others / 1e6), 3),
        is_partial=group is None,
        peak_memory_mib=round((peak or waited.ru_maxrss * MAXRSS_UNIT) / MIB, 1),
    )
