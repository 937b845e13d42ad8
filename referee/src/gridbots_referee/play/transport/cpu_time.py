"""CPU time of a bot with all that it has started: helpers count, and a shell script's program."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gridbots_referee.play.clock import MICROSECOND
from gridbots_referee.play.isolation.tree_cpu import HAS_CPU_CLOCKS, TreeCpu, clock_of

if TYPE_CHECKING:
    from gridbots_referee.play.isolation.cgroup.group import Cgroup


class CpuTime:
    """The CPU time of a bot, by its cgroup where it has one, else by its process tree."""

    def __init__(self, pid: int, group: Cgroup | None) -> None:
        self._clock = clock_of(pid)
        self._group = group
        self._tree = None if group or not HAS_CPU_CLOCKS else TreeCpu(pid)
        self._taken = 0

    @property
    def is_partial(self) -> bool:
        """Whether processes of the bot may be missing."""
        return self._group is None

    def take(self) -> int | None:
        """CPU time since the last call, in us; None where it is not known."""
        now = self.total()
        if now is None:
            return None
        before, self._taken = self._taken, max(now, self._taken)
        return (self._taken - before) // MICROSECOND

    def total(self) -> int | None:
        """CPU time so far, in ns.

        The system brings the time of a group up to date when a process stops or a tick comes, that
        of a process whenever it is asked: so of a bot that is alone not a microsecond is missing.
        """
        try:
            own = time.clock_gettime_ns(self._clock) if HAS_CPU_CLOCKS else None
        except OSError:
            own = None  # it has been reaped
        if self._group is not None:
            return max(own or 0, self._group.match_cpu_time())
        return own if own is None or self._tree is None else own + self._tree.cpu_time()

    def close(self) -> None:
        if self._tree is not None:
            self._tree.close()
