"""Alpha-beta with iterative deepening over whole rounds, resumable in slices.

Game tree. In each round the searching seat chooses first, then the other seats to move in order,
each knowing the earlier choices; then the round is played. A seat to move without a candidate makes
no move, and neither does the searching seat in rounds of others. The searching seat maximises, all
others minimise: exact for two seats in a zero-sum game, paranoid search for more. If all seats move
at once, later choosers know more than at the board: apart from errors of the evaluation, the value
is a lower bound. Chance events use the generator of the state at the root, so each position has
only one future.

Values. If the match is over or the seat is eliminated, the value is the utility times (DECISIVE -
rounds from the root): early wins are better than late ones, late losses better than early ones.
After `limit` rounds, other positions have the value of the evaluation (see `search.evaluation`),
which must stay well between -DECISIVE and DECISIVE.

Guarantees. The search is fail-soft with a window (alpha, beta) per ply: the value of a ply is exact
if it is strictly inside, an upper bound if it is at most alpha, a lower bound if it is at least
beta. The root has an open window, so the value of a finished iteration is exact, and `move` has
this value. Among moves of equal value the first one tried stays. Move ordering changes node counts
and the choice among equals, never the value.

With `transpositions`, positions at the start of a round that were reached before in this iteration
are not searched again if their stored value suffices. The value of a finished iteration stays the
same. It helps if positions do not depend on paths, as on land in Paper.io; it rarely helps in Light
Riders, where every path leaves another trail.

With `maxn` each seat maximises its own value by `evaluate` or its own utility (max-n, Luckhardt and
Irani 1986). These values are not bounds, so nothing is pruned; but for more than two seats it is a
more realistic opponent model. Positions with the searching seat eliminated are not searched
further.

There are no allocations and no recursion: plies and states are in arrays, and the state of the
search is in a record. So a search can stop after any number of nodes and resume later; slices
change neither results nor node counts. A node is one round played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.game import copy_state, step
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.iterative_deepening import (
    AFRESH,
    FOLLOW,
    GO_ON,
    ONE_MORE,
    alphabeta_dtype,
    carry_on,
    is_exhausted,
    nodes_of,
    prepare,
)
from gridbots.search.lazy_memory import zeros
from gridbots.search.move_ordering import extended_path, hash_move
from gridbots.search.ply_stack import (
    EVERYBODY,
    NOBODY,
    check_root,
    check_seats,
    is_decided,
    next_chooser,
)
from gridbots.search.tree_reuse import NEXT_ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from gridbots.game import State
    from gridbots.search.evaluation import Evaluation


class AlphaBeta:
    """A search for one seat, from round to round.

    `start` sets the position; `run` spends nodes, and goes one round deeper after each finished
    iteration; `move`, `value` and `depth` are the results so far.
    """

    def __init__(  # noqa: PLR0913  what kind of search it is
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        *,
        evaluation: Evaluation = "auto",
        transpositions: bool = False,
        maxn: bool = False,
        plain: bool = False,
    ) -> None:
        """Allocate a search of records of this type; `plain` runs without numba.

        Raises:
            ValueError: the game lacks what the evaluation needs; or both `transpositions` and
                `maxn` are given, whose values do not fit into a table.
        """
        if transpositions and maxn:
            raise ValueError("expected transpositions or maxn, got both")
        check_seats(seats)
        made = alphabeta_dtype(
            dtype, len(weights), evaluation=evaluation, transpositions=transpositions, maxn=maxn
        )
        self._searches = zeros(1, made)
        self._search = self._searches[0]
        self._search["weights"] = weights
        prepare(self._search, seats)
        self._dtype, self._seats = dtype, seats
        # Reading numbers from arrays is faster than from records.
        self._iteration = iteration = self._searches["iteration"][0]
        self._open, self._limit = iteration["open"], iteration["limit"]
        self._best, self._best_move = iteration["best"], iteration["best_move"]
        self._best_so_far = self._searches["plies"]["best_move"][0, :1]
        self._among = self._searches["among"]
        self._next_root = self._search["states"][NEXT_ROOT : NEXT_ROOT + 1]
        self._carry_on = carry_on if plain else compiled(carry_on)
        self.deepest = int(iteration["deepest"][0])
        """Maximum depth in rounds."""

    def start(
        self, state: State, seat: int, among: int = EVERYBODY, *, afresh: bool = False
    ) -> None:
        """Start a search for a living seat from this position, which is not over.

        `among` is the set of seats that choose, as bits, including the searching seat. If the
        position follows from the previous one by a round of few seats, its move ordering is kept;
        with `afresh`, the search does not depend on earlier ones.

        Raises:
            ValueError: the search was not made for this type of state, or this seat.
        """
        if state.dtype is not self._dtype or not 0 <= seat < self._seats:
            check_root(self._search, state, seat)
        self._next_root[0] = state
        if self._among.item() != among:
            self._among[0] = among
        self._carry_on(self._searches, seat, AFRESH if afresh else FOLLOW, 0, 0)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current iteration; return whether it is finished.

        Raises:
            ValueError: the maximum depth is reached.
        """
        if self.depth == self.deepest:
            raise ValueError(
                f"this search can look {self.deepest} rounds ahead and has done so; "
                "check is_exhausted first"
            )
        return bool(self._carry_on(self._searches, 0, GO_ON, nodes, ONE_MORE))

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on iterations; return whether the search is complete.

        It is complete after an iteration of this depth, or if deeper ones would change nothing.
        """
        return bool(self._carry_on(self._searches, 0, GO_ON, nodes, max(0, depth)))

    @property
    def move(self) -> int:
        """The best move found so far; NO_MOVE before the first iteration has tried one.

        It is that of the last finished iteration, or a better one of the current iteration, which
        starts with the last best move, so that a better one can be trusted.
        """
        current: int = self._best_so_far.item() if self._is_open else NO_MOVE
        return self._best_move.item() if current == NO_MOVE else current

    @property
    def value(self) -> float:
        """The value of the last finished iteration."""
        return float(self._best.item())

    def pv(self) -> list[list[int]]:
        """Principal variation of the iteration that has just finished: a joint move per round.

        Empty during the next iteration. It is cut where a position was taken from the table, or
        overwritten by later searches.
        """
        if self._is_open or self.depth == 0:
            return []
        search, tables, own = self._search, self._search["ordering"][0], int(self._search["seat"])
        state, path = copy_state(search["states"][0]), int(tables["root_path"])
        line: list[list[int]] = []
        while len(line) < self.depth and not is_decided(state, own):
            joint, seat = [NO_MOVE] * int(search["seats"]), own
            while seat != NOBODY:
                joint[seat] = hash_move(path, tables)
                if joint[seat] < NO_MOVE:
                    return line
                path = extended_path(path, joint[seat])
                seat = next_chooser(search, state, seat)
            step(state, joint)
            line.append(joint)
        return line

    @property
    def depth(self) -> int:
        """Depth in rounds of the last finished iteration."""
        return int(self._limit.item()) - self._is_open

    @property
    def nodes(self) -> int:
        """Rounds played since `start`."""
        return nodes_of(self._search)

    @property
    def is_exhausted(self) -> bool:
        """Whether deeper iterations would change nothing."""
        return bool(is_exhausted(self._search))

    @property
    def _is_open(self) -> bool:
        return bool(self._open.item())
