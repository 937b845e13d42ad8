"""CPU time of a process tree where there is no cgroup: summed over the processes that are seen.

The figure is partial: what has left the tree is not in it, nor is what started and ended between
two looks.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import Final

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
