"""Minimax in turns: each seat's move is played at once, and the next seat sees it.

So the published programs search games in which all move at once. What they differ in is said by a
`Manner`. The seats of a round move in their cyclic order: `own-first`, or `opponents-first`, which
is the worst case for the seat that searches. A round is over when all have moved; depth is counted
in rounds, hence in own moves. The searching seat wants the value high. All others want it low, or
with `others="random"` choose each of their moves equally often: then their mean counts.

Values. After `limit` rounds a position is worth what `evaluate` says for the searching seat. A
position in which the match is over, or the searching seat is out, is worth the manner's `won`,
`lost` or `drawn` (utilities between them in proportion), or with `judged` what `evaluate` says; it
is looked for after each turn. Which of the two comes first where both apply, `leaf_first` says. A
seat to move that has no move passes (`turn` is told NO_MOVE); with `own_stuck` and `others_stuck`
the search says instead that the value is the worst for that seat, -inf or inf. A match is not over
at the root, and opponents who would move first but have no move are passed over there.

What is promised. `values` holds the value of each move of the seat that moves first, and `best` all
own moves of the first round that go with the best value: where opponents move first, those that
answer one of their best moves best. How branches are left says how much of this is exact:
    never   all of it (plain minimax)
    beyond  the value, and all of `best`: a branch is left when its value lies outside the window
    equal   the value, and the first of `best`: a branch is left also when it can only be as good
With the last two the search is fail-soft: other values are bounds, no better for who chooses
there than the value. Moves are tried in the order of the manner and `best` is told in it.

Nothing calls itself: the plies from the root lie in an array, each with its own state, so a search
can stop after any number of nodes and go on later. A node is one turn played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec
import numpy as np

from gridbots.game import candidates, evaluate, is_living, is_over, is_to_move, legal, turn, utility
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.alphabeta import MOST_MOVES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.space import Record

NEVER: Final = 0
BEYOND: Final = 1
EQUAL: Final = 2
Cut = Literal["never", "beyond", "equal"]
CUTS: Final[tuple[Cut, ...]] = ("never", "beyond", "equal")
Order = Literal["own-first", "opponents-first"]
Others = Literal["worst", "random"]

DEEPEST: Final = 64
"""Rounds that `Deepening` looks ahead at most."""

TREE: Final = np.dtype(
    [
        ("seat", "i8"),  # who searches
        ("seats", "i8"),
        ("considered", "i8"),  # set of the seats that move, a bit each
        ("limit", "i8"),  # rounds to look ahead
        ("won", "f8"),  # what results are worth
        ("drawn", "f8"),
        ("lost", "f8"),
        ("preference", "i8", (MOST_MOVES,)),  # the moves in the order in which they are tried
        ("opponents_first", "u1"),
        ("leaf_first", "u1"),  # 1: after the last round a finished match is evaluated too
        ("judged", "u1"),  # 1: finished matches are always evaluated
        ("all_legal", "u1"),  # 1: all legal moves; else the candidates
        ("own_stuck", "u1"),  # 1: without a move the searching seat has lost
        ("others_stuck", "u1"),  # 1: without a move another seat has lost
        ("averages", "u1"),  # 1: others choose at random
        ("cut", "u1"),
        ("cut_short", "u1"),  # 1: a position was evaluated, so looking deeper may differ
        ("ply", "i8"),  # where the search stands: index of the open ply, -1 when finished
        ("nodes", "i8"),  # turns played since the start
    ]
)

PLY: Final = np.dtype(
    [
        ("seat", "i8"),  # who chooses
        ("rounds", "i8"),  # finished since the root
        ("alpha", "f8"),  # the searching seat has this much elsewhere
        ("beta", "f8"),  # the others have this much elsewhere
        ("best", "f8"),
        ("answers", "i8"),  # set of own first moves that go with the best value, a bit each
        ("answered", "u1"),  # 1: the own first move lies above
        ("moves", "i8"),  # number of moves to try; a pass counts as one
        ("tried", "i8"),
        ("order", "i8", (MOST_MOVES,)),
        ("values", "f8", (MOST_MOVES,)),  # of the moves tried, in that order
        ("mask", "u1", (MOST_MOVES,)),
    ]
)


class Manner(msgspec.Struct, frozen=True):
    """What published searches differ in."""

    order: Order = "own-first"
    cut: Cut = "equal"
    others: Others = "worst"
    won: float = 1.0
    drawn: float = 0.0
    lost: float = -1.0
    judged: bool = False
    """Finished matches are worth what `evaluate` says of them."""
    leaf_first: bool = False
    """After the last round a position is evaluated even if the match is over."""
    moves: Literal["candidates", "legal"] = "candidates"
    own_stuck: bool = False
    """Without a move the searching seat gets the worst value; else it passes."""
    others_stuck: bool = False
    """The same for the others."""
    preference: tuple[int, ...] = tuple(range(MOST_MOVES))
    """The moves in the order in which they are tried."""

    def __post_init__(self) -> None:
        if self.others == "random" and (self.cut, self.order) != ("never", "own-first"):
            raise ValueError(
                "expected cut=never and order=own-first where others move at random, "
                f"got cut={self.cut} and order={self.order}"
            )


class Parts(NamedTuple):
    """All that a search works with; compiled code takes it as one argument."""

    tree: Any
    """TREE: one record."""
    plies: Any
    """PLY: an array, one element per turn from the root, and one for the last position."""
    states: Any
    """An array of the game's records, one per ply."""
    weights: Any
    """float64: of the evaluation."""


@kernel
def begin(parts: Parts) -> None:
    """Stand at the root, whose state is set, with nothing tried."""
    tree, root = parts.tree, parts.plies[0]
    tree["nodes"] = 0
    tree["cut_short"] = 0
    root["rounds"] = 0
    root["alpha"] = -np.inf
    root["beta"] = np.inf
    root["answered"] = 0
    root["moves"] = 0
    root["answers"] = 0
    seat = tree["seat"]
    if tree["opponents_first"]:
        seat = first_opponent(parts)
    open_ply(parts, 0, seat)


@kernel
def first_opponent(parts: Parts) -> int:
    """The first opponent that has a move; the searching seat if none has."""
    tree, state, root = parts.tree, parts.states[0], parts.plies[0]
    seat = next_seat(tree, state, tree["seat"])
    while seat != tree["seat"] and list_moves(tree, state, seat, root) == 0:
        seat = next_seat(tree, state, seat)
    return seat


@kernel
def run(parts: Parts, nodes: int) -> bool:
    """Go on until the search is finished or `nodes` more turns have been played.

    Returns:
        Whether it is finished: then the root holds the result.
    """
    tree = parts.tree
    stop = tree["nodes"] + nodes
    while tree["ply"] >= 0:
        ply = parts.plies[tree["ply"]]
        if ply["tried"] == ply["moves"] or is_cut(tree["cut"], ply):
            close_ply(parts)
        elif tree["nodes"] < stop:
            try_move(parts)
        else:
            return False
    return True


@kernel
def is_cut(cut: int, ply: Record) -> bool:
    """Whether the rest of a ply need not be tried."""
    if cut == EQUAL:
        return bool(ply["alpha"] >= ply["beta"])
    return bool(cut == BEYOND and ply["alpha"] > ply["beta"])


@kernel
def try_move(parts: Parts) -> None:
    """Play the next move of the open ply; open the ply after it, or take its value."""
    tree, index = parts.tree, parts.tree["ply"]
    ply, following = parts.plies[index], parts.plies[index + 1]
    mover, move = ply["seat"], ply["order"][ply["tried"]]
    ply["tried"] += 1
    tree["nodes"] += 1
    parts.states[index + 1] = parts.states[index]
    state = parts.states[index + 1]
    turn(state, mover, move)
    over = is_over(state) or not is_living(state, tree["seat"])
    # A turn that ends the match leaves the round unfinished if others were yet to move.
    seat = next_seat(tree, parts.states[index] if over else state, mover)
    following["rounds"] = ply["rounds"] + closes_round(tree, mover, seat)
    at_leaf = following["rounds"] == tree["limit"]
    if at_leaf and (tree["leaf_first"] or not over):
        tree["cut_short"] = 1
        take(tree, ply, evaluate(state, tree["seat"], parts.weights), 0)
    elif over:
        take(tree, ply, worth(parts, state), 0)
    else:
        following["alpha"] = ply["alpha"]
        following["beta"] = ply["beta"]
        following["answered"] = ply["answered"] or mover == tree["seat"]
        open_ply(parts, index + 1, seat)


@kernel
def worth(parts: Parts, state: State) -> float:
    """The value of a finished match."""
    tree = parts.tree
    if tree["judged"]:
        return evaluate(state, tree["seat"], parts.weights)
    result = utility(state, tree["seat"])
    end = tree["won"] if result > 0.0 else tree["lost"]
    return float(tree["drawn"] + abs(result) * (end - tree["drawn"]))


@kernel
def next_seat(tree: Record, state: State, seat: int) -> int:
    """Who chooses after a seat: the next considered one, counted round, that is to move."""
    for ahead in range(1, tree["seats"] + 1):
        following = (seat + ahead) % tree["seats"]
        if following == tree["seat"]:
            return int(following)
        if tree["considered"] >> following & 1 and is_to_move(state, following):
            return int(following)
    return int(tree["seat"])


@kernel
def closes_round(tree: Record, mover: int, following: int) -> int:
    """1 if a round ends between the choices of these two seats, else 0."""
    if tree["opponents_first"]:
        return int(mover == tree["seat"])
    return int(following == tree["seat"])


@kernel
def open_ply(parts: Parts, index: int, seat: int) -> None:
    """Let a seat choose at a ply whose state and window are set."""
    tree, ply = parts.tree, parts.plies[index]
    ply["seat"] = seat
    ply["tried"] = 0
    ply["answers"] = 0
    own = seat == tree["seat"]
    ply["best"] = -np.inf if own else np.inf
    if tree["averages"] and not own:
        ply["best"] = 0.0
    tree["ply"] = index
    stuck = tree["own_stuck"] if own else tree["others_stuck"]
    if list_moves(tree, parts.states[index], seat, ply) == 0 and not stuck:
        ply["order"][0] = NO_MOVE
        ply["moves"] = 1


@kernel
def list_moves(tree: Record, state: State, seat: int, ply: Record) -> int:
    """Write the moves of a seat in the order of the manner; how many there are."""
    if tree["all_legal"]:
        legal(state, seat, ply["mask"])
    else:
        candidates(state, seat, ply["mask"])
    count = 0
    for place in range(MOST_MOVES):
        move = tree["preference"][place]
        if move != NO_MOVE and ply["mask"][move]:
            ply["order"][count] = move
            count += 1
    ply["moves"] = count
    return count


@kernel
def close_ply(parts: Parts) -> None:
    """Hand the value of the open ply to the one before."""
    tree, index = parts.tree, parts.tree["ply"]
    ply = parts.plies[index]
    tree["ply"] = index - 1
    if tree["averages"] and ply["seat"] != tree["seat"] and ply["moves"] > 0:
        ply["best"] /= ply["moves"]
    if index > 0:
        take(tree, parts.plies[index - 1], ply["best"], ply["answers"])


@kernel
def take(tree: Record, ply: Record, value: float, answers: int) -> None:
    """The move tried last at this ply has this value: keep the best and narrow the window."""
    last = ply["tried"] - 1
    own, move = ply["seat"] == tree["seat"], ply["order"][last]
    ply["values"][last] = value
    if own and not ply["answered"]:
        answers = 1 << move if move != NO_MOVE else 0
    if tree["averages"] and not own:
        ply["best"] += value
    elif last == 0 or (value > ply["best"] if own else value < ply["best"]):
        ply["best"] = value
        ply["answers"] = answers
    elif value == ply["best"]:
        ply["answers"] |= answers
    if own:
        ply["alpha"] = max(ply["alpha"], value)
    else:
        ply["beta"] = min(ply["beta"], value)


def write_manner(tree: Record, manner: Manner) -> None:
    """Set the fields of a tree that a manner decides."""
    for name in ("won", "drawn", "lost", "judged", "leaf_first", "own_stuck", "others_stuck"):
        tree[name] = getattr(manner, name)
    tree["opponents_first"] = manner.order == "opponents-first"
    tree["all_legal"] = manner.moves == "legal"
    tree["averages"] = manner.others == "random"
    tree["cut"] = CUTS.index(manner.cut)
    tree["preference"] = NO_MOVE
    tree["preference"][: len(manner.preference)] = manner.preference


class Turns:
    """A search for one seat to a given depth.

    `start` sets the position; `run` spends nodes; when it is finished `value`, `values`, `best`
    and `move` are the result.
    """

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        manner: Manner,
        *,
        plain: bool = False,
    ) -> None:
        """Make ready for searching records of this type; `plain` runs without numba."""
        self._dtype = dtype
        self._tree = np.zeros(1, TREE)[0]
        self._tree["seats"] = seats
        self._tree["ply"] = -1
        write_manner(self._tree, manner)
        self._weights = np.array(weights, np.float64)
        self._begin = begin if plain else compiled(begin)
        self._run = run if plain else compiled(run)
        self._make_room(0)

    def _make_room(self, plies: int) -> None:
        self._parts = Parts(
            self._tree, np.zeros(plies, PLY), np.zeros(plies, self._dtype), self._weights
        )

    def start(
        self, state: State, seat: int, rounds: int, considered: Sequence[int] | None = None
    ) -> None:
        """Search for a living seat from this position, which is not over, so many rounds ahead.

        `considered` are the seats that move; the others stay where they are. By default all move.
        """
        tree, seats = self._tree, int(self._tree["seats"])
        if rounds < 1:
            raise ValueError(f"expected at least one round to look ahead, got {rounds}")
        if len(self._parts.plies) <= rounds * seats:
            self._make_room(rounds * seats + 1)
        chosen = range(seats) if considered is None else considered
        tree["considered"] = sum({1 << other for other in chosen})
        tree["seat"] = seat
        tree["limit"] = rounds
        self._parts.states[0] = state
        self._begin(self._parts)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes; whether the search is finished."""
        return bool(self._run(self._parts, nodes))

    @property
    def value(self) -> float:
        return float(self._parts.plies[0]["best"])

    @property
    def values(self) -> dict[int, float]:
        """By the moves of the seat that moves first, in the order in which they were tried."""
        root = self._parts.plies[0]
        tried = int(root["tried"])
        pairs = zip(root["order"].tolist()[:tried], root["values"].tolist(), strict=False)
        return {move: value for move, value in pairs if move != NO_MOVE}

    @property
    def best(self) -> list[int]:
        """The own moves that go with the best value, in the order of the manner."""
        answers = int(self._parts.plies[0]["answers"])
        preference = self._tree["preference"].tolist()
        return [move for move in preference if move != NO_MOVE and answers >> move & 1]

    @property
    def move(self) -> int:
        """The first of `best`; NO_MOVE if there is none."""
        return next(iter(self.best), NO_MOVE)

    @property
    def is_cut_short(self) -> bool:
        """Whether a position was evaluated, so that looking deeper may change something."""
        return bool(self._tree["cut_short"])

    @property
    def nodes(self) -> int:
        """Turns played since `start`."""
        return int(self._tree["nodes"])


class Deepening:
    """A search for one seat in turns, one round deeper whenever one is finished.

    As with `alphabeta.AlphaBeta`, `move`, `value` and `depth` say what has been found so far.
    """

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        manner: Manner,
        *,
        plain: bool = False,
    ) -> None:
        """Make ready, as for `Turns`."""
        self._search = Turns(dtype, seats, weights, manner, plain=plain)

    def start(self, state: State, seat: int) -> None:
        """Search for a living seat from this position, which is not over."""
        self._state = state
        self._seat = seat
        self._open = False
        self._spent = 0
        self.depth = 0
        """Rounds that the last finished search looked ahead."""
        self.move = NO_MOVE
        self.value = 0.0
        self.is_exhausted = False
        """Whether looking deeper would change nothing."""

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current depth; whether it is finished."""
        if not self._open:
            self._search.start(self._state, self._seat, self.depth + 1)
            self._open = True
        if not self._search.run(nodes):
            return False
        self._open = False
        self._spent += self._search.nodes
        self.depth += 1
        self.move, self.value = self._search.move, self._search.value
        self.is_exhausted = not self._search.is_cut_short or self.depth == DEEPEST
        return True

    @property
    def nodes(self) -> int:
        """Turns played since `start`."""
        return self._spent + (self._search.nodes if self._open else 0)
