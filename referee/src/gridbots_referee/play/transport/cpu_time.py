"""CPU time of a bot with all that it has started: helpers count, and a shell script's program."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.clock import MICROSECOND, MILLISECOND
from gridbots_referee.play.isolation.tree_cpu import HAS_CPU_CLOCKS, TreeCpu, clock_of

if TYPE_CHECKING:
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
