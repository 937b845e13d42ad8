"""Time management: how much of the time bank a move may take, and when to look at the clock.

Pure arithmetic, but for MoveClock. A calm move takes its part of the bank; where the search is not
sure of what it found (`Stability`), the move may take a multiple of that.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.limits import ClockKind
    from gridbots.plugins.bot import Budget

SHARE: Final = 0.85
"""Part of the increment that is spent on each move; the rest refills the bank."""
RESERVE: Final = 0.1
"""Part of the largest bank seen that is kept for bad luck: a busy machine may stop us for long."""
MOVES_AHEAD: Final = 36
"""What the bank holds beyond the reserve is spread over so many calm moves."""
MOST: Final = 0.25
"""Part of the bank that one move may spend at most, of what does not come back."""
MOST_REFILLED: Final = 0.7
"""The same, where the increment fills the bank again: a fixed time per move is such a bank."""
LEAST_MARGIN_MS: Final = 20.0
"""What is left even so: a machine may stop us for that long."""
LEAST_OVERHEAD_MS: Final = 2.0
LEARNING: Final = 0.1
"""Weight of the last move in the mean overhead: one that was held up costs the next ones little."""
FORGETTING: Final = 0.9
"""How much of the worst overhead still counts at the next move."""

CALM: Final = 1.0
CHANGED: Final = 1.5
"""How much more urgent a move is while the last iteration changed the best one."""
DROPPED: Final = 2.0
"""How much more urgent it is at most, when the value has dropped."""
USUAL_DROPS: Final = 4.0
"""A drop by so many usual changes is as urgent as drops can be; one usual change is no drop."""
FIRST_ITERATIONS: Final = 2
"""So few iterations tell nothing: changes are common there."""

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
        overhead, worst = self.overhead_ms, self.worst_ms * FORGETTING
        # A full bank does not tell: it is cut at its cap.
        if self.bank_before_ms is not None and bank < self.largest_bank_ms:
            cost = self.bank_before_ms + budget.time_per_move_ms - bank
            last = max(0.0, cost - self.elapsed_ms)
            overhead += LEARNING * (last - overhead)
            worst = max(worst, last)
        return Spending(
            largest_bank_ms=max(bank, self.largest_bank_ms),
            overhead_ms=max(LEAST_OVERHEAD_MS, overhead),
            worst_ms=max(LEAST_OVERHEAD_MS, worst),
            bank_before_ms=bank,
            elapsed_ms=self.elapsed_ms,
        )

    def answered(self, elapsed_ms: float) -> Spending:
        return msgspec.structs.replace(self, elapsed_ms=elapsed_ms)

    def thinking_ms(self, budget: Budget, urgency: float = CALM) -> float:
        """How long to think, from the request on."""
        spare = max(0.0, budget.bank_ms - RESERVE * self.largest_bank_ms)
        wanted = SHARE * budget.time_per_move_ms + urgency * spare / MOVES_AHEAD
        return max(0.0, min(wanted - self.overhead_ms, self.most_ms(budget)))

    def most_ms(self, budget: Budget) -> float:
        """How long to think at the very most.

        What the increment would bring beyond a full bank is lost unless it is spent.
        """
        bank = budget.bank_ms
        returns = bank + budget.time_per_move_ms - self.largest_bank_ms
        free = min(SHARE * returns, MOST_REFILLED * bank, bank - LEAST_MARGIN_MS)
        return max(0.0, max(MOST * bank, free) - self.worst_ms)

    def free_ms(self, budget: Budget) -> float:
        """How long to think at no cost: what the increment would bring beyond a full bank."""
        returns = budget.bank_ms + budget.time_per_move_ms - self.largest_bank_ms
        return max(0.0, min(returns - self.overhead_ms, self.most_ms(budget)))


def reading(clock: ClockKind) -> Callable[[], float]:
    """How to read a clock that charges wall time or CPU time, in seconds."""
    return time.process_time if clock == "cpu" else time.monotonic


class MoveClock:
    """Clock of a bot: when to stop thinking about each move of a match."""

    def __init__(self, *, is_timed: bool, clock: ClockKind = "wall") -> None:
        """Made when the bot is opened: the first request has arrived by then, so loading counts.

        A bot that is not timed thinks as much as its options say, until the bank is in danger.
        `clock` is that of the briefing: where CPU time is charged it is CPU time that is planned,
        so that a busy machine costs no thinking.
        """
        self._is_timed = is_timed
        self.now = reading(clock)
        self._opened: float | None = self.now()
        self._spending = Spending()

    def asked(self, budget: Budget) -> float:
        """At a request: when to stop if all is calm, by `now`."""
        self._began = min(budget.asked, self._opened or budget.asked)
        self._opened = None
        self._spending = self._spending.asked(budget)
        self._budget = budget
        return self.deadline(CALM)

    def deadline(self, urgency: float) -> float:
        """When to stop, where the move asked for is so urgent."""
        budget = self._budget
        latest = self._began + self._spending.most_ms(budget) / 1000
        if not self._is_timed:
            return latest
        return min(latest, budget.asked + self._spending.thinking_ms(budget, urgency) / 1000)

    def free(self) -> float:
        """Until when thinking about the move asked for costs the bank nothing, by `now`."""
        return self._budget.asked + self._spending.free_ms(self._budget) / 1000

    def answered(self) -> None:
        self._spending = self._spending.answered(1000 * (self.now() - self._began))


class Stability:
    """How urgent a move is: how much changes from one iteration of a search to the next.

    A drop of the value counts by how much values usually change in this match, since every game
    has its own units; it is measured from the move before, too.
    """

    def __init__(self) -> None:
        self._usual = 0.0
        self._value: float | None = None
        self.begin()

    def begin(self) -> None:
        """At a new position: what is found is compared with what the last search ended with."""
        self._reference = self._value
        self._depth = 0
        self._move: int | None = None
        self._changes = 0.0

    def urgency(self, depth: int, move: int, value: float) -> float:
        """After a slice: with this move, and this value of the last finished iteration."""
        if depth > self._depth:
            self._finish(depth, value)
        if move != self._move:
            self._changes += float(self._move is not None and depth >= FIRST_ITERATIONS)
            self._move = move
        return CALM + CHANGED * min(1.0, self._changes) + DROPPED * self._drop(value)

    def _finish(self, depth: int, value: float) -> None:
        if self._value is not None and self._depth >= FIRST_ITERATIONS:
            self._usual += LEARNING * (abs(value - self._value) - self._usual)
        if self._reference is None and depth >= FIRST_ITERATIONS:
            self._reference = value
        self._changes /= 2
        self._depth = depth
        self._value = value

    def _drop(self, value: float) -> float:
        """From 0 to 1: how far the value lies below the reference."""
        if self._reference is None or self._depth < FIRST_ITERATIONS or self._usual == 0.0:
            return 0.0
        usual = (self._reference - value) / self._usual
        return max(0.0, min(1.0, (usual - 1.0) / (USUAL_DROPS - 1.0)))


def next_slice(nodes: int, took_ms: float) -> int:
    """Nodes that would take SLICE_MS, at most twice as many as the last time."""
    return max(1, min(2 * nodes, int(nodes * SLICE_MS / max(took_ms, 0.01))))
