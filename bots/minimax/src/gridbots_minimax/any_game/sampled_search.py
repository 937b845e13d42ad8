"""Search of sampled states: the value of a move is its mean over the states.

With chance the states differ in their future, with hidden information in the hidden part. All
states are searched to the same depth before any is searched deeper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.grid import NO_MOVE
from gridbots.search.minimax import Minimax
from gridbots.search.ply_stack import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from gridbots.game import State
    from gridbots.search.minimax import SearchVariant


class SampledSearch:
    """Iterative deepening over samples; `move`, `value` and `depth` are the current result."""

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        variant: SearchVariant,
        *,
        plain: bool = False,
    ) -> None:
        """Allocate a search; the variant must find all values. `plain` runs without numba."""
        self._search = Minimax(dtype, seats, weights, variant, plain=plain)

    def start(self, samples: Sequence[State], seat: int, among: int = EVERYBODY) -> None:
        """Set the seat, which must be alive, and the states, whose match must not be over."""
        self._samples = samples
        self._seat = seat
        self._among = among
        self._spent = 0
        self._open = False
        self._begin()
        self.depth = 0
        """Rounds to which all samples were searched."""
        self.values: dict[int, float] = {}
        """Value of each move at that depth."""
        self.is_exhausted = False
        """Whether a deeper search would change nothing."""

    def _begin(self) -> None:
        """Start a new depth at the first sample."""
        self._finished = 0
        self._sums: dict[int, float] = {}
        self._is_cut_short = False

    def deepen(self, nodes: int, depth: int) -> bool:
        """Search up to `nodes` nodes and `depth` rounds; return whether the search is complete."""
        stop = self.nodes + nodes
        while self.depth < depth and not self.is_exhausted:
            if not self._run(stop - self.nodes):
                return False
        return True

    def _run(self, nodes: int) -> bool:
        """Search up to `nodes` nodes of the current sample; return whether it is finished."""
        if not self._open:
            state = self._samples[self._finished]
            self._search.start(state, self._seat, self.depth + 1, self._among)
            self._open = True
        if not self._search.run(nodes):
            return False
        self._open = False
        self._spent += self._search.nodes
        self._finished += 1
        self._is_cut_short |= self._search.is_cut_short
        for move, value in self._search.values.items():
            self._sums[move] = self._sums.get(move, 0.0) + value
        if self._finished == len(self._samples):
            self._finish()
        return True

    def _finish(self) -> None:
        self.depth += 1
        self.values = {move: total / self._finished for move, total in self._sums.items()}
        self.is_exhausted = not self._is_cut_short or self.depth == self._search.deepest
        self._begin()

    @property
    def move(self) -> int:
        """The first of the best moves; before the first depth is finished, a preliminary one."""
        known = self.values or self._sums or (self._search.values if self._open else {})
        return max(known, key=lambda move: known[move], default=NO_MOVE)

    @property
    def value(self) -> float:
        return self.values.get(self.move, 0.0)

    @property
    def nodes(self) -> int:
        """Positions reached since `start`."""
        return self._spent + (self._search.nodes if self._open else 0)

    def pv(self) -> list[list[int]]:
        """Empty: a mean has no principal variation."""
        return []
