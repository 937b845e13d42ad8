"""Time bank, as a value, and the clock that charges it. All times in ns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from gridbots.limits import Limits

MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000


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
        spare = self.left - elapsed
        left = spare + self.increment if spare > 0 else self.increment
        left = min(left, self.cap)
        return self if left == self.left else Bank(left, self.increment, self.cap)


class BankClock:
    """Clock of one player: a request starts it, the answer stops it and is charged to the bank.

    It reads no time: it is told.
    """

    def __init__(self, bank: Bank, limits: Limits) -> None:
        self.bank = bank
        self.asked = 0
        """When the request was sent."""
        self.deadline = 0
        """An answer that is read then or later is late."""
        self.allowance = limits.start_allowance_ms * MILLISECOND
        """Free of charge before the first move."""

    def start(self, now: int) -> None:
        """Nothing that a bot does from here on moves its deadline."""
        self.asked = now
        self.deadline = now + self.bank.left + self.allowance

    def excuse(self, gap: int) -> None:
        """Leave out so much time that has passed since the request."""
        self.asked += gap
        self.deadline += gap

    def stop(self, now: int) -> bool:
        """Charge an answer that was read now; whether it came in time."""
        if now >= self.deadline:
            return False
        elapsed = now - self.asked
        self.bank = self.bank.after(max(elapsed - self.allowance, 0) if self.allowance else elapsed)
        self.allowance = 0
        return True

    def late_text(self) -> str:
        """What a bot has failed to do that is late."""
        return f"no move within {(self.deadline - self.asked) // MILLISECOND} ms"
