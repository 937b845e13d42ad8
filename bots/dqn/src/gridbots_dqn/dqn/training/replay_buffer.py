"""Replay buffers of several learners, sampled uniformly or by priority, and n-step returns.

Prioritized replay (Schaul et al. 2016): the probability of a transition is proportional to
(|error| + 0.001) ** 0.6; new transitions have the highest priority so far. The importance-sampling
weights are (priority / lowest priority) ** -beta, which is at most 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.floating[Any]]
    Bytes = NDArray[np.uint8]
    Transitions = dict[str, NDArray[Any]]

EXPONENT: Final = 0.6
MIN_PRIORITY: Final = 0.001
NONE_ILLEGAL: Final = -1
FIELDS: Final = ("before", "after", "actions", "rewards", "discounts", "illegal")
"""The arrays that make up a transition."""


class ReplayBuffer:
    """Rings of transitions, one for each learner, all filled equally."""

    def __init__(self, learners: int, size: int, numbers: int, *, packs: bool = True) -> None:
        """`numbers`: size of an observation; `packs`: its numbers are bits, stored 8 to a byte."""
        packed = -(-numbers // 8) if packs else numbers
        self.size = size
        self._numbers = numbers
        self._packs = packs
        self.before = np.zeros((learners, size, packed), np.uint8)
        self.after = np.zeros((learners, size, packed), np.uint8)
        self.actions = np.zeros((learners, size), np.int8)
        self.rewards = np.zeros((learners, size), np.float32)
        self.discounts = np.zeros((learners, size), np.float32)
        """Factor of the value of the next position; 0 at the end of an episode."""
        self.illegal = np.zeros((learners, size), np.int8)
        """The action that is illegal next; NONE_ILLEGAL if all are legal."""
        self.filled = np.zeros(2, np.int64)
        """Number of transitions, and the place of the next one; the same for each learner."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {f"replay_{name}": getattr(self, name) for name in (*FIELDS, "filled")}

    def add(self, before: Bytes, after: Bytes, **others: NDArray[Any]) -> Integers:
        """Add transitions, by learner and number; return their places."""
        count, (there, place) = before.shape[1], self.filled
        places = (place + np.arange(count)) % self.size
        self.before[:, places] = np.packbits(before, axis=2) if self._packs else before
        self.after[:, places] = np.packbits(after, axis=2) if self._packs else after
        for name, values in others.items():
            getattr(self, name)[:, places] = values
        self.filled[:] = min(there + count, self.size), (place + count) % self.size
        return places

    def seen(self, kept: Bytes) -> Bytes:
        return np.unpackbits(kept, axis=2, count=self._numbers) if self._packs else kept


class Priorities:
    """Priorities of the places in the rings, as trees of sums and of minima.

    The children of node n are 2n and 2n + 1; the leaves begin at `leaves`.
    """

    def __init__(self, learners: int, size: int, runs: Callable[..., Any]) -> None:
        """`runs` compiles kernels, or returns them unchanged."""
        self._runs = runs
        self.leaves = 1 << (size - 1).bit_length()
        self.sums = np.zeros((learners, 2 * self.leaves))
        self.minima = np.full((learners, 2 * self.leaves), np.inf)
        self.maximum = np.ones(learners)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {f"priority_{name}": getattr(self, name) for name in ("sums", "minima", "maximum")}

    def add(self, places: Integers) -> None:
        """Give new transitions the highest priority so far."""
        new = np.repeat(self.maximum[:, None], len(places), axis=1)
        both = np.repeat(places[None], len(self.maximum), axis=0)
        self._runs(put)(self.sums, self.minima, both, new)

    def update(self, places: Integers, errors: Floats) -> None:
        """Set the priorities of places, by learner, from their errors."""
        found = (np.abs(errors).astype(np.float64) + MIN_PRIORITY) ** EXPONENT
        self.maximum = np.maximum(self.maximum, found.max(axis=1))
        self._runs(put)(self.sums, self.minima, places, found)

    def sample(self, shares: Floats, beta: float) -> tuple[Integers, NDArray[np.float32]]:
        """Sample places, stratified; return them with their importance-sampling weights.

        `shares`: random numbers from 0 to 1, by learner.
        """
        learners, count = shares.shape
        marks = (np.arange(count) + shares) / count * self.sums[:, 1:2]
        places = np.zeros((learners, count), np.int64)
        self._runs(find)(self.sums, marks, places)
        found = np.take_along_axis(self.sums, places + self.leaves, axis=1)
        return places, ((found / self.minima[:, 1:2]) ** -beta).astype(np.float32)


@kernel
def put(sums: Any, minima: Any, places: Any, priorities: Any) -> None:
    """Write priorities to places, by learner, and update the trees."""
    leaves = sums.shape[1] // 2
    for learner in range(len(sums)):
        for number in range(places.shape[1]):
            node = leaves + places[learner, number]
            sums[learner, node] = priorities[learner, number]
            minima[learner, node] = priorities[learner, number]
            while node > 1:
                node //= 2
                left, right = 2 * node, 2 * node + 1
                sums[learner, node] = sums[learner, left] + sums[learner, right]
                minima[learner, node] = min(minima[learner, left], minima[learner, right])


@kernel
def find(sums: Any, marks: Any, places: Any) -> None:
    """Find the places at which the cumulative sum of priorities passes each mark."""
    leaves = sums.shape[1] // 2
    for learner in range(len(sums)):
        for number in range(marks.shape[1]):
            node, mark = 1, marks[learner, number]
            while node < leaves:
                node *= 2
                # Rounding must not lead to an empty leaf.
                if mark >= sums[learner, node] and sums[learner, node + 1] > 0.0:
                    mark -= sums[learner, node]
                    node += 1
            places[learner, number] = node - leaves


class NStepReturns:
    """n-step returns: the rewards of n rounds, then the value of the position that is reached.

    A transition waits in a ring for n rounds while its rewards are summed up. It stops summing, but
    not waiting, when its episode ends or is truncated.
    """

    def __init__(self, rounds: int, gamma: float, boards: tuple[int, int], numbers: int) -> None:
        """`boards`: learners, boards per learner; `numbers`: size of an observation."""
        self._gamma = gamma
        shape = (rounds, *boards)
        self.before = np.zeros((*shape, numbers), np.uint8)
        self.after = np.zeros((*shape, numbers), np.uint8)
        self.actions = np.zeros(shape, np.int8)
        self.illegal = np.zeros(shape, np.int8)
        self.rewards = np.zeros(shape)
        self.discounts = np.zeros(shape)
        """Factor of the value of the next position."""
        self.waits = np.zeros(shape, np.bool_)
        """Whether the episode continues."""
        self.counts = np.zeros(1, np.int64)
        """Rounds so far."""

    def arrays(self) -> Transitions:
        return {f"returns_{name}": getattr(self, name) for name in (*FIELDS, "waits", "counts")}

    def add(self, before: NDArray[np.uint8], actions: NDArray[np.int64]) -> None:
        """Start a transition on each board."""
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
        illegal: NDArray[np.int64],
        *,
        ended: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
    ) -> Transitions | None:
        """Add the rewards of a round; return the transitions that have waited n rounds, if any."""
        self.rewards += self.waits * self.discounts * rewards
        self.discounts[self.waits] *= self._gamma
        self.discounts[self.waits & ended] = 0.0
        self.counts += 1
        oldest = self.counts[0] % len(self.before)
        done = self.waits & (ended | truncated)
        done[oldest] = self.waits[oldest]
        for place in range(len(done)):
            self.after[place, done[place]] = after[done[place]]
            self.illegal[place, done[place]] = illegal[done[place]]
        self.waits &= ~done
        if self.counts[0] < len(self.before):
            return None
        return {name: getattr(self, name)[oldest] for name in FIELDS}
