"""Curriculum: episodes that begin with a long snake.

The positions are those that the learner itself has reached, and survived for some rounds more. Each
length that has been reached is as likely as any other, so the end of the game, to which few whole
episodes come, is trained from the first day on which it is seen.
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
PROOF: Final = 32
"""Rounds that a learner has to survive from a position for it to be kept."""


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


class LaterStarts:
    """Starts of several learners: which positions prove good, and which episodes begin with one."""

    def __init__(self, states: Any, learners: int, area: int, share: float) -> None:
        """`states`: as many of each learner; `share`: of the episodes that begin later."""
        self._share = share
        self._each = len(states) // learners
        self._starts = [Starts(states[0], area, shortest=area // 6) for _ in range(learners)]
        self.proving = states.copy()
        self.survived = np.ones(len(states), np.bool_)
        """Positions of some rounds ago, and whether their episodes go on since."""
        self.counts = np.zeros(1, np.int64)
        """Rounds so far."""
        self.began = np.zeros(len(states), np.bool_)
        """Whether the present episode began later."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that changes; nothing does where no episode begins later."""
        if not self._share:
            return {}
        names = ("proving", "survived", "counts", "began")
        mine = {f"later_{name}": getattr(self, name) for name in names}
        for learner, starts in enumerate(self._starts):
            mine |= {f"later{learner}_{name}": array for name, array in starts.arrays().items()}
        return mine

    def note(self, states: Any, over: NDArray[np.bool_], random: np.random.Generator) -> None:
        """A round was played, in which these episodes ended."""
        if not self._share:
            return
        self.survived &= ~over
        self.counts += 1
        if self.counts[0] % PROOF:
            return
        for learner, starts in enumerate(self._starts):
            mine = slice(learner * self._each, (learner + 1) * self._each)
            starts.keep(self.proving[mine][self.survived[mine]], random)
        self.proving[:] = states
        self.survived[:] = ~over

    def begin(self, states: Any, over: NDArray[np.bool_], random: np.random.Generator) -> None:
        """Some of these states, which have just been opened, become those that were kept."""
        if not self._share:
            return
        self.began[over] = False
        for learner, starts in enumerate(self._starts):
            first = learner * self._each
            mine = first + np.flatnonzero(over[first : first + self._each])
            chosen = mine[random.random(len(mine)) < self._share]
            self.began[chosen] = bool(starts.counts.any())
            starts.begin(states, chosen, random)
