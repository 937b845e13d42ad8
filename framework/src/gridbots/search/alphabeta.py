"""Alpha-beta with iterative deepening, over whole rounds, to be run in slices.

What is searched. In each round the searching seat chooses first, then the other seats that are to
move in their order, each knowing the choices before; then the round is played. A seat that is to
move and has no candidate gives no move, and so does the searching seat in rounds of others. The
searching seat wants the value high, all others want it low (with two seats, their interests in a
zero-sum game; with more, the pessimistic view called paranoid). Where all move at once, those who
choose later know more than they would at the board: the value is a lower bound of what the seat
can hold, as far as evaluations go. What a game draws is drawn from the generator of the state at
the root, so that each position has one future only.

Values. A position in which the match is over or the seat is out is worth its utility times
(DECISIVE - rounds from the root): winning soon is better than late, losing late better than soon.
After `limit` rounds other positions are worth what the evaluation says (see `search.evaluation`),
which must stay well between -DECISIVE and DECISIVE.

What is promised. The search is fail-soft within a window (alpha, beta) per ply: the value of a ply
is exact if it lies strictly between, an upper bound if it is at most alpha, a lower bound if it is
at least beta. The window of the root is open, so the value of a finished iteration is exact, and
the move has that value. Among moves of equal value the one tried first stays. The order in which
moves are tried changes node counts and the choice among equals, never the value.

With `transpositions`, positions at the start of a round that were reached before in this iteration,
in another order of moves, are not searched again where what is known of them suffices. The value of
a finished iteration stays the same. It pays where heads leave no trace of how they came: within
land in Paper.io; hardly ever in Light Riders, where another way is another trail.

With `maxn` each seat wants its own value high, and is worth to itself what `evaluate` or its own
utility says (max-n, Luckhardt and Irani 1986). That is no bound of anything, and nothing can be
left out; but with more than two seats it takes others for what they are. A position in which the
searching seat is out is not searched further.

Nothing is allocated and nothing calls itself: plies and states lie in arrays, and where a search
stands is written in a record. So it can stop after any number of nodes and go on later; slices do
not change what it finds, nor how many nodes it takes. A node is one round played.
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

    `start` sets the position; `run` spends nodes, going one round deeper whenever an iteration is
    finished; `move`, `value` and `depth` say what has been found so far.
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
        """Make room for searching records of this type; `plain` runs without numba.

        Raises:
            ValueError: the game has not what the evaluation needs; or both kinds are asked for:
                what max-n finds cannot be told by one value.
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
        # Numbers are read faster from arrays than from records.
        self._iteration = iteration = self._searches["iteration"][0]
        self._open, self._limit = iteration["open"], iteration["limit"]
        self._best, self._best_move = iteration["best"], iteration["best_move"]
        self._best_so_far = self._searches["plies"]["best_move"][0, :1]
        self._among = self._searches["among"]
        self._next_root = self._search["states"][NEXT_ROOT : NEXT_ROOT + 1]
        self._carry_on = carry_on if plain else compiled(carry_on)
        self.deepest = int(iteration["deepest"][0])
        """Rounds that it can look ahead."""

    def start(
        self, state: State, seat: int, among: int = EVERYBODY, *, afresh: bool = False
    ) -> None:
        """Search for a living seat from this position, which is not over.

        `among` are the seats that choose, as bits; the searching seat must be one of them.
        Where it follows from the position before by one round of few seats, the order of moves
        that proved good there is kept; searched `afresh`, it depends on nothing before.

        Raises:
            ValueError: the search was not made for such a state or seat.
        """
        if state.dtype is not self._dtype or not 0 <= seat < self._seats:
            check_root(self._search, state, seat)
        self._next_root[0] = state
        if self._among.item() != among:
            self._among[0] = among
        self._carry_on(self._searches, seat, AFRESH if afresh else FOLLOW, 0, 0)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current iteration; whether it is finished.

        Raises:
            ValueError: it cannot look deeper.
        """
        if self.depth == self.deepest:
            raise ValueError(
                f"this search can look {self.deepest} rounds ahead, and has: ask is_exhausted first"
            )
        return bool(self._carry_on(self._searches, 0, GO_ON, nodes, ONE_MORE))

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on as many iterations; whether nothing is left to find.

        Nothing is left once an iteration of this depth is finished, or deeper would change nothing.
        """
        return bool(self._carry_on(self._searches, 0, GO_ON, nodes, max(0, depth)))

    @property
    def move(self) -> int:
        """The best move found so far; NO_MOVE before the first iteration has tried one.

        That of the last finished iteration, or a better one in the current: its first move is that
        of the last, so what beats it, or is all that has been tried, may be trusted.
        """
        current: int = self._best_so_far.item() if self._is_open else NO_MOVE
        return self._best_move.item() if current == NO_MOVE else current

    @property
    def value(self) -> float:
        """The value of the last finished iteration."""
        return float(self._best.item())

    def pv(self) -> list[list[int]]:
        """The principal variation of the iteration that was just finished: a joint move per round.

        Empty while the next one is under way. It ends early where a position was known, or where
        too many others have been searched since.
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
        """Rounds that the last finished iteration looked ahead."""
        return int(self._limit.item()) - self._is_open

    @property
    def nodes(self) -> int:
        """Rounds played since `start`."""
        return nodes_of(self._search)

    @property
    def is_exhausted(self) -> bool:
        """Whether looking deeper would change nothing."""
        return bool(is_exhausted(self._search))

    @property
    def _is_open(self) -> bool:
        return bool(self._open.item())
