"""Searches as published agents do them: every choice is a ply, and all best moves are found.

What is searched. The searching seat chooses first, then the others in their order, counted round
from its number. Played by rounds, the choices of all who are to move make one round, as everywhere
else; each knows the choices before. In a game in which seats take turns a round is one choice.
Played in turns (`in_turns`), each choice is carried out at once by the verb `turn`, although the
game has all move together: that is how the CS221 programs search. Then a round is over when the
searching seat is to choose again. A seat that is to move and has no candidate gives no move. Those
who are left out of a search give none either, and in turns they stand still.

Values. The searching seat wants the value high. What others choose counts with the mean over their
candidates (`Expectimax`: they choose at random, all candidates equally likely), or with the least
(`Minimax`: all others are against it). A position is worth what the judge says of it, where it says
anything; else after `limit` rounds what `evaluate` says. All of it is for the searching seat.

The judge is a kernel, `judge(state, seat, mover, rounds, left) -> float`: nan if nothing is decided
in this position for the searching seat, with `mover` to choose next (NOBODY: nobody is), so many
rounds after the root and before the limit. The default is that of `search.alphabeta`: a match that
is over, or lost, counts DECISIVE, less the rounds until then.

The published agents count in this way. Paper.io, moves in turn: `limit` plies; with an even limit
the program's parity of the depth left says the same as whose turn it is. Multiplayer Snake and
Light Riders, `in_turns`: `limit` moves of their own, each with all replies.

Of each move at the root it is also told how the others are expected to reply, until the searching
seat is to choose again: with what is best for who replies, even where it counts with the mean.

What is promised. Moves are tried in the given order, and means are sums in that order divided by
their number; values that are infinite in both directions have the mean -inf. `Expectimax`, and
`Minimax` with `cuts=False`, find the exact value of every move at the root. With cuts, the value of
each best move is exact, and of all others an upper bound below that. `best` are all moves with the
highest value, whether there are cuts or not.

Nothing is allocated and nothing calls itself: a search is one record, in which plies and states lie
in arrays. So it can stop after any number of nodes and go on later; slices change nothing. A node
is one position reached from another: one round played, or one choice of one seat in turns.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import MOST_MOVES, candidates, evaluate, is_to_move, step, turn, utility
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, compiled, handle, kernel, offers
from gridbots.search.alphabeta import DECISIVE, is_decided

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gridbots.game import State
    from gridbots.space import Record

    Records = np.ndarray[Any, np.dtype[np.void]]

NOBODY: Final = -1
"""In place of a seat."""
EVERYBODY: Final = -1
"""In place of a set of seats."""

PLY: Final = np.dtype(
    [
        ("seat", "i8"),  # who chooses
        ("place", "i8"),  # index of the state
        ("rounds", "i8"),  # from the root
        ("alpha", "f8"),  # the searching seat has this much elsewhere
        ("beta", "f8"),  # the others have this much elsewhere
        ("value", "f8"),  # of the moves tried: the best for who chooses, or the sum
        ("best", "f8"),  # of the moves tried, for who chooses
        ("moves", "i8"),  # number of candidates; where there is none, no move counts as one
        ("tried", "i8"),  # how many of them have been tried
        ("favourite", "i8"),  # the best for who chooses; until then, after another move before
        ("order", "i8", (MOST_MOVES,)),  # these moves
        ("mask", "u1", (MOST_MOVES,)),
    ]
)

MOST_PLIES: Final = 64

UNLIMITED: Final = 1 << 60
"""Nodes: more than any search takes."""


def search_dtype(  # noqa: PLR0913  what kind of search it is
    dtype: np.dtype[Any],
    seats: int,
    weights: int,
    judge: Callable[..., float],
    *,
    in_turns: bool = False,
    plies: int = MOST_PLIES,
) -> np.dtype[Any]:
    """A search as one record, of states of this type: compiled code passes it at no cost.

    A handle of the judge, and of how choices are carried out, is part of the type.
    """
    play = play_in_turns if in_turns else play_in_rounds
    return np.dtype(
        [
            ("seat", "i8"),  # who searches
            ("seats", "i8"),
            ("among", "i8"),  # who chooses at all, a bit for each seat
            ("limit", "i8"),  # rounds to look ahead
            ("averages", "i8"),  # 1: others count with their mean, 0: with their least
            ("cuts", "i8"),  # 1: leave out what cannot change the best moves
            ("ply", "i8"),  # where the search stands: index of the open ply, -1 when finished
            ("nodes", "i8"),
            ("result", "f8"),  # of a finished search
            ("values", "f8", (MOST_MOVES,)),  # of each move at the root; nan: not searched
            ("order", "i8", (MOST_MOVES,)),  # all moves, as they are tried; NO_MOVE behind the last
            ("weights", "f8", (weights,)),  # of the evaluation
            ("replies", "i8", (MOST_MOVES, seats)),  # to each move at the root, by seat
            ("line", "i8", (seats + 1, seats)),  # expected moves from each of the first plies on
            ("joint", "i8", (plies + 1, seats)),  # moves by place and seat, for whole rounds
            ("plies", PLY, (plies,)),  # one per choice from the root to where the search stands
            ("play", handle(play).dtype, (8,)),  # eight bytes, so that states are aligned
            ("judge", handle(judge).dtype, (8,)),
            ("states", dtype, (plies + 1,)),  # one per node from the root
        ]
    )


@kernel
def by_utility(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """The judge of `search.alphabeta`: winning soon is better than late, losing late than soon."""
    return utility(state, seat) * (DECISIVE - rounds) if is_decided(state, seat) else np.nan


AS_IT_STANDS: Final = -1
"""In place of a limit: go on with the search that has begun."""


@kernel
def carry_on(searches: Records, seat: int, among: int, limit: int, nodes: int) -> bool:
    """Begin a search, if a limit is given, and `run` it.

    Called from Python: there a record takes longer to pass than an array of one.
    """
    search = searches[0]
    if limit != AS_IT_STANDS:
        search["seat"] = seat
        search["among"] = among
        begin(search, limit)
    return run(search, nodes)


@kernel
def begin(search: Record, limit: int) -> None:
    """Stand at the root, whose state lies in the first place."""
    search["limit"] = limit
    search["nodes"] = 0
    search["ply"] = -1
    search["values"][:] = np.nan
    search["joint"][0, :] = NO_MOVE
    for index in range(min(len(search["plies"]), limit * search["seats"])):
        search["plies"][index]["favourite"] = NO_MOVE
    arrive(search, 0, 0, first_chooser(search, search["states"][0]), -np.inf, np.inf)


@kernel
def run(search: Record, nodes: int) -> bool:
    """Go on until the search is finished or has reached `nodes` more positions.

    Returns:
        Whether it is finished.
    """
    stop = search["nodes"] + nodes
    while search["ply"] >= 0:
        ply = search["plies"][search["ply"]]
        if ply["tried"] == ply["moves"] or ply["alpha"] >= ply["beta"]:
            close_ply(search)
        elif search["nodes"] < stop:
            ply["tried"] += 1
            search["line"][min(search["ply"] + 1, search["seats"]), :] = NO_MOVE
            call(search["play"], search, ply, ply["order"][ply["tried"] - 1])
        else:
            return False
    return True


@kernel
def play_in_rounds(search: Record, ply: Record, move: int) -> None:
    """The choice of one seat; a round when all have chosen."""
    place, rounds, joint, states = ply["place"], ply["rounds"], search["joint"], search["states"]
    joint[place, ply["seat"]] = move
    seat = next_chooser(search, states[place], ply["seat"])
    if seat == NOBODY:
        search["nodes"] += 1
        place += 1
        rounds += 1
        states[place] = states[place - 1]
        step(states[place], joint[place - 1])
        joint[place, :] = NO_MOVE
        seat = first_chooser(search, states[place])
    arrive(search, place, rounds, seat, ply["alpha"], ply["beta"])


@kernel
def play_in_turns(search: Record, ply: Record, move: int) -> None:
    """The choice of one seat, carried out alone."""
    place, rounds, states = ply["place"] + 1, ply["rounds"], search["states"]
    search["nodes"] += 1
    states[place] = states[place - 1]
    turn(states[place], ply["seat"], move)
    seat = next_chooser(search, states[place], ply["seat"])
    if seat == NOBODY:
        seat = first_chooser(search, states[place])
        rounds += 1
    arrive(search, place, rounds, seat, ply["alpha"], ply["beta"])


@kernel
def arrive(  # noqa: PLR0913, PLR0917  where and with which window
    search: Record, place: int, rounds: int, mover: int, alpha: float, beta: float
) -> None:
    """Take the value of a position, or open a ply for who chooses in it."""
    state, left = search["states"][place], search["limit"] - rounds
    value = call(search["judge"], state, search["seat"], mover, rounds, left)
    if not np.isnan(value):
        take(search, value)
    elif left == 0 or mover == NOBODY:
        take(search, evaluate(state, search["seat"], search["weights"]))
    else:
        open_ply(search, place, rounds, mover, alpha, beta)


@kernel
def open_ply(  # noqa: PLR0913, PLR0917  as above
    search: Record, place: int, rounds: int, mover: int, alpha: float, beta: float
) -> None:
    """Stand at a new ply with none of its moves tried."""
    search["ply"] += 1
    ply = search["plies"][search["ply"]]
    ply["seat"] = mover
    ply["place"] = place
    ply["rounds"] = rounds
    ply["alpha"] = alpha
    ply["beta"] = beta
    ply["value"] = 0.0
    ply["tried"] = 0
    list_moves(search, ply)


@kernel
def list_moves(search: Record, ply: Record) -> None:
    candidates(search["states"][ply["place"]], ply["seat"], ply["mask"])
    count = 0
    favourite = ply["favourite"]
    if not search["cuts"]:
        favourite = NO_MOVE  # Means are sums in the order given.
    if favourite != NO_MOVE and ply["mask"][favourite]:
        ply["order"][count] = favourite
        count += 1
    for move in search["order"]:
        if move == NO_MOVE:
            break
        if ply["mask"][move] and move != favourite:
            ply["order"][count] = move
            count += 1
    if count == 0:
        ply["order"][0] = NO_MOVE
        count = 1
    ply["moves"] = count


@kernel
def close_ply(search: Record) -> None:
    """Hand the value of the open ply to the one before."""
    ply = search["plies"][search["ply"]]
    value = ply["value"]
    if search["averages"] and ply["seat"] != search["seat"]:
        value /= ply["moves"]
    search["ply"] -= 1
    take(search, value)


@kernel
def take(search: Record, value: float) -> None:
    """The move tried last at the open ply has this value; without an open ply, the root has it."""
    if search["ply"] < 0:
        search["result"] = value
        return
    ply = search["plies"][search["ply"]]
    is_ours, move = ply["seat"] == search["seat"], ply["order"][ply["tried"] - 1]
    if is_best(search, ply, value, is_ours):
        ply["favourite"] = move
        extend_line(search, ply["seat"], move)
    if search["ply"] == 0 and move != NO_MOVE:
        search["values"][move] = value
        search["replies"][move, :] = search["line"][1, :]
    if search["cuts"] and is_ours:
        # At the root an equal value elsewhere is not enough: all best moves are wanted.
        enough = np.nextafter(value, -np.inf) if search["ply"] == 0 else value
        ply["alpha"] = max(ply["alpha"], enough)
    elif search["cuts"]:
        ply["beta"] = min(ply["beta"], value)


@kernel
def is_best(search: Record, ply: Record, value: float, is_ours: bool) -> bool:  # noqa: FBT001
    """Add a value to those of a ply; whether it is the best so far for who chooses there."""
    is_better = value > ply["best"] if is_ours else value < ply["best"]
    is_first = ply["tried"] == 1
    if is_better or is_first:
        ply["best"] = value
    if is_ours or not search["averages"]:
        ply["value"] = ply["best"]
    elif value == -np.inf or ply["value"] == -np.inf:
        ply["value"] = -np.inf
    else:
        ply["value"] += value
    return bool(is_better or is_first)


@kernel
def extend_line(search: Record, seat: int, move: int) -> None:
    """The best line from an early ply on begins with this move."""
    index, line = search["ply"], search["line"]
    if index < search["seats"]:
        line[index, :] = line[index + 1, :]
        line[index, seat] = move


@kernel
def first_chooser(search: Record, state: State) -> int:
    """Who chooses first in a round: the searching seat, or the next after it that is to move."""
    if chooses(search, state, search["seat"]):
        return int(search["seat"])
    return next_chooser(search, state, search["seat"])


@kernel
def next_chooser(search: Record, state: State, seat: int) -> int:
    """Who chooses after a seat in the same round, NOBODY when all have chosen."""
    following = following_seat(search, seat)
    while following != search["seat"]:
        if chooses(search, state, following):
            return int(following)
        following = following_seat(search, following)
    return NOBODY


@kernel
def following_seat(search: Record, seat: int) -> int:
    return seat + 1 if seat + 1 < search["seats"] else 0


@kernel
def chooses(search: Record, state: State, seat: int) -> bool:
    return bool(search["among"] >> seat & 1 and is_to_move(state, seat))


class Expectimax:
    """A search for one seat to a fixed depth; others choose at random."""

    averages = 1
    """Whether others count with their mean."""

    def __init__(  # noqa: PLR0913  what kind of search it is
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        *,
        judge: Callable[..., float] = by_utility,
        order: Iterable[int] = range(MOST_MOVES),
        in_turns: bool = False,
        cuts: bool = False,
        plain: bool = False,
    ) -> None:
        """Make room for searching records of this type; `plain` runs without numba.

        Raises:
            ValueError: the game of these records cannot be played in turns.
        """
        if in_turns and not offers(turn, np.zeros(1, dtype)):
            raise ValueError("expected a game with the verb turn, got one without it")
        whole = search_dtype(dtype, seats, len(weights), judge, in_turns=in_turns)
        self._searches = np.zeros(1, whole)
        self._search = self._searches[0]
        self._search["seats"] = seats
        self._search["averages"] = self.averages
        self._search["cuts"] = cuts
        self._search["weights"] = weights
        self._search["order"] = NO_MOVE
        self._order = [*order]
        self._search["order"][: len(self._order)] = self._order
        self._root = self._search["states"][:1]
        self._seats = seats
        self._carry_on = carry_on if plain else compiled(carry_on)

    def start(self, state: State, seat: int, limit: int, among: int = EVERYBODY) -> None:
        """Stand before a search for a living seat, so many rounds deep.

        `among` are the seats that choose, as bits; the searching seat must be one of them.

        Raises:
            ValueError: the search would be too deep.
        """
        self._begin(state, seat, limit, among, 0)

    def run(self, nodes: int) -> bool:
        """Spend up to this many nodes; whether the search is finished."""
        return self._carry_on(self._searches, 0, 0, AS_IT_STANDS, nodes)

    def search(self, state: State, seat: int, limit: int, among: int = EVERYBODY) -> None:
        """Start a search and finish it."""
        self._begin(state, seat, limit, among, UNLIMITED)

    def _begin(self, state: State, seat: int, limit: int, among: int, nodes: int) -> None:
        most = MOST_PLIES // self._seats
        if not 0 <= limit <= most:
            raise ValueError(f"expected 0 to {most} rounds to look ahead, got {limit}")
        self._root[0] = state
        self._carry_on(self._searches, seat, among, limit, nodes)

    @property
    def values(self) -> dict[int, float]:
        """The value of each move of the searching seat that has been searched, in order.

        None, if the root is decided, or if another seat is to move there.
        """
        if self._search["plies"][0]["seat"] != self._search["seat"]:
            return {}
        found = self._search["values"].tolist()
        return {move: found[move] for move in self._order if not math.isnan(found[move])}

    @property
    def best(self) -> list[int]:
        """The moves with the highest value, of those searched so far, in order."""
        values = self.values
        highest = max(values.values(), default=0.0)
        return [move for move, value in values.items() if value == highest]

    def replies(self, move: int) -> list[int]:
        """Expected moves of all seats until this one is to choose again, after a move at the root.

        NO_MOVE where none is: of the seat itself, and where a reply would not be searched.
        """
        replies: list[int] = self._search["replies"][move].tolist()
        return replies

    @property
    def value(self) -> float:
        """The value of the root, when the search is finished."""
        return float(self._search["result"])

    @property
    def nodes(self) -> int:
        """Positions reached since `start`."""
        return int(self._search["nodes"])


class Minimax(Expectimax):
    """The same where all others are against the searching seat."""

    averages = 0

    def __init__(
        self,
        dtype: np.dtype[Any],
        seats: int,
        weights: Sequence[float],
        *,
        cuts: bool = True,
        **kind: Any,
    ) -> None:
        """Make room, as for an `Expectimax`; with `cuts` only the best moves have exact values."""
        super().__init__(dtype, seats, weights, cuts=cuts, **kind)
