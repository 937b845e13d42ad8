"""Pipe transport: bots in processes of their own, and the poll loop that keeps deadlines."""

from __future__ import annotations

import select
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final

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
    from gridbots_referee.play import seat as seats
    from gridbots_referee.play.isolation.cgroup.group import Cgroup
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.zygote import Zygotes

    Seat = seats.Seat[BotProcess]

NO_CHOICE_TIMEOUT: Final = 200 * MILLISECOND
"""After this long without an answer, a seat is let go whose move decides nothing."""

EXIT_GRACE: Final = 100 * MILLISECOND
"""How long bots have to leave after the end of their input."""
STANDING: Final = {
    "T": "its process was stopped by a signal, from itself or from another process",
    "t": "its process was stopped by a tracer",
}
"""What the state of a late bot's process says about why it is late."""
REAP_SECONDS: Final = 1.0
"""How long bots that were killed have to end, together."""


class PipeTransport:
    """The seats of one match, and everything of theirs that can become readable."""

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
        """Whether exits are looked for in each slice, since the system does not report them."""
        self._seats: list[Seat] = []
        self._scheduling = Scheduling()
        self._gaps = Gaps(self._scheduling)
        self._now = 0
        """When the loop ran last, in ns."""
        self._due = NEVER
        """When the loop is to run next: later is a gap. Never, while no clock of a bot runs."""
        self.stops = self._gaps.stops
        """How long the referee was stopped, each time, while bots were asked, in ns."""

    def is_process(self, launch: Launch, game: Game) -> bool:  # noqa: ARG002  a hook
        """Whether this bot will have a process, which needs a folder to work in."""
        return True

    def start(self, launch: Launch, game: Game, settings: Any, folder: str | None) -> BotProcess:
        """Start a bot: it is forked where it can be.

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
        entries = group.ways_in(is_boxed=is_sandbox) if group else ()
        return BotProcess(partial(started.start, folder, entries), group, kill)

    def add_seat(self, seat: Seat) -> None:
        """Take part in the match from now on."""
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
        """Send a request; what the pipe has no room for goes out while collecting."""
        now = self._run_at(time.monotonic_ns())
        has_gone_out = seat.ask(updates, number, now)
        if seat.failure is not None:
            self.dismiss(seat)
        elif not has_gone_out:
            self._watch(seat.process.stdin, self._send_rest, seat, select.POLLOUT)

    def collect(self, asked: Sequence[Seat], decides: Callable[[Seat], bool]) -> None:
        """Wait until all of these seats have settled, or the match is to stop.

        A seat that has not answered within PATIENCE is let go if its move decides nothing.
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
        """How long the referee has waited for a core since this was last known, in us."""
        return self._scheduling.take_latency(self._now)

    def _run_at(self, now: int) -> int:
        """The loop runs now: look whether it is late, and expect it again at once."""
        if now - self._due > LEAST_GAP:
            self._excuse(now - self._due)
        self._now = self._due = now
        return now

    def _excuse(self, gap: int) -> None:
        """Charge nobody for a gap, in which the referee did not run."""
        self._gaps.add(gap)
        for seat in self._seats:
            if seat.waiting:
                seat.excuse(gap)

    def _expire(self, asked: Sequence[Seat], now: int) -> None:
        for seat in asked:
            if seat.waiting and now >= seat.until:
                seat.expire(now)
                if seat.failure is not None:
                    seat.explain(STANDING.get(process_tree.state_of(seat.process.pid), ""))
                    self.dismiss(seat)

    def suspend_others(self, seat: Seat, others: Iterable[Seat]) -> None:
        """Let this one go on, and suspend the others."""
        for other in others:
            other.process.suspend()
        seat.process.resume()

    def dismiss(self, seat: Seat) -> None:
        """Kill a bot that has failed, so that it cannot disturb the others.

        It is reaped at the end of the match: nobody's clock waits for that.
        """
        process = seat.process
        for fd in (process.stdin, process.stdout, process.stderr, process.exit_fd):
            if fd is not None:
                self._forget(fd)
        seat.has_ended = True
        process.kill()

    def close(self, *, gracefully: bool) -> list[str]:
        """Tell all bots that it is over, perhaps give them a moment, and end what is left.

        All are killed before any is reaped: one that another traces cannot be reaped while that
        lives. What cannot be reaped by the deadline is named.
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
        """Keep those of these bots for another match that are ready in time; all the others."""
        end = time.monotonic() + EXIT_GRACE / SECOND
        kept = [seat for seat in staying if seat.process.stay(end, knows_end=seat.knows_end)]
        return [seat for seat in self._seats if seat not in kept]

    def _await_exits(self, leaving: Sequence[Seat]) -> None:
        """Give bots whose input has ended a moment to leave by themselves."""
        now = self._run_at(time.monotonic_ns())
        end = now + EXIT_GRACE
        while now < end and any(not seat.has_ended for seat in leaving):
            now = self._poll_once(end)

    def _stop_waiting(self, asked: Sequence[Seat], decides: Callable[[Seat], bool]) -> None:
        for seat in asked:
            if seat.waiting and not decides(seat):
                seat.stop_waiting()

    def _poll_once(self, until: int) -> int:
        """Handle what is readable, waiting for it until the given moment at most; the time then."""
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
        """A bot has ended; what it said before still counts."""
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
