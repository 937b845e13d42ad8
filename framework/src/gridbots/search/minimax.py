"""Minimax and expectimax to a fixed depth, choice by choice, as published programs search.

What is searched. Every choice of a seat is a ply, and who chooses later knows what was chosen
before. Played in rounds, the choices of all who are to move make one round, as everywhere else; in
a game in which seats take turns a round is one choice. Played in turns, each choice is carried out
at once (`step_seat`), although the game has all move together: so the CS221 programs search.

Order. With `own-first` the searching seat chooses first in a round, then the others in their order,
counted round from its number. With `others-first`, only in turns, they choose before it: the worst
case for it. A round is over when all have chosen, or the searching seat if it is the last. Played
in turns, what ends the match before leaves the round unfinished. A seat that is to move and has no
candidate gives no move; at the root, others without a move are passed over. Those who are left out
of a search give none either, and in turns they stand still.

Values. The searching seat maximises. The others minimise (all are against it: paranoid minimax), or
are chance nodes (the mean over their candidates, all equally likely: expectimax), or each maximises
what a position is worth to itself (max-n). A position is worth what the judge says of it, where it
says anything; else after `limit` rounds what the evaluation says (see `search.evaluation`). But for
max-n all of it is for the searching seat.

The judge is a kernel, `judge(state, seat, mover, rounds, left) -> float`: nan if nothing is decided
in this position for the searching seat, with `mover` to choose next (NOBODY: nobody is), so many
rounds after the root and before the end of the search. The default is that of `search.alphabeta`: a
match that is over, or lost, counts DECISIVE, less the rounds until then.

The horizon is a kernel too, `horizon(state, seat, left) -> left`: how many of the rounds that are
left to look at, where the searching seat is to choose after the root. By default all. Both kernels
may be partials of one and a record.

What is promised. Moves are tried in the given order, and means are sums in that order divided by
their number; values that are infinite in both directions have the mean -inf. What is exact:
    values   the value of every move of the seat that chooses first
    best     the value of the root, and which own moves go with it: `best`. Of all other moves the
             value is a bound, no better for who chooses first than that
    first    the value of the root, and the first of `best`; the others there may be bounds too,
             which only seem as good
The second and third prune by alpha-beta, fail-soft; among means there is nothing to prune. `best`
are own moves of the first round: where others choose first, those that answer one of their best
moves best. `chances` says how likely each is the answer if equals are decided as in the CS221
program of Multiplayer Snake: by a coin for each as it is found, at the root by a draw.

Of each move at the root it is also told how the others are expected to reply, until the searching
seat is to choose again: with what is best for who replies, even where it counts with the mean.

Nothing is allocated and nothing calls itself. So a search can stop after any number of nodes and go
on later; slices change nothing. A node is one position reached from another: one round played, or
one choice of one seat in turns.
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
"""In place of a limit: go on with the search that has begun."""


@kernel
def carry_on(searches: Records, seat: int, among: int, limit: int, nodes: int) -> bool:
    """Begin a search if a limit is given, and `run` a slice of it.

    Called from Python: there a record takes longer to pass than an array of one.
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
        """Make room for searching records of this type; `plain` runs without numba.

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
        """Rounds that it can look ahead."""

    def start(self, state: State, seat: int, limit: int, among: int = EVERYBODY) -> None:
        """Stand before a search for a living seat, so many rounds deep.

        `among` are the seats that choose, as bits; the searching seat must be one of them.

        Raises:
            ValueError: the search would be too deep, or was not made for such a state or seat.
        """
        self._begin(state, seat, limit, among, 0)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes; whether the search is finished."""
        return self._carry_on(self._searches, 0, 0, AS_IT_STANDS, nodes)

    def search(self, state: State, seat: int, limit: int, among: int = EVERYBODY) -> None:
        """Search to the end: `start`, then `run` until it is finished."""
        self._begin(state, seat, limit, among, UNLIMITED)

    def _begin(self, state: State, seat: int, limit: int, among: int, nodes: int) -> None:
        if not 0 <= limit <= self.deepest:
            raise ValueError(f"expected 0 to {self.deepest} rounds to look ahead, got {limit}")
        check_root(self._search, state, seat)
        if not among >> seat & 1:
            raise ValueError(f"expected seat {seat}, which searches, among those that choose")
        self._position[0] = state
        self._carry_on(self._searches, seat, among, limit, nodes)

    @property
    def values(self) -> dict[int, float]:
        """The value of each move that has been searched of the seat that chooses first, in order.

        None, if the root is decided.
        """
        found = self._search["values"].tolist()
        return {move: found[move] for move in self._preference if not math.isnan(found[move])}

    @property
    def chances(self) -> dict[int, float]:
        """How likely each own move is the answer, in order; together 1, or less where it has none.

        Where the searching seat chooses first, all of `best` are equally likely.
        """
        chances = self._root["chances"].tolist()[:-1]
        return {move: chances[move] for move in self._preference if chances[move] > 0.0}

    @property
    def best(self) -> list[int]:
        """The own moves that go with the best value, of those searched so far, in order."""
        return [*self.chances]

    @property
    def move(self) -> int:
        """The first of `best`; NO_MOVE if there is none."""
        return next(iter(self.chances), NO_MOVE)

    def replies(self, move: int) -> list[int]:
        """Expected moves of all seats until this one is to choose again, after a move at the root.

        NO_MOVE where none is: of the seat itself, and where a reply would not be searched.
        """
        line, moves = int(self._search["lines"][move]), len(self._search["lines"])
        return [expected(line, seat, moves) for seat in range(int(self._search["seats"]))]

    def pv(self, move: int | None = None) -> list[list[int]]:
        """The principal variation, as far as it is kept: `move`, or that given, with the replies.

        A joint move, or none where there is no move. Where others choose first only `move` is told.
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
        """Whether a position was evaluated, so that looking deeper may change something."""
        return bool(self._search["cut_short"])


class Deepening:
    """Iterative deepening: a search for one seat, one round deeper whenever one is finished.

    As with `alphabeta.AlphaBeta`, `move`, `value` and `depth` say what has been found so far.
    """

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        variant: SearchVariant | None = None,
        *,
        plain: bool = False,
    ) -> None:
        """Make ready, as for `Minimax`."""
        self._search = Minimax(dtype, seats, weights, variant, plain=plain)

    def start(self, state: State, seat: int, among: int = EVERYBODY) -> None:
        """Search for a living seat from this position, which is not over."""
        self._state = state
        self._seat = seat
        self._among = among
        self._open = False
        self._spent = 0
        self.depth = 0
        """Rounds that the last finished search looked ahead."""
        self.move = NO_MOVE
        self.value = 0.0
        self._pv: list[list[int]] = []
        self.is_exhausted = False
        """Whether looking deeper would change nothing."""

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current depth; whether it is finished."""
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
        """Spend up to this many nodes on as many depths; whether nothing is left to find."""
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
