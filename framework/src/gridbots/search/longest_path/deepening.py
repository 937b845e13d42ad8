"""Iterative deepening, for Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game.chance import seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.lazy_memory import zeros
from gridbots.search.longest_path.branch_and_bound import run_iteration, set_start
from gridbots.search.longest_path.path_record import BLOCKED, LONGEST_PATH

if TYPE_CHECKING:
    from gridbots.space import Array, Record

    Records = np.ndarray[Any, np.dtype[np.void]]


@kernel
def is_optimal(search: Record) -> bool:
    """Whether the incumbent is proven to be the longest path."""
    is_finished = search["limit"] > 0 and search["depth"] < 0
    return bool(is_finished and (search["cut_short"] == 0 or search["longest"] >= search["bound"]))


# Called from Python, where a record takes longer to pass than an array of one.


@kernel
def stand(searches: Records, start: int, stride: int) -> None:
    set_start(searches[0], start, stride)


@kernel
def carry_on(searches: Records, cells: Array, nodes: int, depth: int) -> bool:
    """Spend up to this many nodes on iterations; return whether the search is complete."""
    search = searches[0]
    stop = search["nodes"] + nodes
    while search["limit"] - (search["depth"] >= 0) < depth and not is_optimal(search):
        if not run_iteration(search, cells, stop - search["nodes"]):
            return False
    return True


class LongestPath:
    """Longest-path search, from round to round.

    `start` sets the board; `run` spends nodes, trying one step more whenever an iteration is
    finished; `move` and `length` say what has been found so far. Half of the nodes go into local
    search, unless it does not improve paths so: then what it finds depends on nothing but the
    board and the longest path known.
    """

    def __init__(self, *, improves: bool = True, plain: bool = False) -> None:
        self._searches = zeros(1, LONGEST_PATH)
        self._search = self._searches[0]
        self._search["depth"] = -1
        self._search["improves"] = improves
        seed_generator(self._search["improvement"][0]["generator"], 0)
        self._run = run_iteration if plain else compiled(run_iteration)
        self._stand = stand if plain else compiled(stand)
        self._carry_on = carry_on if plain else compiled(carry_on)

    def start(self, cells: Array, start: int, stride: int) -> None:
        """Search from a cell of this board, which is not changed; see `set_start`."""
        self._cells = np.array(cells)
        self._cells[start] = BLOCKED
        self._stand(self._searches, start, stride)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current iteration; whether it is finished."""
        return bool(self._run(self._search, self._cells, nodes))

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on iterations; return whether the search is complete."""
        return bool(self._carry_on(self._searches, self._cells, nodes, depth))

    @property
    def value(self) -> float:
        """Length of the incumbent."""
        return float(self.length)

    @property
    def move(self) -> int:
        """First direction of the incumbent; NO_MOVE if no step is possible."""
        return int(self._search["way"][0]) if self.length > 0 else NO_MOVE

    @property
    def way(self) -> list[int]:
        return self._search["way"][: self.length].tolist()  # type: ignore[no-any-return]

    @property
    def length(self) -> int:
        return int(self._search["longest"])

    @property
    def depth(self) -> int:
        """Depth of the last finished iteration, which tried all paths with this many steps."""
        return int(self._search["limit"] - (self._search["depth"] >= 0))

    @property
    def nodes(self) -> int:
        return int(self._search["nodes"])

    @property
    def is_exhausted(self) -> bool:
        """Whether the incumbent is proven to be the longest path."""
        return is_optimal(self._search)
