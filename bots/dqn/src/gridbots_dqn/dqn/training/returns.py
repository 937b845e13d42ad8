"""n-step returns: the rewards of n rounds, then the value of the position that is reached.

A transition waits for n rounds, in which its rewards are summed up; it waits as long, but gathers
no more, when its episode has ended or was broken off. Those of the last n rounds wait in a ring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Transitions = dict[str, NDArray[Any]]


class Returns:
    def __init__(self, rounds: int, discount: float, boards: tuple[int, int], numbers: int) -> None:
        """`boards`: learners, boards of each; `numbers`: how many are seen of a position."""
        self._discount = discount
        shape = (rounds, *boards)
        self.before = np.zeros((*shape, numbers), np.uint8)
        self.after = np.zeros((*shape, numbers), np.uint8)
        self.actions = np.zeros(shape, np.int8)
        self.barred = np.zeros(shape, np.int8)
        self.rewards = np.zeros(shape)
        self.discounts = np.zeros(shape)
        """What the value of the position afterwards counts."""
        self.waits = np.zeros(shape, np.bool_)
        """Whether the episode goes on."""
        self.counts = np.zeros(1, np.int64)
        """Rounds so far."""

    def arrays(self) -> Transitions:
        """Everything that changes."""
        return {f"returns_{name}": getattr(self, name) for name in (*NAMES, "waits", "counts")}

    def add(self, before: NDArray[np.uint8], actions: NDArray[np.int64]) -> None:
        """Begin a transition on each board."""
        place = self.counts[0] % len(self.before)
        self.before[place] = before
        self.actions[place] = actions
        self.rewards[place] = 0.0
        self.discounts[place] = 1.0
        self.waits[place] = True

    def reward(
        self,
        rewards: NDArray[np.float64],
        after: NDArray[np.uint8],
        barred: NDArray[np.int64],
        *,
        ended: NDArray[np.bool_],
        broken_off: NDArray[np.bool_],
    ) -> Transitions | None:
        """What the round brought; the transitions that have waited for n rounds, if any have."""
        self.rewards += self.waits * self.discounts * rewards
        self.discounts[self.waits] *= self._discount
        self.discounts[self.waits & ended] = 0.0
        self.counts += 1
        oldest = self.counts[0] % len(self.before)
        done = self.waits & (ended | broken_off)
        done[oldest] = self.waits[oldest]
        for place in range(len(done)):
            self.after[place, done[place]] = after[done[place]]
            self.barred[place, done[place]] = barred[done[place]]
        self.waits &= ~done
        if self.counts[0] < len(self.before):
            return None
        return {name: getattr(self, name)[oldest] for name in NAMES}


NAMES = ("before", "after", "actions", "rewards", "discounts", "barred")
"""Of the arrays that make up a transition."""
