"""Bot process: its exit, its resource usage, and its end with all its descendants."""

from __future__ import annotations

import os
import select
import time
from typing import TYPE_CHECKING, Final

from gridbots.protocol import END_LINE, READY_LINE, seed_line
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.limit_hits import NO_HITS, LimitHit, cause, hit_limits
from gridbots_referee.play.transport.bot_pipes import BotPipes
from gridbots_referee.play.transport.stderr import StderrBuffer
from gridbots_referee.play.transport.usage import CpuTime, Usage, usage_of, usage_so_far

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.limits import Isolation
    from gridbots_referee.play.isolation.cgroup.group import Cgroup, Hits
    from gridbots_referee.play.isolation.levels import Streams

LAST_READS: Final = 4
"""Chunks of stderr that are read after the end: a full pipe, even if a descendant writes on."""


class BotProcess(BotPipes):
    """A started bot in a process: a child of the referee, and the leader of a session.

    Everything that it starts is in its cgroup, if it has one. `kill` kills a bot in a sandbox with
    all its processes; without one, the referee searches for them.
    """

    def __init__(
        self,
        start: Callable[[Streams], int],
        group: Cgroup | None = None,
        kill: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(start)
        self.exit_fd = process_tree.open_exit_fd(self.pid)
        self._kill = kill
        self.keep: Callable[[], bool] | None = None
        """Keeps the bot for another match, if possible; None for a bot that plays one match."""
        self.exit_code: int | None = None
        """Exit code of the process, or the negative number of the signal that killed it."""
        self._is_reaped = False
        self._has_been_ended = False
        self._isolation: Isolation | None = None
        self._is_frozen = False
        self._group = group if group and group.adopt(self.pid) else None
        self._used_before = 0
        """CPU time in previous matches, in ns."""
        self._begin(CpuTime(self.pid, self._group))

    def _begin(self, cpu_time: CpuTime) -> None:
        """Begin a match."""
        self.errors = StderrBuffer()
        self.usage: Usage | None = None
        self._is_new = True
        self._cpu_time = cpu_time
        self.take_cpu_time = cpu_time.take
        """CPU time since the last call, in us; None if unknown."""

    def take_overlay(self) -> bytes | None:
        """The last overlay since the last call.

        An overlay that was written before the move can be read now. To save system calls, the
        stderr of a bot that never wrote to it is read only the first time.
        """
        if not (self._is_new or self.errors.count):
            return None
        self._is_new = False
        self.drain_errors()
        return self.errors.take_overlay()

    def asks_end(self) -> bool:
        """Whether the bot asked for the end of the match."""
        self.drain_errors()
        return self.errors.asks_end

    def has_exited(self) -> bool:
        """Whether the process has exited; then `exit_code` is set.

        If possible it is not reaped yet: its id must not be reused before its group is killed.
        """
        if self.exit_code is None and not self._is_reaped:
            if hasattr(os, "waitid"):
                self.exit_code = process_tree.peek_exit_code(self.pid)
            else:
                self._reap(os.WNOHANG)
        return self.exit_code is not None

    def _reap(self, options: int) -> None:
        try:
            pid, status, waited = os.wait4(self.pid, options)
        except ChildProcessError:
            pid, status, waited = self.pid, 0, None
        if pid:
            self.usage = usage_of(waited, self._group, self._cpu_time.seen) if waited else None
            self._is_reaped = True
            self.exit_code = os.waitstatus_to_exitcode(status)

    def stay(self, until: float, *, knows_end: bool) -> bool:
        """Keep the bot for another match if it is ready in time; whether it is kept."""
        if not knows_end:
            self.send(END_LINE)
        received, poll = b"", select.poll()
        poll.register(self.stdout, select.POLLIN)
        while not received.endswith(READY_LINE):
            left = until - time.monotonic()
            if left <= 0 or not poll.poll(1000 * left):
                return False
            received = self.read_output() or b""
            if not received:
                return False
        self.drain_errors()
        self.usage = usage_so_far(self.pid, (self._cpu_time.total() or 0) - self._used_before)
        self._cpu_time.close()
        return self.keep is not None and self.keep()

    def renew(self, seed: int) -> None:
        """Begin another match with a bot that was kept, with this seed."""
        self._begin(CpuTime(self.pid, None))
        self._cpu_time.seen = self._used_before = self._cpu_time.total() or 0
        self.send(seed_line(seed))

    def watch_limits(self, isolation: Isolation) -> None:
        """Report hits of the limits of this level from now on."""
        self._isolation = isolation

    def limit_hit(self) -> LimitHit | None:
        """The limit that explains a failure of the bot, or None."""
        if self._isolation is None:
            return None
        self.drain_errors()
        return cause(self._isolation, self._hits(), self.exit_code, self.errors.tail)

    def limits_hit(self) -> list[str]:
        """Descriptions of all limits that the bot has hit."""
        if self._isolation is None:
            return []
        return [hit.text for hit in hit_limits(self._isolation, self._hits())]

    def _hits(self) -> Hits:
        return self._group.hits() if self._group else NO_HITS

    def suspend(self) -> None:
        """Suspend all processes of the bot; without a cgroup, only its process group."""
        if not self._is_frozen:
            self._is_frozen = self._group is not None and self._group.freeze()
        if not self._is_frozen:
            process_tree.suspend(self.pid)

    def resume(self) -> None:
        if self._is_frozen and self._group is not None:
            self._group.thaw()
            self._is_frozen = False
        else:
            process_tree.resume(self.pid)

    def kill(self) -> None:
        """Kill the process and all its descendants, without waiting."""
        if self._kill:
            self._kill()
            return
        if self._group:
            self._group.send_kill()
        if self.has_exited():  # it has no children now, but its process group may have members
            process_tree.kill_group(self.pid)
        else:
            process_tree.kill_tree(self.pid)

    def reap(self) -> bool:
        """Reap the process if it has exited; whether it is reaped."""
        if not self._is_reaped:
            self._reap(os.WNOHANG)
        return self._is_reaped

    def end(self, seconds: float) -> None:
        """Reap the killed process within this time, and close the pipes, once."""
        if self._has_been_ended:
            return
        self._has_been_ended = True
        process_tree.wait_until(self.reap, seconds)
        if self._group:
            self._group.kill()
        for _ in range(LAST_READS):
            if not self.drain_errors():
                break
        self.close_pipes()
        self._cpu_time.close()
        if self.exit_fd is not None:
            os.close(self.exit_fd)
            self.exit_fd = None
