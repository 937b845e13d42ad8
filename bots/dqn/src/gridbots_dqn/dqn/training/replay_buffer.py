"""Replay buffers of several learners, sampled uniformly or by priority.

Prioritized replay (Schaul and others 2016): a transition is drawn with a probability proportional
to (|error| + 0.001) ** 0.6, new ones as often as the greatest priority so far; what is learned from
it is weighed by (its priority / the least) ** -beta, so that the weights are 1 at most.
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

EXPONENT: Final = 0.6
LEAST_ERROR: Final = 0.001
NOTHING_BARRED: Final = -1


class ReplayBuffer:
    """Rings of transitions, one for each learner, all equally full."""

    def __init__(self, learners: int, size: int, numbers: int, *, packs: bool = True) -> None:
        """Room for so many transitions, each with so many numbers seen before and after.

        `packs`: they are zeros and ones, kept eight to a byte.
        """
        packed = -(-numbers // 8) if packs else numbers
        self.size = size
        self._numbers = numbers
        self._packs = packs
        self.before = np.zeros((learners, size, packed), np.uint8)
        self.after = np.zeros((learners, size, packed), np.uint8)
        self.actions = np.zeros((learners, size), np.int8)
        self.rewards = np.zeros((learners, size), np.float32)
        self.discounts = np.zeros((learners, size), np.float32)
        """What the value of the position afterwards counts; 0: there was none to go on from."""
        self.barred = np.zeros((learners, size), np.int8)
        """An action that the rules do not accept afterwards; NOTHING_BARRED for none."""
        self.filled = np.zeros(2, np.int64)
        """Transitions that are there, and the place of the next one; the same for each learner."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that changes."""
        names = ("before", "after", "actions", "rewards", "discounts", "barred", "filled")
        return {f"replay_{name}": getattr(self, name) for name in names}

    def add(self, before: Bytes, after: Bytes, **others: NDArray[Any]) -> Integers:
        """Take in as many transitions of each learner, by learner and number; their places."""
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
    """Priorities of the places in the rings, as trees of sums and of least values.

    The children of node n are 2n and 2n + 1; the leaves begin at `leaves`.
    """

    def __init__(self, learners: int, size: int, runs: Callable[..., Any]) -> None:
        """`runs` compiles kernels, or leaves them as they are."""
        self._runs = runs
        self.leaves = 1 << (size - 1).bit_length()
        self.sums = np.zeros((learners, 2 * self.leaves))
        self.least = np.full((learners, 2 * self.leaves), np.inf)
        self.greatest = np.ones(learners)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {f"priority_{name}": getattr(self, name) for name in ("sums", "least", "greatest")}

    def add(self, places: Integers) -> None:
        """New transitions have the greatest priority so far."""
        new = np.repeat(self.greatest[:, None], len(places), axis=1)
        both = np.repeat(places[None], len(self.greatest), axis=0)
        self._runs(put)(self.sums, self.least, both, new)

    def correct(self, places: Integers, errors: Floats) -> None:
        """Give these places, by learner, the priorities of these errors."""
        found = (np.abs(errors).astype(np.float64) + LEAST_ERROR) ** EXPONENT
        self.greatest = np.maximum(self.greatest, found.max(axis=1))
        self._runs(put)(self.sums, self.least, places, found)

    def draw(self, shares: Floats, beta: float) -> tuple[Integers, NDArray[np.float32]]:
        """Places, and weights of what is learned there.

        Of each learner's shares, from 0 to 1, each is drawn in its own even part of the whole.
        """
        learners, count = shares.shape
        marks = (np.arange(count) + shares) / count * self.sums[:, 1:2]
        places = np.zeros((learners, count), np.int64)
        self._runs(find)(self.sums, marks, places)
        found = np.take_along_axis(self.sums, places + self.leaves, axis=1)
        return places, ((found / self.least[:, 1:2]) ** -beta).astype(np.float32)


@kernel
def put(sums: Any, least: Any, places: Any, priorities: Any) -> None:
    """Write priorities to places, by learner, and all that follows from them up the trees."""
    leaves = sums.shape[1] // 2
    for learner in range(len(sums)):
        for number in range(places.shape[1]):
            node = leaves + places[learner, number]
            sums[learner, node] = priorities[learner, number]
            least[learner, node] = priorities[learner, number]
            while node > 1:
                node //= 2
                left, right = 2 * node, 2 * node + 1
                sums[learner, node] = sums[learner, left] + sums[learner, right]
                least[learner, node] = min(least[learner, left], least[learner, right])


@kernel
def find(sums: Any, marks: Any, places: Any) -> None:
    """The places at which the running sum of priorities passes each mark."""
    leaves = sums.shape[1] // 2
    for learner in range(len(sums)):
        for number in range(marks.shape[1]):
            node, mark = 1, marks[learner, number]
            while node < leaves:
                node *= 2
                # Rounding must not lead to a leaf that is empty.
                if mark >= sums[learner, node] and sums[learner, node + 1] > 0.0:
                    mark -= sums[learner, node]
                    node += 1
            places[learner, number] = node - leaves
