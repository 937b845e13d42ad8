"""Listener: a seat and a transport that record more than those of a match.

The seat waits for an answer until the deadline, or until its bot has stopped working. This
distinguishes debug output before a slow move from a wrong answer. If the bot is silent, the seat
closes its input and records the output that follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.diagnosis.silence import (
    BUSY_US,
    Silence,
    is_running,
    output_after_input,
    waits_for_input,
)
from gridbots_referee.play.clock import MICROSECOND, MILLISECOND, SECOND
from gridbots_referee.play.seat import Seat
from gridbots_referee.play.transport.pipes import PipeTransport
from gridbots_referee.play.transport.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LOOK: Final = 50 * MILLISECOND
"""Interval between two looks at the process of a silent bot."""
LOOKS_SILENT: Final = 8
"""Looks in a row at a bot that waits for input, after which it will not answer."""
LOOKS_SPOKEN: Final = 2
"""The same for a bot that has written something."""
LOOKS_IDLE: Final = 8
"""The same for a bot that has written something and uses no CPU time."""


class ListeningSeat(Seat[BotProcess]):
    """A seat that records all output of a round, and waits while its bot is working."""

    heard: list[tuple[int, bytes]]
    """Output since the last call of `take_lines`: time in ns, and data."""
    patience: int | None = None
    """Maximum wait for an answer in ns, if shorter than the time bank."""
    silence: Silence | None = None
    """Observations of the bot when it did not answer."""
    _waiting_looks = 0
    _idle_looks = 0
    _cpu_us = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.heard = []

    def ask(self, updates: bytes, number: int, now: int) -> bool:
        self._waiting_looks = self._idle_looks = self._cpu_us = 0
        self.process.take_cpu_time()
        sent = super().ask(updates, number, now)
        if self.patience is not None:
            self.clock.deadline = min(self.clock.deadline, now + self.patience)
        self.until = min(self.until, now + LOOK)
        return sent

    def receive(self, data: bytes, now: int) -> None:
        self.heard.append((now, data))
        super().receive(data, now)

    def _read_malformed(self, line: bytes, now: int) -> None:
        if self._malformed is None:
            self._waiting_looks = self._idle_looks = 0
        super()._read_malformed(line, now)
        self.until = min(self.until, now + LOOK)

    def _wait_for_start(self, now: int, heard: int) -> None:
        super()._wait_for_start(now, heard)
        self.until = min(self.until, now + LOOK)

    def take_lines(self) -> tuple[bytes, ...]:
        """The lines since the last call."""
        lines = b"".join(data for _, data in self.heard).split(b"\n")[:-1]
        self.heard = []
        return tuple(lines)

    def delay(self) -> int:
        """Time from the first output after the request to the move, in ns."""
        if not self.wall or self.wall[-1] is None:
            return 0
        moved = self.clock.asked + self.wall[-1] * MICROSECOND
        return max([0, *[moved - time for time, _ in self.heard if time >= self.clock.asked]])

    def expire(self, now: int) -> None:
        is_due = now >= self.clock.deadline or self._second_answer is not None or self._closed
        if is_due or self._has_stopped_working():
            super().expire(now)
        else:
            self.until = min(self.clock.deadline, now + LOOK)

    def _has_stopped_working(self) -> bool:
        used = self.process.take_cpu_time() or 0
        self._cpu_us += used
        is_idle = used < BUSY_US and not is_running(self.process)
        is_waiting = is_idle and waits_for_input(self.process)
        self._waiting_looks = self._waiting_looks + 1 if is_waiting else 0
        self._idle_looks = self._idle_looks + 1 if is_idle else 0
        if self._malformed is None and not self._partial:
            return self._waiting_looks >= LOOKS_SILENT
        return self._waiting_looks >= LOOKS_SPOKEN or self._idle_looks >= LOOKS_IDLE

    def take_silence(self) -> Silence:
        """Observe what the bot waits for, then close its input and read its output."""
        self.process.drain_errors()
        waited = self._waiting_looks > 0 or waits_for_input(self.process)
        unread = self.process.unread_bytes() or 0
        self._cpu_us += self.process.take_cpu_time() or 0
        late = output_after_input(self.process)
        return Silence(unread, waited, self._cpu_us, self._partial, late)


class EditedInput:
    """A bot process whose input is edited."""

    def __init__(self, process: BotProcess, edit: Callable[[bytes], bytes]) -> None:
        self._process = process
        self._edit = edit

    def send(self, text: bytes) -> bool:
        return self._process.send(self._edit(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)


class ListeningTransport(PipeTransport):
    """A transport for one seat."""

    def dismiss(self, seat: Any) -> None:
        if seat.failure is not None and seat.failure.termination == "late":
            seat.silence = seat.take_silence()
        super().dismiss(seat)

    def listen(self, milliseconds: int) -> None:
        """Read further output."""
        end = self._poll_once(0) + milliseconds * MILLISECOND
        while self._poll_once(end) < end:
            pass

    def end_input(self, seat: ListeningSeat, seconds: float) -> bool:
        """Close the input of a bot; returns whether it exits within this time."""
        seat.process.close_input()
        now = self._poll_once(0)
        end = now + int(seconds * SECOND)
        while not seat.has_ended and now < end:
            now = self._poll_once(end)
        return seat.has_ended
