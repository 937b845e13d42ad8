"""Time bank, as a value: it takes the elapsed time and gives a new bank. All times in ns."""

from __future__ import annotations

from typing import Final

import msgspec

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
