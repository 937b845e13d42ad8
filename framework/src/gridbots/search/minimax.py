"""Minimax, expectimax and max-n to a fixed depth, choice by choice, as in published programs.

Game tree. Every choice of a seat is a ply, and later choosers know earlier choices. Played in
rounds, the choices of all seats to move make one round, as everywhere else; if seats take turns, a
round is one choice. Played in turns, each choice is carried out at once (`step_seat`), although the
seats of the game move simultaneously: the CS221 programs search in this way.

Order. With `own-first` the searching seat chooses first in a round, then the others in order of
their numbers, counted from its own. With `others-first`, only in turns, the others choose before
it: its worst case. A round is over when all have chosen, or the searching seat, if it is the last.
In turns, an earlier end of the match leaves the round unfinished. A seat to move without a
candidate makes no move; at the root, others without a move are skipped. Seats that are excluded
from a search make no move either, and in turns they rest.

Values. The searching seat maximises. The others minimise (paranoid minimax), or are chance nodes
(the mean over their candidates, all equally likely: expectimax), or each maximises its own value
(max-n). The value of a decided position is its `terminal_value`; after `limit` rounds, the value of
any other position is that of the evaluation (see `search.evaluation`). Except in max-n, all values
are for the searching seat.

`terminal_value(state, seat, mover, rounds, left) -> float` is a kernel: the value of a decided
position for the searching seat, nan if it is not decided. `mover` is to choose next (or NOBODY),
`rounds` after the root and `left` rounds before the end of the search. The default is that of
`search.alphabeta`: a finished or lost match has the value DECISIVE, minus the rounds until then.

The horizon is a kernel, `horizon(state, seat, left) -> left`: the number of remaining rounds to
search, at choices of the searching seat below the root. By default all of them. Both kernels may be
partials of a kernel and a record.

Guarantees. Moves are tried in the given order, and means are sums in that order divided by their
number; values infinite in both directions have the mean -inf. Exact results are:
    values   the value of every move of the seat that chooses first
    best     the value of the root, and the own moves with this value: `best`. The values of all
             other moves are bounds, no better for the first chooser than the value of the root
    first    the value of the root, and the first of `best`; the others in `best` may be bounds,
             which only seem equal
The second and third prune by alpha-beta, fail-soft; means are not pruned. `best` are own moves of
the first round: if others choose first, the best answers to one of their best moves. `chances` are
the probabilities of the answers if equals are decided as in the CS221 program of Multiplayer Snake:
by a coin for each as it is found, at the root by a draw.

Each move at the root also has the expected replies of the others until the searching seat is to
choose again: the best for the replying seat, even if its node is a mean.

There are no allocations and no recursion. So a search can stop after any number of nodes and resume
later; slices change nothing. A node is one position reached from another: one round played, or one
choice of one seat in turns.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import step_seat
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel, offers
from gridbots.search.backup import expected
from gridbots.search.core import begin, run
from gridbots.search.ply_stack import EVERYBODY, MOST_PLIES, UNLIMITED, check_root, check_seats
from gridbots.search.variant import EXACT, EXPECTIMAX, Exact, SearchVariant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State

    Records = np.ndarray[Any, np.dtype[np.void]]

__all__ = ["EXACT", "EXPECTIMAX", "Deepening", "Exact", "Minimax", "SearchVariant"]

AS_IT_STANDS: Final = -1
"""In place of a limit: continue the current search."""


@kernel
def carry_on(searches: Records, seat: int, among: int, limit: int, nodes: int) -> bool:
    """Begin a search if a limit is given, and `run` a slice of it.

    Called from Python, where an array of one record is passed faster than a record.
    """
    search = searches[0]
    if limit != AS_IT_STANDS:
        search["seat"] = seat
        search["among"] = among
        begin(search, limit)
    return run(search, nodes)


class Minimax:
    """Fixed-depth search for one seat."""

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        variant: SearchVariant | None = None,
        *,
        plain: bool = False,
    ) -> None:
        """Allocate a search of records of this type; `plain` runs without numba.

        Raises:
            ValueError: the game of these records cannot be searched, or not in turns.
        """
        variant = variant or SearchVariant()
        check_seats(seats)
        if variant.played == "in-turns" and not offers(step_seat, np.zeros(1, dtype)):
            raise ValueError("expected a game with the verb step_seat, got one without it")
        self._searches = np.zeros(1, variant.dtype(dtype, len(weights)))
        self._search = self._searches[0]
        variant.write(self._search, weights)
        self._search["seats"] = seats
        self._position, self._root = self._search["states"][:1], self._search["plies"][0]
        self._preference = variant.preference or tuple(range(len(self._search["order"])))
        self._carry_on = carry_on if plain else compiled(carry_on)
        self.deepest = MOST_PLIES // seats
        """Maximum depth in rounds."""

    def start(self, state: State, seat: int, limit: int, among: int = EVERYBODY) -> None:
        """Set up a search for a living seat, `limit` rounds deep.

        `among` is the set of seats that choose, as bits, including the searching seat.

        Raises:
            ValueError: the search is too deep, or was not made for this type of state, or this
            seat.
        """
        self._begin(state, seat, limit, among, 0)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes; return whether the search is finished."""
        return self._carry_on(self._searches, 0, 0, AS_IT_STANDS, nodes)

    def search(self, state: State, seat: int, limit: int, among: int = EVERYBODY) -> None:
        """Search to the end: `start`, then `run` until it is finished."""
        self._begin(state, seat, limit, among, UNLIMITED)

    def _begin(self, state: State, seat: int, limit: int, among: int, nodes: int) -> None:
        if not 0 <= limit <= self.deepest:
            raise ValueError(f"expected 0 to {self.deepest} rounds to look ahead, got {limit}")
        check_root(self._search, state, seat)
        if not among >> seat & 1:
            raise ValueError(
                f"expected the searching seat {seat} among the seats that choose a move"
            )
        self._position[0] = state
        self._carry_on(self._searches, seat, among, limit, nodes)

    @property
    def values(self) -> dict[int, float]:
        """The values of the searched moves of the first chooser, in order.

        Empty if the root is decided.
        """
        found = self._search["values"].tolist()
        return {move: found[move] for move in self._preference if not math.isnan(found[move])}

    @property
    def chances(self) -> dict[int, float]:
        """Probability that each own move is the answer, in order; the sum is at most 1.

        If the searching seat chooses first, all of `best` are equally likely.
        """
        chances = self._root["chances"].tolist()[:-1]
        return {move: chances[move] for move in self._preference if chances[move] > 0.0}

    @property
    def best(self) -> list[int]:
        """Own moves with the best value found, in order."""
        return [*self.chances]

    @property
    def move(self) -> int:
        """The first of `best`; NO_MOVE if there is none."""
        return next(iter(self.chances), NO_MOVE)

    def replies(self, move: int) -> list[int]:
        """Expected moves of all seats after a move at the root, until this seat chooses again.

        NO_MOVE for the seat itself, and for replies that would not be searched.
        """
        line, moves = int(self._search["lines"][move]), len(self._search["lines"])
        return [expected(line, seat, moves) for seat in range(int(self._search["seats"]))]

    def pv(self, move: int | None = None) -> list[list[int]]:
        """The first joint move of the principal variation: `move`, or the given one, with replies.

        Empty without a move. If others choose first, it contains only `move`.
        """
        chosen = self.move if move is None else move
        if chosen == NO_MOVE:
            return []
        seats, seat = int(self._search["seats"]), int(self._search["seat"])
        joint = [NO_MOVE] * seats if self._search["others_first"] else self.replies(chosen)
        joint[seat] = chosen
        return [joint]

    @property
    def value(self) -> float:
        """The value of the root, when the search is finished."""
        return float(self._search["result"])

    @property
    def nodes(self) -> int:
        """Positions reached since `start`."""
        return int(self._search["nodes"])

    @property
    def is_cut_short(self) -> bool:
        """Whether a leaf was evaluated, so that a deeper search may change the result."""
        return bool(self._search["cut_short"])


class Deepening:
    """Iterative deepening: a search for one seat, one round deeper after each finished one.

    As in `alphabeta.AlphaBeta`, `move`, `value` and `depth` are the results so far.
    """

    def __init__(self, search: Minimax) -> None:
        self._search = search

    def start(self, state: State, seat: int, among: int = EVERYBODY) -> None:
        """Start a search for a living seat from this position, which is not over."""
        self._state = state
        self._seat = seat
        self._among = among
        self._open = False
        self._spent = 0
        self.depth = 0
        """Depth in rounds of the last finished search."""
        self.move = NO_MOVE
        self.value = 0.0
        self._pv: list[list[int]] = []
        self.is_exhausted = False
        """Whether a deeper search would change nothing."""

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current depth; return whether it is finished."""
        if not self._open:
            self._search.start(self._state, self._seat, self.depth + 1, self._among)
            self._open = True
        if not self._search.run(nodes):
            return False
        self._open = False
        self._spent += self._search.nodes
        self.depth += 1
        self.move, self.value = self._search.move, self._search.value
        self._pv = self._search.pv()
        self.is_exhausted = not self._search.is_cut_short or self.depth == self._search.deepest
        return True

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes; return whether the search is complete."""
        stop = self.nodes + nodes
        while self.depth < depth and not self.is_exhausted:
            if not self.run(stop - self.nodes):
                return False
        return True

    def pv(self) -> list[list[int]]:
        """The principal variation of the last finished search; see `Minimax.pv`."""
        return self._pv

    @property
    def nodes(self) -> int:
        """Turns played since `start`."""
        return self._spent + (self._search.nodes if self._open else 0)
