"""A curriculum: some episodes begin with a snake that is long already.

The positions are those that the learner itself has reached, and survived for some rounds more. Each
length that has been reached is as likely as any other, so the end of the game, to which few whole
episodes come, is practised from the first day on which it is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLACES: Final = 16
"""Positions that are kept of each length; the oldest makes room."""
SHARE: Final = 0.1
"""Of the positions that could be kept, so many are."""


class Starts:
    def __init__(self, like: Any, area: int, shortest: int) -> None:
        """`like`: a state record; `area`: cells of the board; `shortest`: least length to keep."""
        self.kept = np.zeros((area + 1, PLACES), like.dtype)
        self.counts = np.zeros(area + 1, np.int64)
        """By length: how many have been put there in all."""
        self._shortest = shortest

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"kept": self.kept, "counts": self.counts}

    def keep(self, states: Any, random: np.random.Generator) -> None:
        """Keep some of these positions."""
        chosen = random.random(len(states)) < SHARE
        for state in states[chosen & (states["length"] >= self._shortest)]:
            length = state["length"]
            self.kept[length, self.counts[length] % PLACES] = state
            self.counts[length] += 1

    def begin(self, states: Any, places: NDArray[np.int64], random: np.random.Generator) -> None:
        """Put kept positions, if there are any, into these places; the generators there stay."""
        known = np.flatnonzero(self.counts)
        if len(known) == 0 or len(places) == 0:
            return
        lengths = random.choice(known, len(places))
        which = random.integers(np.minimum(self.counts[lengths], PLACES))
        generators = states["generator"][places]
        states[places] = self.kept[lengths, which]
        states["generator"][places] = generators
        states["rounds"][places] = 0
        states["steps"][places] = 0
