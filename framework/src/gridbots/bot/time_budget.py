"""Time management: how much of the time bank a move may use, and when to read the clock.

Pure arithmetic, except MoveClock. A calm move uses its share of the bank; if the search is unstable
(`Stability`), the move may use a multiple of that.
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
"""Share of the increment that is spent on each move; the rest refills the bank."""
RESERVE: Final = 0.1
"""Share of the largest bank so far that is kept in reserve: a busy machine may suspend the bot."""
MOVES_AHEAD: Final = 36
"""The bank beyond the reserve is spread over this many calm moves."""
MOST: Final = 0.25
"""Maximum share of the bank that one move may spend, of the time that is not refilled."""
MOST_REFILLED: Final = 0.7
"""The same if the increment refills the bank, as with a fixed time per move."""
LEAST_MARGIN_MS: Final = 20.0
"""Minimum time to leave in the bank: the machine may suspend the bot for this long."""
LEAST_OVERHEAD_MS: Final = 2.0
LEARNING: Final = 0.1
"""Weight of the last move in the mean overhead: one delayed move affects the next ones little."""
FORGETTING: Final = 0.9
"""Decay of the worst overhead from move to move."""

CALM: Final = 1.0
CHANGED: Final = 1.5
"""Factor of urgency if the last iteration changed the best move."""
DROPPED: Final = 2.0
"""Maximum factor of urgency after a drop of the value."""
USUAL_DROPS: Final = 4.0
"""A drop of this many usual changes has the maximum urgency; one usual change has none."""
FIRST_ITERATIONS: Final = 2
"""Changes in the first iterations are common, and ignored."""

SLICE_MS: Final = 2.0
"""Search time between two readings of the clock."""
FIRST_SLICE: Final = 64
"""Nodes of the first slice, before the time per node is known."""


class Spending(msgspec.Struct, frozen=True):
    """Measured overhead of moves in this match."""

    largest_bank_ms: float = 0.0
    overhead_ms: float = 5.0
    """Mean cost of a move beyond the thinking: transport, parsing, waiting for a processor."""
    worst_ms: float = 5.0
    """The worst recent overhead: the margin to keep when the bank runs low."""
    bank_before_ms: float | None = None
    elapsed_ms: float = 0.0
    """Thinking time of the last move by our own clock."""

    def asked(self, budget: Budget) -> Spending:
        """Update at a request: the bank shows the actual cost of the last move."""
        bank = float(budget.bank_ms)
        overhead, worst = self.overhead_ms, self.worst_ms * FORGETTING
        # A full bank gives no information: it is cut at its cap.
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
        """Thinking time, measured from the request."""
        spare = max(0.0, budget.bank_ms - RESERVE * self.largest_bank_ms)
        wanted = SHARE * budget.time_per_move_ms + urgency * spare / MOVES_AHEAD
        return max(0.0, min(wanted - self.overhead_ms, self.most_ms(budget)))

    def most_ms(self, budget: Budget) -> float:
        """Maximum thinking time.

        Increments beyond a full bank are lost unless they are spent.
        """
        bank = budget.bank_ms
        returns = bank + budget.time_per_move_ms - self.largest_bank_ms
        free = min(SHARE * returns, MOST_REFILLED * bank, bank - LEAST_MARGIN_MS)
        return max(0.0, max(MOST * bank, free) - self.worst_ms)

    def free_ms(self, budget: Budget) -> float:
        """Free thinking time: the part of the increment that would exceed a full bank."""
        returns = budget.bank_ms + budget.time_per_move_ms - self.largest_bank_ms
        return max(0.0, min(returns - self.overhead_ms, self.most_ms(budget)))


def reading(clock: ClockKind) -> Callable[[], float]:
    """A function that reads the clock, wall time or CPU time, in seconds."""
    return time.process_time if clock == "cpu" else time.monotonic


class MoveClock:
    """Clock of a bot: when to stop thinking about each move of a match."""

    def __init__(self, *, is_timed: bool, clock: ClockKind = "wall") -> None:
        """Created when the bot is opened: the first request has arrived by then, so loading counts.

        An untimed bot thinks as much as its options allow, until the bank is in danger. `clock` is
        that of the briefing: if CPU time is charged, CPU time is planned, and a busy machine does
        not shorten the search.
        """
        self._is_timed = is_timed
        self.now = reading(clock)
        self._opened: float | None = self.now()
        self._spending = Spending()

    def asked(self, budget: Budget) -> float:
        """At a request: the deadline of a calm move, by `now`."""
        self._began = min(budget.asked, self._opened or budget.asked)
        self._opened = None
        self._spending = self._spending.asked(budget)
        self._budget = budget
        return self.deadline(CALM)

    def deadline(self, urgency: float) -> float:
        """The deadline for a move of this urgency."""
        budget = self._budget
        latest = self._began + self._spending.most_ms(budget) / 1000
        if not self._is_timed:
            return latest
        return min(latest, budget.asked + self._spending.thinking_ms(budget, urgency) / 1000)

    def free(self) -> float:
        """The deadline until which thinking does not reduce the bank, by `now`."""
        return self._budget.asked + self._spending.free_ms(self._budget) / 1000

    def answered(self) -> None:
        self._spending = self._spending.answered(1000 * (self.now() - self._began))


class Stability:
    """Urgency of a move, from the changes between the iterations of a search.

    A drop of the value is measured in units of the usual change in this match, since every game has
    its own scale. Drops since the previous move count, too.
    """

    def __init__(self) -> None:
        self._usual = 0.0
        self._value: float | None = None
        self.begin()

    def begin(self) -> None:
        """At a new position: results are compared with those of the last search."""
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
        """Drop of the value below the reference, from 0 to 1."""
        if self._reference is None or self._depth < FIRST_ITERATIONS or self._usual == 0.0:
            return 0.0
        usual = (self._reference - value) / self._usual
        return max(0.0, min(1.0, (usual - 1.0) / (USUAL_DROPS - 1.0)))


def next_slice(nodes: int, took_ms: float) -> int:
    """Nodes that would take SLICE_MS, at most twice as many as the last time."""
    return max(1, min(2 * nodes, int(nodes * SLICE_MS / max(took_ms, 0.01))))
