"""Alpha-beta over whole rounds, to be run in slices.

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
After `limit` rounds other positions are worth what `evaluate` says, which must stay well between
-DECISIVE and DECISIVE.

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

import numpy as np

from gridbots.game import candidates, copy_state, evaluate, step, utility
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.lazy_memory import zeros
from gridbots.search.move_ordering import (
    ROOT_PATH,
    TABLES,
    extended_path,
    hash_move,
    record_best,
    sort_moves,
)
from gridbots.search.ply_stack import (
    DECISIVE,
    MOST_MOVES,
    MOST_PLIES,
    PLY,
    STATES_BEYOND,
    TREE,
    Parts,
    is_decided,
    next_seat,
)
from gridbots.search.transposition_table import (
    TRANSPOSITION,
    TRANSPOSITION_SLOTS,
    hash_of,
    store,
    suffices,
)
from gridbots.search.tree_reuse import path_to_next_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.space import Array, Record


@kernel
def start(parts: Parts, seat: int, afresh: bool) -> None:  # noqa: FBT001  for compiled code
    """Search from the position two places after the root of the last search, for this seat.

    Searched afresh, nothing that was learned before changes what is found, nor what it takes.
    """
    tree, tables = parts.tree[0], parts.tables[0]
    path = path_to_next_root(parts) if tree["seat"] == seat and not afresh else 0
    if path == 0 and (tree["seat"] >= 0 or afresh):
        tables["hash_moves"][:] = 0
    if afresh:
        tables["history"][:, :] = 0
    tables["root_path"] = path if path != 0 else ROOT_PATH
    parts.states[0] = parts.states[2]
    tree["starts"] += 1
    tree["seat"] = seat
    tree["nodes"] = 0
    tree["limit"] = 0
    tree["open"] = 0
    tree["best"] = 0.0
    tree["best_move"] = NO_MOVE


@kernel
def deepen(parts: Parts, nodes: int, depth: int) -> bool:
    """Go on, one iteration after the other, until `nodes` more rounds have been played.

    Returns:
        Whether nothing is left to find up to this depth.
    """
    tree = parts.tree[0]
    stop = tree["nodes"] + nodes
    while not is_exhausted(parts) and tree["limit"] - tree["open"] < depth:
        if not run(parts, stop - tree["nodes"]):
            return False
    return True


@kernel
def is_exhausted(parts: Parts) -> bool:
    """Whether looking deeper than the last iteration, which is finished, would change nothing."""
    tree = parts.tree[0]
    if tree["open"] or tree["limit"] == 0:
        return False
    is_settled = tree["cut_short"] == 0 or abs(tree["best"]) > DECISIVE / 2
    return bool(is_settled or tree["limit"] == len(parts.states) - STATES_BEYOND)


@kernel
def run(parts: Parts, nodes: int) -> bool:
    """Go on with the iteration, or a deeper one, until `nodes` more rounds have been played.

    Returns:
        Whether it is finished: then `best` and `best_move` of the tree are the result.
    """
    tree, root = parts.tree[0], parts.plies[0]
    if not tree["open"]:
        begin(parts, tree["limit"] + 1)
    if not search(parts, nodes):
        return False
    tree["open"] = 0
    tree["best"] = root["best"]
    tree["best_move"] = root["best_move"]
    return True


@kernel
def begin(parts: Parts, limit: int) -> None:
    """Open an iteration from the state at the root, which is not decided."""
    tree, root = parts.tree[0], parts.plies[0]
    tree["open"] = 1
    tree["limit"] = limit
    tree["cut_short"] = 0
    root["path"] = parts.tables[0]["root_path"]
    root["key"] = 0
    root["alpha"] = -np.inf
    root["beta"] = np.inf
    open_ply(parts, 0, 0, tree["seat"])


@kernel
def search(parts: Parts, nodes: int) -> bool:
    """Go on with the open iteration; whether it is finished."""
    tree = parts.tree[0]
    stop = tree["nodes"] + nodes
    while tree["ply"] >= 0:
        ply = parts.plies[tree["ply"]]
        if ply["tried"] == ply["moves"] or ply["alpha"] >= ply["beta"]:
            close_ply(parts)
        elif tree["nodes"] < stop:
            try_move(parts)
        else:
            return False
    return True


@kernel
def try_move(parts: Parts) -> None:
    """Choose the next move of the open ply; open the ply after it, or take its value."""
    ply = parts.plies[parts.tree[0]["ply"]]
    depth, move = ply["depth"], ply["order"][ply["tried"]]
    ply["tried"] += 1
    parts.joint[depth, ply["seat"]] = move
    seat = next_seat(parts.tree[0], parts.states[depth], ply["seat"])
    if seat != parts.tree[0]["seat"]:
        descend(parts, depth, seat, move)
        return
    parts.tree[0]["nodes"] += 1
    parts.states[depth + 1] = parts.states[depth]
    state = parts.states[depth + 1]
    step(state, parts.joint[depth])
    decided = is_decided(state, seat)
    if decided or depth + 1 == parts.tree[0]["limit"]:
        if not decided:
            parts.tree[0]["cut_short"] = 1
        take_worth(parts, state, depth + 1)
    else:
        descend(parts, depth + 1, seat, move)


@kernel
def take_worth(parts: Parts, state: State, depth: int) -> None:
    """Take what the position after the move of the open ply is worth, so many rounds on."""
    tree, index = parts.tree[0], parts.tree[0]["ply"]
    if tree["maxn"]:
        for seat in range(tree["seats"]):
            parts.worths[index + 1, seat] = worth(parts, state, seat, depth)
        take_for_itself(parts, index)
    else:
        take(parts.plies[index], tree["seat"], worth(parts, state, tree["seat"], depth))


@kernel
def worth(parts: Parts, state: State, seat: int, depth: int) -> float:
    """The value of a position for a seat, so many rounds from the root."""
    if is_decided(state, seat):
        return utility(state, seat) * (DECISIVE - depth)
    return evaluate(state, seat, parts.weights)


@kernel
def descend(parts: Parts, depth: int, seat: int, move: int) -> None:
    """Open the ply in which a seat chooses, after this move of the open ply."""
    index = parts.tree[0]["ply"]
    ply, following = parts.plies[index], parts.plies[index + 1]
    following["path"] = extended_path(ply["path"], move)
    following["alpha"] = ply["alpha"]
    following["beta"] = ply["beta"]
    following["key"] = 0
    if len(parts.transpositions) > 0 and seat == parts.tree[0]["seat"]:
        following["key"] = hash_of(parts.raw[depth])
        if suffices(parts, following, depth):
            take(
                ply,
                seat,
                parts.transpositions[following["key"] & (TRANSPOSITION_SLOTS - 1)]["value"],
            )
            return
    open_ply(parts, index + 1, depth, seat)


@kernel
def open_ply(parts: Parts, index: int, depth: int, seat: int) -> None:
    """Stand at a ply whose path and window are set, with none of its moves tried."""
    ply = parts.plies[index]
    ply["seat"] = seat
    ply["depth"] = depth
    ply["opened_alpha"] = ply["alpha"]
    ply["opened_beta"] = ply["beta"]
    ply["best"] = 0.0
    ply["best_move"] = NO_MOVE
    ply["tried"] = 0
    candidates(parts.states[depth], seat, ply["mask"])
    sort_moves(ply, index, parts.tables[0])
    if ply["moves"] == 0:
        ply["order"][0] = NO_MOVE
        ply["moves"] = 1
    parts.tree[0]["ply"] = index


@kernel
def close_ply(parts: Parts) -> None:
    """Remember what was best here, and hand its value to the ply before."""
    index = parts.tree[0]["ply"]
    ply = parts.plies[index]
    record_best(ply, index, parts.tables[0])
    parts.tree[0]["ply"] = index - 1
    if ply["key"] != 0:
        store(parts, ply)
    if index > 0 and parts.tree[0]["maxn"]:
        take_for_itself(parts, index - 1)
    elif index > 0:
        take(parts.plies[index - 1], parts.tree[0]["seat"], ply["best"])


@kernel
def take(ply: Record, searching: int, value: float) -> None:
    """The move tried last at this ply has this value: keep the best and narrow the window."""
    wants_high = ply["seat"] == searching
    if (value > ply["best"] if wants_high else value < ply["best"]) or ply["tried"] == 1:
        ply["best"] = value
        ply["best_move"] = ply["order"][ply["tried"] - 1]
    if wants_high:
        ply["alpha"] = max(ply["alpha"], value)
    else:
        ply["beta"] = min(ply["beta"], value)


@kernel
def take_for_itself(parts: Parts, index: int) -> None:
    """The move tried last at this ply gives every seat what stands in the row after its own."""
    ply, row, following = parts.plies[index], parts.worths[index], parts.worths[index + 1]
    value = following[ply["seat"]]
    if ply["tried"] == 1 or value > ply["best"]:
        ply["best"] = value
        ply["best_move"] = ply["order"][ply["tried"] - 1]
        for seat in range(parts.tree[0]["seats"]):
            row[seat] = following[seat]


@kernel
def choices(state: State, seat: int, mask: Array) -> int:
    """`candidates` as a kernel, so that it can be compiled on its own."""
    return candidates(state, seat, mask)


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
        transpositions: bool = False,
        maxn: bool = False,
        plain: bool = False,
    ) -> None:
        """Make room for searching records of this type; `plain` runs without numba.

        Raises:
            ValueError: both kinds are asked for; what max-n finds cannot be told by one value.
        """
        if transpositions and maxn:
            raise ValueError("expected transpositions or maxn, got both")
        self.deepest = MOST_PLIES // seats - 1
        states = zeros(self.deepest + STATES_BEYOND, dtype)
        self._parts = Parts(
            tree=np.zeros(1, TREE),
            plies=zeros(MOST_PLIES, PLY),
            states=states,
            raw=states.view(np.int8).reshape(len(states), -1),
            joint=np.full((len(states), seats), NO_MOVE),
            tables=zeros(1, TABLES),
            weights=np.array(weights, np.float64),
            transpositions=zeros(TRANSPOSITION_SLOTS if transpositions else 0, TRANSPOSITION),
            worths=np.zeros((MOST_PLIES if maxn else 0, seats)),
        )
        self._tree = self._parts.tree
        self._tree["seats"] = seats
        self._tree["maxn"] = maxn
        self._tree["seat"] = -1
        self._start = start if plain else compiled(start)
        self._run = run if plain else compiled(run)
        self._deepen = deepen if plain else compiled(deepen)
        self._choices = choices if plain else compiled(choices)
        self._mask = np.zeros(MOST_MOVES, np.uint8)

    def start(self, state: State, seat: int, *, afresh: bool = False) -> None:
        """Search for a living seat from this position, which is not over.

        Where it follows from the position before by one round of few seats, the order of moves
        that proved good there is kept; searched `afresh`, it depends on nothing before.
        """
        self._parts.states[2] = state
        self._start(self._parts, seat, afresh)

    def moves(self, state: State, seat: int) -> list[int]:
        """The moves that are searched for a seat in a position."""
        self._choices(state, seat, self._mask)
        return [move for move, chosen in enumerate(self._mask.tolist()) if chosen]

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes on the current iteration; whether it is finished."""
        return bool(self._run(self._parts, nodes))

    def deepen(self, nodes: int, depth: int) -> bool:
        """Spend up to this many nodes on as many iterations; whether nothing is left to find.

        Nothing is left once an iteration of this depth is finished, or deeper would change nothing.
        """
        return bool(self._deepen(self._parts, nodes, depth))

    @property
    def move(self) -> int:
        """The best move found so far; NO_MOVE before the first iteration has tried one.

        That of the last finished iteration, or a better one in the current: its first move is that
        of the last, so what beats it, or is all that has been tried, may be trusted.
        """
        current = int(self._parts.plies[0]["best_move"]) if self._is_open else NO_MOVE
        return int(self._tree["best_move"][0]) if current == NO_MOVE else current

    @property
    def value(self) -> float:
        """The value of the last finished iteration."""
        return float(self._tree["best"][0])

    def pv(self) -> list[list[int]]:
        """The principal variation of the iteration that was just finished: a joint move per round.

        Empty while the next one is under way. It ends early where a position was known, or where
        too many others have been searched since.
        """
        if self._is_open or self.depth == 0:
            return []
        tree, tables = self._tree[0], self._parts.tables[0]
        state, path = copy_state(self._parts.states[0]), int(tables["root_path"])
        line: list[list[int]] = []
        while len(line) < self.depth and not is_decided(state, int(tree["seat"])):
            joint, seat = [NO_MOVE] * int(tree["seats"]), int(tree["seat"])
            for _ in joint:
                joint[seat] = hash_move(path, tables)
                if joint[seat] < NO_MOVE:
                    return line
                path = extended_path(path, joint[seat])
                seat = next_seat(tree, state, seat)
                if seat == tree["seat"]:
                    break
            step(state, joint)
            line.append(joint)
        return line

    @property
    def depth(self) -> int:
        """Rounds that the last finished iteration looked ahead."""
        return int(self._tree["limit"][0]) - self._is_open

    @property
    def nodes(self) -> int:
        """Rounds played since `start`."""
        return int(self._tree["nodes"][0])

    @property
    def is_exhausted(self) -> bool:
        """Whether looking deeper would change nothing."""
        return bool(is_exhausted(self._parts))

    @property
    def _is_open(self) -> bool:
        return bool(self._tree["open"][0])
