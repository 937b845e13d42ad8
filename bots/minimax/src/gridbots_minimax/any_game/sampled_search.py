"""Search of sampled states: the values of moves are means over several states, or over one.

Where something is drawn the states differ in their future, where something is hidden in what is not
seen. Each is searched to the same depth before any is searched deeper.
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
    """Iterative deepening over samples; `move`, `value` and `depth` say what was found so far."""

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        manner: SearchVariant,
        *,
        plain: bool = False,
    ) -> None:
        """Make room; the manner must find the values of all moves. `plain` runs without numba."""
        self._search = Minimax(dtype, seats, weights, manner, plain=plain)

    def start(self, samples: Sequence[State], seat: int, among: int = EVERYBODY) -> None:
        """Search for a living seat from these states, in which the match goes on."""
        self._samples = samples
        self._seat = seat
        self._among = among
        self._spent = 0
        self._open = False
        self._begin()
        self.depth = 0
        """Rounds that all samples were searched ahead."""
        self.values: dict[int, float] = {}
        """Of each move, at that depth."""
        self.is_exhausted = False
        """Whether looking deeper would change nothing."""

    def _begin(self) -> None:
        """Begin a depth: with the first sample, nothing summed up."""
        self._finished = 0
        self._sums: dict[int, float] = {}
        self._is_cut_short = False

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on as many depths; whether nothing is left to find."""
        stop = self.nodes + nodes
        while self.depth < depth and not self.is_exhausted:
            if not self._run(stop - self.nodes):
                return False
        return True

    def _run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current sample; whether it is searched."""
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
        """The first of the best moves; before a depth is finished, by what is known already."""
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
        """Of a mean there is no principal variation."""
        return []
