"""Time management: how much of the time bank a move may take, and when to look at the clock.

Pure arithmetic, but for MoveClock.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from gridbots.bot import Budget

SHARE: Final = 0.85
"""Part of the increment that is spent on each move; the rest refills the bank."""
RESERVE: Final = 0.25
"""Part of the largest bank seen that is kept for bad luck: a busy machine may stop us for long."""
MOVES_AHEAD: Final = 30
"""What the bank holds beyond the reserve is spread over so many moves."""
MOST: Final = 0.25
"""Part of the bank that one move may spend at most."""
LEAST_OVERHEAD_MS: Final = 2.0
LEARNING: Final = 0.1
"""Weight of the last move in the mean overhead: one that was held up costs the next ones little."""
FORGETTING: Final = 0.9
"""How much of the worst overhead still counts at the next move."""

SLICE_MS: Final = 2.0
"""How long to search between two looks at the clock."""
FIRST_SLICE: Final = 64
"""Nodes of the first slice, before it is known how long a node takes."""


class Spending(msgspec.Struct, frozen=True):
    """What has been learned of this match's clock."""

    largest_bank_ms: float = 0.0
    overhead_ms: float = 5.0
    """Mean cost of a move beyond the thinking: transport, parsing, waiting for a processor."""
    worst_ms: float = 5.0
    """The worst such cost of late: what it may take again when the bank runs low."""
    bank_before_ms: float | None = None
    elapsed_ms: float = 0.0
    """How long we took for the last move by our own clock."""

    def asked(self, budget: Budget) -> Spending:
        """At a request: learn from the bank what the last move really cost."""
        bank = float(budget.bank_ms)
        learned = {"overhead_ms": self.overhead_ms, "worst_ms": self.worst_ms * FORGETTING}
        # A full bank does not tell: it is cut at its cap.
        if self.bank_before_ms is not None and bank < self.largest_bank_ms:
            cost = self.bank_before_ms + budget.time_per_move_ms - bank
            last = max(0.0, cost - self.elapsed_ms)
            learned["overhead_ms"] += LEARNING * (last - self.overhead_ms)
            learned["worst_ms"] = max(learned["worst_ms"], last)
        return msgspec.structs.replace(
            self,
            largest_bank_ms=max(bank, self.largest_bank_ms),
            bank_before_ms=bank,
            **{name: max(LEAST_OVERHEAD_MS, value) for name, value in learned.items()},
        )

    def answered(self, elapsed_ms: float) -> Spending:
        return msgspec.structs.replace(self, elapsed_ms=elapsed_ms)

    def thinking_ms(self, budget: Budget) -> float:
        """How long to think, from the request on."""
        spare = max(0.0, budget.bank_ms - RESERVE * self.largest_bank_ms)
        wanted = SHARE * budget.time_per_move_ms + spare / MOVES_AHEAD
        return max(0.0, min(wanted - self.overhead_ms, self.most_ms(budget)))

    def most_ms(self, budget: Budget) -> float:
        """How long to think at the very most."""
        return max(0.0, MOST * budget.bank_ms - self.worst_ms)


class MoveClock:
    """Clock of a bot: when to stop thinking about each move of a match."""

    def __init__(self, *, is_timed: bool) -> None:
        """Made when the bot is opened: the first request has arrived by then, so loading counts.

        A bot that is not timed thinks as much as its options say, until the bank is in danger.
        """
        self._is_timed = is_timed
        self._opened: float | None = time.monotonic()
        self._spending = Spending()

    def asked(self, budget: Budget) -> float:
        """At a request: when to stop, by time.monotonic()."""
        self._began = min(budget.asked, self._opened or budget.asked)
        self._opened = None
        self._spending = self._spending.asked(budget)
        latest = self._began + self._spending.most_ms(budget) / 1000
        if not self._is_timed:
            return latest
        return min(latest, budget.asked + self._spending.thinking_ms(budget) / 1000)

    def answered(self) -> None:
        self._spending = self._spending.answered(1000 * (time.monotonic() - self._began))


def next_slice(nodes: int, took_ms: float) -> int:
    """Nodes that would take SLICE_MS, at most twice as many as the last time."""
    return max(1, min(2 * nodes, int(nodes * SLICE_MS / max(took_ms, 0.01))))
