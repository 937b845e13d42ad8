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

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.game import (
    candidates,
    copy_state,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    step,
    utility,
)
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.room import zeros

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.space import Array, Record

DECISIVE: Final = 1e6
"""Value of a match won at the root. Evaluations beyond a tenth of it would be taken for results."""

MOST_MOVES: Final = 8

MOST_JOINT_MOVES: Final = 1024
"""From one round to the next, so many joint moves are tried to find what was played."""

TREE: Final = np.dtype(
    [
        ("seat", "i8"),  # who searches
        ("seats", "i8"),
        ("limit", "i8"),  # rounds to look ahead in this iteration
        ("ply", "i8"),  # where the search stands: index of the open ply, -1 when finished
        ("nodes", "i8"),  # rounds played since the start
        ("starts", "i8"),  # how many searches were started: what is known of others is forgotten
        ("best", "f8"),  # value of the last finished iteration
        ("best_move", "i8"),  # its move, NO_MOVE before there is one
        ("open", "u1"),  # 1: an iteration is under way
        ("maxn", "u1"),  # 1: every seat for itself
        ("cut_short", "u1"),  # 1: a position of this iteration was evaluated, so deeper may differ
    ]
)

PLY: Final = np.dtype(
    [
        ("seat", "i8"),  # who chooses
        ("depth", "i8"),  # rounds from the root: index of the state
        ("alpha", "f8"),  # the searching seat has this much elsewhere
        ("beta", "f8"),  # the others have this much elsewhere
        ("opened_alpha", "f8"),  # the window when the ply was opened
        ("opened_beta", "f8"),
        ("key", "i8"),  # of the position, at the start of a round with transpositions; else 0
        ("best", "f8"),
        ("best_move", "i8"),  # NO_MOVE until a move has been searched, or where there is none
        ("path", "i8"),  # key of the moves from the root
        ("moves", "i8"),  # number of candidates; where there is none, no move counts as one
        ("tried", "i8"),  # how many of them have been tried
        ("order", "i8", (MOST_MOVES,)),  # these moves, best guess first
        ("mask", "u1", (MOST_MOVES,)),
    ]
)


class Parts(NamedTuple):
    """All that a search works with; compiled code takes it as one argument."""

    tree: Any
    """TREE: an array of one record, which is handed over faster than a record."""
    plies: Any
    """PLY: an array, one element per choice from the root to where the search stands."""
    states: Any
    """An array of the game's records, one per round from the root."""
    raw: Any
    """int8: the same records as rows of bytes."""
    joint: Any
    """int64: move by round and seat."""
    tables: Any
    """TABLES: likewise."""
    weights: Any
    """float64: of the evaluation."""
    known: Any
    """KNOWN: an array of KNOWN_SLOTS positions, or of none without transpositions."""
    worths: Any
    """float64, by ply and seat: what each seat gets, with max-n; else there is nothing."""


KNOWN_SLOTS: Final = 1 << 16
"""Positions remembered. Fewer means that more are searched again."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

KNOWN: Final = np.dtype(
    [
        ("key", "i8"),
        ("starts", "i8"),  # in which search it was found
        ("depth", "i4"),  # rounds from the root
        ("limit", "i4"),  # of the iteration
        ("value", "f8"),
        ("bound", "i1"),  # EXACT, AT_LEAST or AT_MOST
        ("best_move", "i1"),
    ],
    align=True,
)

MULTIPLIER: Final = 0x2545F4914F6CDD1D
POSITIVE: Final = (1 << 63) - 1
"""Products are cut to so many bits, so that plain Python and compiled code give the same keys."""


# Keys of paths: polynomials over a prime, small enough that products fit into 63 bits.
PRIME: Final = (1 << 40) - 87
BASE: Final = 5_867_753
ROOT_PATH: Final = 1

# What the search remembers, only to guess the best order of moves: the best move after each path of
# moves from the root (from the iteration before), and how often a move was best at each ply.

SLOT_BITS: Final = 16
SLOTS: Final = 1 << SLOT_BITS
"""Paths remembered. Fewer means worse order in deep searches; more means slower memory."""

MOVE_BITS: Final = 4
FIRST_MOVE: Final = 2
"""In an entry, 0 is no move that was remembered: 1 is NO_MOVE, and from 2 on come the moves."""

MOST_PLIES: Final = 512

STATES_BEYOND: Final = 2
"""Room for so many states besides those of the deepest iteration and one for each round of it."""

TABLES: Final = np.dtype(
    [
        ("root_path", "i8"),
        ("entries", "u4", (SLOTS,)),  # what is left of a path beyond its slot, and the move
        ("often", "i8", (MOST_PLIES, MOST_MOVES)),
    ]
)


@kernel
def start(parts: Parts, seat: int, afresh: bool) -> None:  # noqa: FBT001  for compiled code
    """Search from the position two places after the root of the last search, for this seat.

    Searched afresh, nothing that was learned before changes what is found, nor what it takes.
    """
    tree, tables = parts.tree[0], parts.tables[0]
    path = path_to_following(parts) if tree["seat"] == seat and not afresh else 0
    if path == 0 and (tree["seat"] >= 0 or afresh):
        tables["entries"][:] = 0
    if afresh:
        tables["often"][:, :] = 0
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
    following["path"] = extended(ply["path"], move)
    following["alpha"] = ply["alpha"]
    following["beta"] = ply["beta"]
    following["key"] = 0
    if len(parts.known) > 0 and seat == parts.tree[0]["seat"]:
        following["key"] = key_of(parts.raw[depth])
        if is_known(parts, following, depth):
            take(ply, seat, parts.known[following["key"] & (KNOWN_SLOTS - 1)]["value"])
            return
    open_ply(parts, index + 1, depth, seat)


@kernel
def key_of(raw: Array) -> int:
    """A number for the bytes of a record, in four strands so that no product waits for another."""
    one, two, three, four = 1, 2, 3, 4
    whole = len(raw) // 4 * 4
    for index in range(0, whole, 4):
        one = ((one ^ int(raw[index])) * MULTIPLIER) & POSITIVE
        two = ((two ^ int(raw[index + 1])) * MULTIPLIER) & POSITIVE
        three = ((three ^ int(raw[index + 2])) * MULTIPLIER) & POSITIVE
        four = ((four ^ int(raw[index + 3])) * MULTIPLIER) & POSITIVE
    for index in range(whole, len(raw)):
        one = ((one ^ int(raw[index])) * MULTIPLIER) & POSITIVE
    total = one ^ (one >> 29)
    for strand in (two, three, four):
        total = ((total ^ strand ^ (strand >> 31)) * MULTIPLIER) & POSITIVE
    return total ^ (total >> 32)


@kernel
def is_known(parts: Parts, ply: Record, depth: int) -> bool:
    """Whether what is known of the position of a ply to be opened suffices for its window."""
    entry = parts.known[ply["key"] & (KNOWN_SLOTS - 1)]
    if entry["key"] != ply["key"] or entry["starts"] != parts.tree[0]["starts"]:
        return False
    if entry["depth"] != depth or entry["limit"] != parts.tree[0]["limit"]:
        return False
    if entry["bound"] == AT_LEAST:
        return bool(entry["value"] >= ply["beta"])
    return bool(entry["bound"] == EXACT or entry["value"] <= ply["alpha"])


@kernel
def note_known(parts: Parts, ply: Record) -> None:
    """Remember the value of the position of a closed ply."""
    entry = parts.known[ply["key"] & (KNOWN_SLOTS - 1)]
    entry["key"] = ply["key"]
    entry["starts"] = parts.tree[0]["starts"]
    entry["depth"] = ply["depth"]
    entry["limit"] = parts.tree[0]["limit"]
    entry["value"] = ply["best"]
    entry["best_move"] = ply["best_move"]
    entry["bound"] = EXACT
    if ply["best"] <= ply["opened_alpha"]:
        entry["bound"] = AT_MOST
    elif ply["best"] >= ply["opened_beta"]:
        entry["bound"] = AT_LEAST


@kernel
def extended(path: int, move: int) -> int:
    """Key of a path with one more move."""
    return (path * BASE + move + 1) % PRIME


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
    remember(ply, index, parts.tables[0])
    parts.tree[0]["ply"] = index - 1
    if ply["key"] != 0:
        note_known(parts, ply)
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
def path_to_following(parts: Parts) -> int:
    """Key of the joint move that leads from the root to the state two places on; 0: none does.

    Joint moves are tried in the order of choosing, the last to choose first, and not for ever.
    Plies are used for counting; the next position searched writes them anew.
    """
    count, left = list_choices(parts), MOST_JOINT_MOVES
    while count > 0 and left > 0:
        left -= 1
        path = parts.tables[0]["root_path"]
        for index in range(count):
            ply = parts.plies[index]
            move = ply["order"][ply["tried"]]
            parts.joint[0, ply["seat"]] = move
            path = extended(path, move)
        parts.states[1] = parts.states[0]
        step(parts.states[1], parts.joint[0])
        if are_equal(parts.raw[1], parts.raw[2]):
            return int(path)
        count = count if has_next_choices(parts, count) else 0
    return 0


@kernel
def list_choices(parts: Parts) -> int:
    """List the candidates of each seat that is asked at the root, one ply each; how many seats."""
    parts.joint[0, :] = NO_MOVE
    seat, count = parts.tree[0]["seat"], 0
    while count == 0 or seat != parts.tree[0]["seat"]:
        ply = parts.plies[count]
        ply["seat"] = seat
        ply["tried"] = 0
        ply["moves"] = 0
        candidates(parts.states[0], seat, ply["mask"])
        for move in range(MOST_MOVES):
            if ply["mask"][move]:
                ply["order"][ply["moves"]] = move
                ply["moves"] += 1
        if ply["moves"] == 0:
            ply["order"][0] = NO_MOVE
            ply["moves"] = 1
        count += 1
        seat = next_seat(parts.tree[0], parts.states[0], seat)
    return count


@kernel
def has_next_choices(parts: Parts, count: int) -> bool:
    """Count on to the next combination of choices, like the wheels of a counter."""
    for index in range(count - 1, -1, -1):
        ply = parts.plies[index]
        ply["tried"] += 1
        if ply["tried"] < ply["moves"]:
            return True
        ply["tried"] = 0
    return False


@kernel
def are_equal(first: Array, second: Array) -> bool:
    for index in range(len(first)):
        if first[index] != second[index]:
            return False
    return True


@kernel
def choices(state: State, seat: int, mask: Array) -> int:
    """`candidates` as a kernel, so that it can be compiled on its own."""
    return candidates(state, seat, mask)


@kernel
def is_decided(state: State, seat: int) -> bool:
    return is_over(state) or not is_living(state, seat)


@kernel
def next_seat(tree: Record, state: State, seat: int) -> int:
    """Who chooses after a seat in the same round; the searching seat when all have chosen."""
    first = tree["seat"]
    following = 0 if seat == first else seat + 1
    while following < tree["seats"]:
        if following != first and is_to_move(state, following):
            return following
        following += 1
    return int(first)


@kernel
def sort_moves(ply: Record, index: int, tables: Record) -> None:
    """List the candidates: the remembered move first, the others by how often they were best."""
    known = best_after(ply["path"], tables)
    often, order = tables["often"][index], ply["order"]
    count = 0
    for move in range(MOST_MOVES):
        if ply["mask"][move]:
            place = count
            while place > 0 and comes_before(move, order[place - 1], known, often):
                order[place] = order[place - 1]
                place -= 1
            order[place] = move
            count += 1
    ply["moves"] = count


@kernel
def best_after(path: int, tables: Record) -> int:
    """The move remembered after a path, perhaps NO_MOVE; less than that if there is none."""
    entry = int(tables["entries"][path & (SLOTS - 1)])
    if entry >> MOVE_BITS != path >> SLOT_BITS:
        entry = 0
    return (entry & ((1 << MOVE_BITS) - 1)) - FIRST_MOVE


@kernel
def comes_before(move: int, other: int, known: int, often: Array) -> bool:
    return other != known and (move == known or often[move] > often[other])


@kernel
def remember(ply: Record, index: int, tables: Record) -> None:
    path = ply["path"]
    entry = path >> SLOT_BITS << MOVE_BITS | ply["best_move"] + FIRST_MOVE
    tables["entries"][path & (SLOTS - 1)] = entry
    if ply["best_move"] != NO_MOVE:
        tables["often"][index][ply["best_move"]] += 1


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
            known=zeros(KNOWN_SLOTS if transpositions else 0, KNOWN),
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
                joint[seat] = best_after(path, tables)
                if joint[seat] < NO_MOVE:
                    return line
                path = extended(path, joint[seat])
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
