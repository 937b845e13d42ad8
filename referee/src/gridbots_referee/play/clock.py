"""Time bank, as a value, and the clock that charges it. All times are in ns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

if TYPE_CHECKING:
    from gridbots.limits import Limits

MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000

WALL_FACTOR: Final = 10
WALL_EXTRA: Final = 5 * SECOND
"""Wall time that an answer may take with a CPU clock: WALL_FACTOR banks, and WALL_EXTRA."""
CPU_CHECK: Final = 20 * MILLISECOND
"""Interval at which the CPU time is read while there is no answer."""


class HasCpuTime(Protocol):
    def take_cpu_time(self) -> int | None:
        """CPU time since the last call, in us; None if unknown."""


class Bank(msgspec.Struct, frozen=True):
    """Time bank: the time that a player has left.

    A move may use the whole bank. After it the bank is
    min(max(bank - elapsed, 0) + increment, cap).
    """

    left: int
    increment: int
    cap: int

    @classmethod
    def full(cls, timebank_ms: int, time_per_move_ms: int) -> Bank:
        cap = timebank_ms * MILLISECOND
        return cls(left=cap, increment=time_per_move_ms * MILLISECOND, cap=cap)

    @property
    def left_ms(self) -> int:
        """The bank in whole milliseconds, for the protocol."""
        return self.left // MILLISECOND

    def after(self, elapsed: int) -> Bank:
        """The bank after a move that took this long."""
        spare = max(self.left - elapsed, 0)
        return Bank(min(spare + self.increment, self.cap), self.increment, self.cap)


class BankClock:
    """Clock of one player: a request starts it, the answer stops it and is charged to the bank.

    It does not read the time: callers pass it.
    """

    def __init__(self, bank: Bank, limits: Limits) -> None:
        self.bank = bank
        self.asked = 0
        """When the request was sent."""
        self.deadline = 0
        """An answer that is read at this time or later is late."""
        self.allowance = limits.start_allowance_ms * MILLISECOND
        """Free of charge before the first move."""
        self._margin = limits.margin_ms * MILLISECOND

    def start(self, now: int) -> int:
        """Start; the time of the next check. Nothing that a bot does moves the deadline."""
        self.asked = now
        self.deadline = now + self.bank.left + self.allowance + self._margin
        return self.deadline

    def excuse(self, gap: int) -> None:
        """Do not charge a part of the time since the request."""
        self.asked += gap
        self.deadline += gap

    def take_cpu_time(self, process: HasCpuTime) -> int | None:
        """CPU time of the process since the last answer, in us. Call it before `stop`."""
        return process.take_cpu_time()

    def next_check(self, now: int, process: HasCpuTime) -> int | None:  # noqa: ARG002
        """The time of the next check while there is no answer; None if it is late."""
        return None

    def stop(self, now: int) -> bool:
        """Charge an answer that was read at this time; whether it is in time."""
        if now >= self.deadline:
            return False
        elapsed = now - self.asked
        if self.allowance:
            elapsed = self._without_allowance(elapsed)
        bank = self.bank
        if elapsed > bank.increment or bank.left != bank.cap:  # else it is full again
            self.bank = bank.after(elapsed)
        return True

    def _without_allowance(self, elapsed: int) -> int:
        """The charged part of the first answer; then the allowance is used up."""
        charged = max(elapsed - self.allowance, 0)
        self.allowance = 0
        return charged

    def late_text(self) -> str:
        """Description of a late bot's failure."""
        allowed = (self.deadline - self.asked - self._margin) // MILLISECOND
        return f"no move within {allowed} ms{self._margin_text()}{self._start_text()}"

    def _start_text(self) -> str:
        if not self.allowance:
            return ""
        free = self.allowance // MILLISECOND
        return f", {free} ms of them to start up; --start-allowance sets more"

    def _margin_text(self) -> str:
        return f" and a margin of {self._margin // MILLISECOND} ms" if self._margin else ""


class CpuClock(BankClock):
    """Clock that charges all CPU time since the previous answer.

    A busy machine costs a bot nothing. Wall time has a generous limit too, so that a bot that
    sleeps forever is late eventually.
    """

    def __init__(self, bank: Bank, limits: Limits) -> None:
        super().__init__(bank, limits)
        self._spent = 0
        """CPU time since the last answer, in us."""
        self._limit = 0
        """CPU time at which an answer is late, in ns."""

    def start(self, now: int) -> int:
        self._limit = super().start(now) - now
        self.deadline = now + WALL_FACTOR * self._limit + WALL_EXTRA
        return now + CPU_CHECK

    def take_cpu_time(self, process: HasCpuTime) -> int:
        self._spent += process.take_cpu_time() or 0
        return self._spent

    def next_check(self, now: int, process: HasCpuTime) -> int | None:
        self.take_cpu_time(process)
        return None if self._is_late(now) else min(self.deadline, now + CPU_CHECK)

    def stop(self, now: int) -> bool:
        if self._is_late(now):
            return False
        self.bank = self.bank.after(self._without_allowance(self._spent * MICROSECOND))
        self._spent = 0
        return True

    def _is_late(self, now: int) -> bool:
        return now >= self.deadline or self._spent * MICROSECOND >= self._limit

    def late_text(self) -> str:
        cpu = (self._limit - self._margin) // MILLISECOND
        allowed = f"{cpu} ms of CPU time{self._margin_text()}"
        if self._spent * MICROSECOND >= self._limit:
            return f"no move within {allowed}{self._start_text()}"
        wall = (self.deadline - self.asked) // MILLISECOND
        return f"no move within {wall} ms, the limit for {allowed}{self._start_text()}"


def bank_clock(bank: Bank, limits: Limits) -> BankClock:
    """The clock for these limits."""
    return CpuClock(bank, limits) if limits.clock == "cpu" else BankClock(bank, limits)
