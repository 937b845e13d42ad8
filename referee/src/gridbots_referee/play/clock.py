"""Time bank, as a value, and the clock that charges it. All times in ns."""

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
"""With a clock of CPU time an answer may take so many times the bank, and so much more."""
CPU_CHECK: Final = 20 * MILLISECOND
"""How often CPU time is looked at while there is no answer."""


class HasCpuTime(Protocol):
    def take_cpu_time(self) -> int | None:
        """CPU time since the last call, in us; None where it is not known."""


class Bank(msgspec.Struct, frozen=True):
    """Time bank: the time that a player has left.

    A move may take all that is in the bank. After it the bank is
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
        """Whole milliseconds left, as the protocol sends them."""
        return self.left // MILLISECOND

    def after(self, elapsed: int) -> Bank:
        """The bank after a move that took this long."""
        spare = max(self.left - elapsed, 0)
        return Bank(min(spare + self.increment, self.cap), self.increment, self.cap)


class BankClock:
    """Clock of one player: a request starts it, the answer stops it and is charged to the bank.

    It reads no wall time: it is told.
    """

    def __init__(self, bank: Bank, limits: Limits) -> None:
        self.bank = bank
        self.asked = 0
        """When the request was sent."""
        self.deadline = 0
        """An answer that is read then or later is late."""
        self.allowance = limits.start_allowance_ms * MILLISECOND
        """Free of charge before the first move."""
        self._margin = limits.margin_ms * MILLISECOND

    def start(self, now: int) -> int:
        """Start, and say when to look again. Nothing that a bot does moves the deadline."""
        self.asked = now
        self.deadline = now + self.bank.left + self.allowance + self._margin
        return self.deadline

    def excuse(self, gap: int) -> None:
        """Leave out so much time that has passed since the request."""
        self.asked += gap
        self.deadline += gap

    def take_cpu_time(self, process: HasCpuTime) -> int | None:
        """The CPU time of the process since the last answer, in us; called before `stop`."""
        return process.take_cpu_time()

    def next_check(self, now: int, process: HasCpuTime) -> int | None:  # noqa: ARG002
        """When to look again, there being no answer; None if it is late."""
        return None

    def stop(self, now: int) -> bool:
        """Charge an answer that was read now; whether it came in time."""
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
        """What is charged of the first answer; the allowance is used up then."""
        charged = max(elapsed - self.allowance, 0)
        self.allowance = 0
        return charged

    def late_text(self) -> str:
        """What a bot has failed to do that is late."""
        allowed = (self.deadline - self.asked - self._margin) // MILLISECOND
        return f"no move within {allowed} ms{self._margin_text()}{self._start_text()}"

    def _start_text(self) -> str:
        """What helps a bot that has not started in time."""
        if not self.allowance:
            return ""
        free = self.allowance // MILLISECOND
        return f", of which {free} ms are to start in: --start-allowance gives more"

    def _margin_text(self) -> str:
        return f" and a margin of {self._margin // MILLISECOND} ms" if self._margin else ""


class CpuClock(BankClock):
    """Clock that charges CPU time, whenever it was used since the answer before.

    So a busy machine costs a bot nothing. The wall time has a limit too, a generous one, so that a
    bot that sleeps is late some day.
    """

    def __init__(self, bank: Bank, limits: Limits) -> None:
        super().__init__(bank, limits)
        self._spent = 0
        """CPU time since the last answer, in us."""
        self._limit = 0
        """The CPU time with which an answer is late, in ns."""

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
        return f"no move within {wall} ms, the most that {allowed} may take{self._start_text()}"


def bank_clock(bank: Bank, limits: Limits) -> BankClock:
    """A clock of the kind that the limits ask for."""
    return CpuClock(bank, limits) if limits.clock == "cpu" else BankClock(bank, limits)
