"""Curriculum: episodes that start with a long snake.

They start from positions that the learner has reached and survived for some more rounds. All
lengths that were reached are equally likely, so the late game, which few episodes reach, is trained
as soon as it is first seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
from msgspec import Meta

if TYPE_CHECKING:
    from numpy.typing import NDArray

CurriculumFraction = Annotated[
    float, Meta(ge=0, le=1, description="share of episodes that start with a long snake")
]
SLOTS: Final = 16
"""Positions kept per length; new ones replace the oldest."""
KEEP_PROBABILITY: Final = 0.1
"""Probability that a suitable position is kept."""
SURVIVAL_ROUNDS: Final = 32
"""Rounds that a learner must survive from a position for it to be kept."""


class StartPositions:
    """Positions of long snakes, a ring for each length."""

    def __init__(self, like: Any, area: int, shortest: int) -> None:
        """`like`: a state record; `area`: cells of the board; `shortest`: least length to keep."""
        self.kept = np.zeros((area + 1, SLOTS), like.dtype)
        self.counts = np.zeros(area + 1, np.int64)
        """By length: positions kept so far."""
        self._shortest = shortest

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"kept": self.kept, "counts": self.counts}

    def keep(self, states: Any, random: np.random.Generator) -> None:
        """Keep a random sample of these positions."""
        chosen = random.random(len(states)) < KEEP_PROBABILITY
        for state in states[chosen & (states["length"] >= self._shortest)]:
            length = state["length"]
            self.kept[length, self.counts[length] % SLOTS] = state
            self.counts[length] += 1

    def begin(self, states: Any, places: NDArray[np.int64], random: np.random.Generator) -> None:
        """Replace the states at these places by kept positions, if any; their generators stay."""
        known = np.flatnonzero(self.counts)
        if len(known) == 0 or len(places) == 0:
            return
        lengths = random.choice(known, len(places))
        which = random.integers(np.minimum(self.counts[lengths], SLOTS))
        generators = states["generator"][places]
        states[places] = self.kept[lengths, which]
        states["generator"][places] = generators
        states["rounds"][places] = 0
        states["steps"][places] = 0


class Curriculum:
    """Start positions of several learners, and the episodes that start from one."""

    def __init__(self, states: Any, learners: int, area: int, share: float) -> None:
        """`states`: grouped by learner; `share`: of episodes that start from a kept position."""
        self._share = share
        self._each = len(states) // learners
        self._positions = [
            StartPositions(states[0], area, shortest=area // 6) for _ in range(learners)
        ]
        self.candidates = states.copy()
        self.survived = np.ones(len(states), np.bool_)
        """Positions of some rounds ago, and whether the snakes have survived since."""
        self.counts = np.zeros(1, np.int64)
        """Rounds played."""
        self.is_late_start = np.zeros(len(states), np.bool_)
        """By board: whether the current episode started from a kept position."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        if not self._share:
            return {}
        names = ("candidates", "survived", "counts", "is_late_start")
        mine = {f"curriculum_{name}": getattr(self, name) for name in names}
        for learner, positions in enumerate(self._positions):
            mine |= {
                f"curriculum{learner}_{name}": array for name, array in positions.arrays().items()
            }
        return mine

    def record(self, states: Any, over: NDArray[np.bool_], random: np.random.Generator) -> None:
        """Record a round, in which the episodes of `over` ended."""
        if not self._share:
            return
        self.survived &= ~over
        self.counts += 1
        if self.counts[0] % SURVIVAL_ROUNDS:
            return
        for learner, positions in enumerate(self._positions):
            mine = slice(learner * self._each, (learner + 1) * self._each)
            positions.keep(self.candidates[mine][self.survived[mine]], random)
        self.candidates[:] = states
        self.survived[:] = ~over

    def start(self, states: Any, over: NDArray[np.bool_], random: np.random.Generator) -> None:
        """Replace a sample of the states, which have just been opened, by kept positions."""
        if not self._share:
            return
        self.is_late_start[over] = False
        for learner, positions in enumerate(self._positions):
            first = learner * self._each
            mine = first + np.flatnonzero(over[first : first + self._each])
            chosen = mine[random.random(len(mine)) < self._share]
            self.is_late_start[chosen] = bool(positions.counts.any())
            positions.begin(states, chosen, random)
