"""Bot process and its three pipes: non-blocking, with bounded buffers."""

from __future__ import annotations

import array
import errno
import fcntl
import os
import select
import signal
import sys
import termios
import time
from typing import TYPE_CHECKING, Final

from gridbots.protocol import END_LINE, READY_LINE, seed_line
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.limit_hits import NO_HITS, LimitHit, cause, hit_limits
from gridbots_referee.play.transport.cpu_time import CpuTime
from gridbots_referee.play.transport.stderr import StderrBuffer
from gridbots_referee.play.transport.usage import Usage, usage_of, usage_so_far

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots.limits import Isolation
    from gridbots_referee.play.isolation.cgroup.group import Cgroup, Hits
    from gridbots_referee.play.isolation.levels import Streams

CHUNK: Final = 65536
LAST_READS: Final = 4
"""Chunks of stderr that are read after the end: a full pipe, and no more, whoever writes on."""


class BotProcess:
    """A started bot; `start` gets its ends of the pipes and returns its process id.

    It leads a session of its own and is a child of this process. All that it starts is in its
    group, where it has one. `kill` kills all of it, where it has a sandbox; elsewhere its processes
    are looked for.
    """

    def __init__(
        self,
        start: Callable[[Streams], int],
        group: Cgroup | None = None,
        kill: Callable[[], None] | None = None,
    ) -> None:
        (its_stdin, self.stdin), (self.stdout, its_stdout), (self.stderr, its_stderr) = _pipes()
        try:
            self.pid = start((its_stdin, its_stdout, its_stderr))
        except BaseException:
            _close(self.stdin, self.stdout, self.stderr)
            raise
        finally:
            _close(its_stdin, its_stdout, its_stderr)
        self.exit_fd = _open_exit_fd(self.pid)
        self._kill = kill
        self.keep: Callable[[], bool] | None = None
        """Keeps it for another match, if that can be; None of a bot that plays but one."""
        self.exit_code: int | None = None
        """The code of a process that has ended, minus the signal's number if one killed it."""
        self._is_reaped = False
        self._is_input_closed = False
        self._has_been_ended = False
        self._unsent = b""
        self._isolation: Isolation | None = None
        self._is_frozen = False
        self._group = group if group and group.take_in(self.pid) else None
        self._used_before = 0
        """CPU time in matches before this one, in ns."""
        self._begin(CpuTime(self.pid, self._group))

    def _begin(self, cpu_time: CpuTime) -> None:
        """Begin a match."""
        self.errors = StderrBuffer()
        self.usage: Usage | None = None
        self._is_new = True
        self._cpu_time = cpu_time
        self.take_cpu_time = cpu_time.take
        """CPU time since the last call, in us; None where it is not known."""

    def send(self, text: bytes) -> bool:
        """Write to the bot's stdin; whether all of it has gone out."""
        if self._unsent:
            self._unsent += text
            return self.send_rest()
        try:
            written = os.write(self.stdin, text)
        except OSError as error:
            # A bot that has closed its input hears nothing; it may still be playing.
            if error.errno == errno.EAGAIN:
                self._unsent = text
            return error.errno != errno.EAGAIN
        if written == len(text):
            return True
        self._unsent = text[written:]
        return False

    def send_rest(self) -> bool:
        """Write what the pipe had no room for; whether all of it has gone out."""
        text, self._unsent = self._unsent, b""
        return self.send(text) if text else True

    def has_read(self) -> bool:
        return not self._unsent and self.unread_bytes() == 0

    def unread_bytes(self) -> int | None:
        """How much of what was sent it has not read yet; None where the system does not tell."""
        count = array.array("i", [0])
        try:
            fcntl.ioctl(self.stdin, termios.FIONREAD, count)
        except OSError:
            return None
        return count[0]

    def read_output(self) -> bytes | None:
        """Bytes from stdout: b"" at its end, None if there are none now."""
        try:
            return os.read(self.stdout, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def drain_errors(self) -> bool:
        """Take what is there on stderr; whether the stream is still open."""
        try:
            data = os.read(self.stderr, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.errors.feed(data)
        return bool(data)

    def take_overlay(self) -> bytes | None:
        """The overlay that it wrote last since the last call.

        What was written before a move is there when the move is: it only has to be read. Of a bot
        that never wrote to stderr nothing is read, but once at first.
        """
        if not (self._is_new or self.errors.count):
            return None
        self._is_new = False
        self.drain_errors()
        return self.errors.take_overlay()

    def asks_end(self) -> bool:
        """Whether it has asked to be told how the match ends."""
        self.drain_errors()
        return self.errors.asks_end

    def has_exited(self) -> bool:
        """Whether the process has ended by itself; its code is `exit_code` then.

        Where possible it is not reaped yet: its number must stay its own until its group is killed.
        """
        if self.exit_code is None and not self._is_reaped:
            if hasattr(os, "waitid"):
                self.exit_code = _peek_exit_code(self.pid)
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
        """Keep it for another match if it says in time that it is ready; whether it is kept."""
        if not knows_end:
            self.send(END_LINE)
        said, poll = b"", select.poll()
        poll.register(self.stdout, select.POLLIN)
        while not said.endswith(READY_LINE):
            left = until - time.monotonic()
            if left <= 0 or not poll.poll(1000 * left):
                return False
            said = self.read_output() or b""
            if not said:
                return False
        self.drain_errors()
        self.usage = usage_so_far(self.pid, (self._cpu_time.total() or 0) - self._used_before)
        self._cpu_time.close()
        return self.keep is not None and self.keep()

    def renew(self, seed: int) -> None:
        """Begin another match with a bot that was kept, with this seed of its chance."""
        self._begin(CpuTime(self.pid, None))
        self._cpu_time.seen = self._used_before = self._cpu_time.total() or 0
        self.send(seed_line(seed))

    def watch_limits(self, isolation: Isolation) -> None:
        """Say from now on which limits of this level were hit."""
        self._isolation = isolation

    def limit_hit(self) -> LimitHit | None:
        """The limit to which a failure of the bot is put down; None if there is none."""
        if self._isolation is None:
            return None
        self.drain_errors()
        return cause(self._isolation, self._hits(), self.exit_code, self.errors.tail)

    def limits_hit(self) -> list[str]:
        """All limits that the bot has hit, with the figures, for people."""
        if self._isolation is None:
            return []
        return [hit.text for hit in hit_limits(self._isolation, self._hits())]

    def _hits(self) -> Hits:
        return self._group.hits() if self._group else NO_HITS

    def close_input(self) -> None:
        """Tell the bot that nothing more will come."""
        if not self._is_input_closed:
            self._is_input_closed = True
            os.close(self.stdin)

    def suspend(self) -> None:
        """Let nothing of the bot run on; without a group that holds for its process group alone."""
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
        """Kill the process and all its descendants, without waiting for anything."""
        if self._kill:
            self._kill()
            return
        if self._group:
            self._group.send_kill()
        if self.has_exited():  # it has no children any more, but perhaps its group has members
            process_tree.kill_group(self.pid)
        else:
            process_tree.kill_tree(self.pid)

    def reap(self) -> bool:
        """Reap the process if it has ended; whether it is reaped."""
        if not self._is_reaped:
            self._reap(os.WNOHANG)
        return self._is_reaped

    def end(self, seconds: float) -> None:
        """Reap the process, which was killed, by a deadline; close the pipes; once."""
        if self._has_been_ended:
            return
        self._has_been_ended = True
        process_tree.wait_until(self.reap, seconds)
        if self._group:
            self._group.kill()
        for _ in range(LAST_READS):
            if not self.drain_errors():
                break
        self._close_pipes()

    def _close_pipes(self) -> None:
        self.close_input()
        self._cpu_time.close()
        _close(self.stdout, self.stderr)
        if self.exit_fd is not None:
            os.close(self.exit_fd)
            self.exit_fd = None


def _pipes() -> Iterator[tuple[int, int]]:
    """A bot's stdin, stdout and stderr: the ends to read and to write; ours do not block."""
    for ours in (1, 0, 0):
        pipe = os.pipe()
        os.set_blocking(pipe[ours], False)
        yield pipe


def _close(*numbers: int) -> None:
    for number in numbers:
        os.close(number)


def _peek_exit_code(pid: int) -> int | None:
    """The exit code of a child that has ended, which is left to be reaped."""
    try:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _open_exit_fd(pid: int) -> int | None:
    """A file descriptor that becomes readable when the process ends, where there is such."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def exit_text(code: int) -> str:
    """An exit code, or the name of the signal that killed a process, for people."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
