"""Pipe transport: bots in processes of their own, and the poll loop that enforces deadlines."""

from __future__ import annotations

import select
import time
from functools import partial
from typing import TYPE_CHECKING, Final

from gridbots.limits import DEFAULT_ISOLATION, Isolation
from gridbots_referee.play.clock import MILLISECOND, SECOND
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.cgroup.group import cgroups
from gridbots_referee.play.isolation.environment import prepare_environment
from gridbots_referee.play.isolation.levels import group_caps, program
from gridbots_referee.play.transport.process import BotProcess
from gridbots_referee.play.transport.scheduling import LEAST_GAP, NEVER, SLICE, Gaps, Scheduling
from gridbots_referee.play.transport.zygote import command_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gridbots.game import Game
    from gridbots.settings import Settings
    from gridbots_referee.play import seat as seats
    from gridbots_referee.play.isolation.cgroup.group import Cgroup
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.zygote import Zygotes

    Seat = seats.Seat[BotProcess]

NO_CHOICE_TIMEOUT: Final = 200 * MILLISECOND
"""Time after which the referee stops waiting for a seat whose move makes no difference."""

EXIT_GRACE: Final = 100 * MILLISECOND
"""Time that bots have to exit after the end of their input."""
STOPPED: Final = {
    "T": "its process was stopped by a signal, from itself or from another process",
    "t": "its process was stopped by a tracer",
}
"""State of a late bot's process -> why it is late."""
REAP_SECONDS: Final = 1.0
"""Total time for killed bots to end."""


class PipeTransport:
    """The seats of one match, and the file descriptors of their bots."""

    def __init__(
        self, stop: Stop, zygotes: Zygotes | None = None, isolation: Isolation = DEFAULT_ISOLATION
    ) -> None:
        process_tree.adopt_orphans()
        prepare_environment()
        self._stop = stop
        self._zygotes = zygotes
        self._isolation = isolation
        self._caps = group_caps(isolation)
        self._poll = select.poll()
        self._poll.register(stop.fileno(), select.POLLIN)
        self._handlers: dict[int, tuple[Callable[[Seat, int], None], Seat]] = {}
        self._checks_exits = False
        """Whether to look for exits in each slice, because the system does not report them."""
        self._seats: list[Seat] = []
        self._scheduling = Scheduling()
        self._gaps = Gaps(self._scheduling)
        self._now = 0
        """When the loop last ran, in ns."""
        self._due = NEVER
        """When the loop must run next; later is a gap. NEVER while no clock of a bot runs."""
        self.stops = self._gaps.stops
        """Times during which the referee was stopped while bots were thinking, in ns."""

    def is_process(self, launch: Launch, game: Game) -> bool:  # noqa: ARG002  a hook
        """Whether the bot will run in a process, which needs a working folder."""
        return True

    def start(
        self, launch: Launch, game: Game, settings: Settings, folder: str | None
    ) -> BotProcess:
        """Start a bot; fork it if possible.

        Raises:
            OSError, ValueError: the program cannot be started.
        """
        seat = len(self._seats)
        group = cgroups().prepared(seat, *self._caps)
        command = command_for(launch, game, settings) if self._zygotes else None
        forked = None
        if self._zygotes and command:
            forked = self._zygotes.start(command, folder, group, self._isolation, seat, launch.seed)
        process = forked or self._start_program(launch.argv, folder, group)
        process.watch_limits(self._isolation)
        return process

    def _start_program(
        self, argv: Sequence[str], folder: str | None, group: Cgroup | None
    ) -> BotProcess:
        started = program(self._isolation, len(self._seats), argv)
        kill = started.kill_all if started.is_boxed else None
        is_sandbox = self._isolation.level == "sandbox"
        entries = group.entry_fds(is_boxed=is_sandbox) if group else ()
        return BotProcess(partial(started.start, folder, entries), group, kill)

    def add_seat(self, seat: Seat) -> None:
        """Add a seat to the match."""
        self._seats.append(seat)
        self._watch(seat.process.stdout, self._receive, seat)
        self._watch(seat.process.stderr, self._drain, seat)
        if seat.process.exit_fd is None:
            self._checks_exits = True
        else:
            self._watch(seat.process.exit_fd, self._see_exit, seat)

    def _watch(
        self,
        fd: int,
        handler: Callable[[Seat, int], None],
        seat: Seat,
        events: int = select.POLLIN,
    ) -> None:
        self._poll.register(fd, events)
        self._handlers[fd] = (handler, seat)

    def _forget(self, fd: int) -> None:
        if self._handlers.pop(fd, None):
            self._poll.unregister(fd)

    def ask(self, seat: Seat, updates: bytes, number: int) -> None:
        """Send a request; what does not fit into the pipe is sent while collecting."""
        now = self._run_at(time.monotonic_ns())
        has_gone_out = seat.ask(updates, number, now)
        if seat.failure is not None:
            self.dismiss(seat)
        elif not has_gone_out:
            self._watch(seat.process.stdin, self._send_rest, seat, select.POLLOUT)

    def collect(self, asked: Sequence[Seat], decides: Callable[[Seat], bool]) -> None:
        """Wait until all of these seats have settled, or a stop is requested.

        A seat without an answer within NO_CHOICE_TIMEOUT is not waited for any longer if its move
        makes no difference.
        """
        no_choice_timeout = self._now + NO_CHOICE_TIMEOUT
        while not self._stop.signal:
            is_waiting, until = False, no_choice_timeout
            for seat in asked:
                if seat.waiting:
                    is_waiting = True
                    if seat.until < until:  # noqa: PLR1730  `min` costs more than all of this
                        until = seat.until
            if not is_waiting:
                break
            now = self._poll_once(until)
            if now >= until:
                if now >= no_choice_timeout:
                    self._stop_waiting(asked, decides)
                    no_choice_timeout = max(seat.until for seat in asked)
                self._expire(asked, now)
        self._due = NEVER

    def take_latency(self) -> int | None:
        """Time that the referee waited for a core since the last known value, in us."""
        return self._scheduling.take_latency(self._now)

    def _run_at(self, now: int) -> int:
        """Note that the loop runs now, and whether it is late; it must run again immediately."""
        if now - self._due > LEAST_GAP:
            self._excuse(now - self._due)
        self._now = self._due = now
        return now

    def _excuse(self, gap: int) -> None:
        """Charge no bot for a gap, in which the referee did not run."""
        self._gaps.add(gap)
        for seat in self._seats:
            if seat.waiting:
                seat.excuse(gap)

    def _expire(self, asked: Sequence[Seat], now: int) -> None:
        for seat in asked:
            if seat.waiting and now >= seat.until:
                seat.expire(now)
                if seat.failure is not None:
                    seat.explain(STOPPED.get(process_tree.state_of(seat.process.pid), ""))
                    self.dismiss(seat)

    def suspend_others(self, seat: Seat, others: Iterable[Seat]) -> None:
        """Resume the bot of this seat, and suspend the others."""
        for other in others:
            other.process.suspend()
        seat.process.resume()

    def dismiss(self, seat: Seat) -> None:
        """Kill a bot that has failed, so that it cannot disturb the others.

        It is reaped at the end of the match, when no clock runs.
        """
        process = seat.process
        for fd in (process.stdin, process.stdout, process.stderr, process.exit_fd):
            if fd is not None:
                self._forget(fd)
        seat.has_ended = True
        process.kill()

    def close(self, *, gracefully: bool) -> list[str]:
        """Close the input of all bots, give them a moment if `gracefully`, and kill the rest.

        All bots are killed before any is reaped: a traced process cannot be reaped while its
        tracer lives. Returns descriptions of processes that could not be reaped in time.
        """
        staying = [seat for seat in self._seats if seat.process.keep and not seat.has_ended]
        for seat in self._seats:
            if seat.failure is None:
                seat.process.resume()
                if seat not in staying:
                    seat.process.close_input()
        leaving = self._let_stay(staying)
        if gracefully:
            self._await_exits(leaving)
        for seat in leaving:
            seat.process.kill()
        if not all(seat.process.reap() for seat in leaving):
            process_tree.kill_strangers()
        end = time.monotonic() + REAP_SECONDS
        for seat in leaving:
            seat.process.end(end - time.monotonic())
        self._scheduling.close()
        return process_tree.sweep()

    def _let_stay(self, staying: Sequence[Seat]) -> list[Seat]:
        """Keep those of these bots that are ready for another match in time; returns all others."""
        end = time.monotonic() + EXIT_GRACE / SECOND
        kept = [seat for seat in staying if seat.process.stay(end, knows_end=seat.knows_end)]
        return [seat for seat in self._seats if seat not in kept]

    def _await_exits(self, leaving: Sequence[Seat]) -> None:
        """Give bots a moment to exit after the end of their input."""
        now = self._run_at(time.monotonic_ns())
        end = now + EXIT_GRACE
        while now < end and any(not seat.has_ended for seat in leaving):
            now = self._poll_once(end)

    def _stop_waiting(self, asked: Sequence[Seat], decides: Callable[[Seat], bool]) -> None:
        for seat in asked:
            if seat.waiting and not decides(seat):
                seat.stop_waiting()

    def _poll_once(self, until: int) -> int:
        """Wait until the given time for readable files, and handle them; the current time."""
        if self._checks_exits:
            self._check_exits()
        before = self._now
        self._due = before + SLICE if until - before > SLICE else max(until, before)
        events = self._poll.poll(-((before - self._due) // MILLISECOND))
        now = self._run_at(time.monotonic_ns())
        for fd, _ in events:
            found = self._handlers.get(fd)
            if found is not None:
                handler, seat = found
                handler(seat, now)
        return now

    def _receive(self, seat: Seat, now: int) -> None:
        data = seat.process.read_output()
        if data:
            seat.receive(data, now)
            if seat.failure is not None or seat.overflow:
                self.dismiss(seat)
        elif data is not None:
            self._forget(seat.process.stdout)
            seat.close_output(now)

    def _drain(self, seat: Seat, _: int) -> None:
        if not seat.process.drain_errors():
            self._forget(seat.process.stderr)

    def _send_rest(self, seat: Seat, _: int) -> None:
        if seat.process.send_rest():
            self._forget(seat.process.stdin)

    def _see_exit(self, seat: Seat, now: int) -> None:
        """Handle the exit of a bot; what it wrote before still counts."""
        if seat.process.exit_fd is not None:
            self._forget(seat.process.exit_fd)
        while seat.failure is None and not seat.overflow and (data := seat.process.read_output()):
            seat.receive(data, now)
        self._forget(seat.process.stdout)
        seat.exit()
        if seat.failure is not None:
            self.dismiss(seat)

    def _check_exits(self) -> None:
        for _, seat in list(self._handlers.values()):
            if seat.failure is None and seat.process.has_exited():
                self._see_exit(seat, time.monotonic_ns())
