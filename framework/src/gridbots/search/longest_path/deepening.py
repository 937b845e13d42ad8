"""Iterative deepening, for Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.chance import seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.lazy_memory import zeros
from gridbots.search.longest_path.branch_and_bound import run_iteration, set_start
from gridbots.search.longest_path.path_record import BLOCKED, LONGEST_PATH

if TYPE_CHECKING:
    from gridbots.space import Array


class LongestPath:
    """Longest-path search, from round to round.

    `start` sets the board; `run` spends nodes, trying one step more whenever an iteration is
    finished; `move` and `length` say what has been found so far. Half of the nodes go into local
    search, unless it does not improve paths so: then what it finds depends on nothing but the
    board and the longest path known.
    """

    def __init__(self, *, improves: bool = True, plain: bool = False) -> None:
        self._search = zeros(1, LONGEST_PATH)[0]
        self._search["improves"] = improves
        seed_generator(self._search["improvement"][0]["generator"], 0)
        self._run = run_iteration if plain else compiled(run_iteration)
        self._open = False

    def start(self, cells: Array, start: int, stride: int) -> None:
        """Search from a cell of this board, which is not changed; see `set_start`."""
        set_start(self._search, start, stride)
        self._cells = np.array(cells)
        self._cells[start] = BLOCKED
        self._open = False

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current iteration; whether it is finished."""
        finished: bool = self._run(self._search, self._cells, nodes)
        self._open = not finished
        return finished

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on as many iterations; whether nothing is left to find."""
        stop = self.nodes + nodes
        while self.depth < depth and not self.is_exhausted:
            if not self.run(stop - self.nodes):
                return False
        return True

    @property
    def value(self) -> float:
        """Steps of the longest path known."""
        return float(self.length)

    @property
    def move(self) -> int:
        """First direction of the longest path known; NO_MOVE if no step is possible."""
        return int(self._search["way"][0]) if self.length > 0 else NO_MOVE

    @property
    def way(self) -> list[int]:
        return self._search["way"][: self.length].tolist()  # type: ignore[no-any-return]

    @property
    def length(self) -> int:
        return int(self._search["longest"])

    @property
    def depth(self) -> int:
        """Depth of the last finished iteration: it tried all paths of so many steps."""
        return int(self._search["limit"]) - self._open

    @property
    def nodes(self) -> int:
        return int(self._search["nodes"])

    @property
    def is_exhausted(self) -> bool:
        """Optimality: whether the longest path known is the longest of all."""
        return (
            not self._open
            and bool(self._search["limit"])
            and bool(self._search["cut_short"] == 0 or self.length >= self._search["bound"])
        )
