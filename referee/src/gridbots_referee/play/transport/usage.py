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
"""Of a bot that is alone the group is read no more often: that costs more than the bot's own clock,
and a helper of it is noticed all the same."""
OTHERS: Final = 100 * MICROSECOND
"""A group that has used so much more than its first process has others."""


class CpuTime:
    """The CPU time of a bot, by its cgroup where it has one, else by its process tree."""

    def __init__(self, pid: int, group: Cgroup | None) -> None:
        self._clock = clock_of(pid)
        self._group = group
        self._tree = None if group or not HAS_CPU_CLOCKS else TreeCpu(pid)
        self.seen = 0
        """CPU time at the last look, in ns."""
        self._read_at = 0
        self._has_others = False

    @property
    def is_partial(self) -> bool:
        """Whether processes of the bot may be missing."""
        return self._group is None

    def take(self) -> int | None:
        """CPU time since the last call, in us; None where it is not known."""
        used = self.total()
        if used is None:
            return None
        spent = used - self.seen
        if spent < 0:
            return 0
        self.seen = used
        return spent // MICROSECOND

    def total(self) -> int | None:
        """CPU time so far, in ns.

        The system brings the time of a group up to date when a process stops or its timer comes,
        that of a process whenever it is asked: so of a bot that is alone nothing is missing.
        """
        try:
            own = time.clock_gettime_ns(self._clock) if HAS_CPU_CLOCKS else None
        except OSError:
            own = None  # it has been reaped
        if self._group is None:
            return own if own is None or self._tree is None else own + self._tree.cpu_time()
        # Of a bot alone whose group was read a moment ago its own time is enough.
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
"""Whether the CPU time of other processes can be read while they run."""
CPU_CLOCK_OF_PROCESS: Final = 2
"""The kind of clock, in Linux' encoding of clocks of other processes."""
MOST_BYTES: Final = 4096
"""Of a list of children: some 600 of them."""


def clock_of(pid: int) -> int:
    """The number of the clock that tells the CPU time of a process and all its threads."""
    return (~pid << 3) | CPU_CLOCK_OF_PROCESS


class TreeCpu:
    """The CPU time of a process and its descendants."""

    def __init__(self, pid: int) -> None:
        self.has_children = False
        """Whether descendants were seen: then some may also have been missed."""
        self._pid = pid
        self._last: dict[int, int] = {}
        """Process id -> CPU time when it was last seen, in ns; the dead stay in the sum."""
        self._children = _open_children(pid)
        """Files that list the children of a process, kept open: most bots have none."""

    def cpu_time(self) -> int:
        """CPU time of all descendants that were ever seen, in ns."""
        if self._children is None:
            return 0
        try:
            listed = os.pread(self._children, MOST_BYTES, 0)
        except OSError:
            listed = b""
        if listed:
            self.has_children = True
            self._look_at(listed)
        return sum(self._last.values()) if self._last else 0

    def _look_at(self, listed: bytes) -> None:
        waiting = [int(word) for word in listed.split()]
        seen: set[int] = set()
        while waiting:
            pid = waiting.pop()
            if pid not in seen:
                seen.add(pid)
                with contextlib.suppress(OSError):
                    # A process of the same number that came later has used less.
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
"""Bytes, in which the system tells the peak of a process."""


class Usage(msgspec.Struct, frozen=True):
    """What a bot has used."""

    cpu_ms: float
    is_partial: bool
    """Whether processes may be missing from the CPU time."""
    peak_memory_mib: float


def usage_so_far(pid: int, spent: int) -> Usage:
    """Of a process that lives on, alone, and has used so much CPU time in a match, in ns."""
    status = Path(f"/proc/{pid}/status").read_text(errors="replace")
    peak = re.search(r"^VmHWM:\s*([0-9]+) kB", status, re.MULTILINE)
    return Usage(
        cpu_ms=round(spent / 1e6, 3),
        is_partial=False,
        peak_memory_mib=round(int(peak[1]) / 1024, 1) if peak else 0.0,
    )


def usage_of(waited: resource.struct_rusage, group: Cgroup | None, seen: int) -> Usage:
    """What the system tells when a process is reaped, and of its group.

    The CPU time that was `seen` before, in ns, may be more: of helpers that nobody has waited for.
    """
    cpu_ms = (waited.ru_utime + waited.ru_stime) * 1000
    others = group.match_cpu_time() if group else seen
    peak = group.peak_memory() if group else None
    return Usage(
        cpu_ms=round(max(cpu_ms, others / 1e6), 3),
        is_partial=group is None,
        peak_memory_mib=round((peak or waited.ru_maxrss * MAXRSS_UNIT) / MIB, 1),
    )
