"""Core of minimax and expectimax: alpha-beta over an explicit ply stack; see `search.minimax`.

For Python there is the class there; compiled code, such as a bot's policy, works with these. A
search is one record, for compiled code passes records at no cost, but counts references to arrays.
Set who searches and the state at the root, `begin`, then `run`: as nothing calls itself and all
plies from the root lie in an array, it can stop after any number of nodes and go on later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import MOST_MOVES, candidates, evaluate, is_to_move, step, step_seat, utility
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, handle, inlined_kernel, kernel
from gridbots.search.ply_stack import DECISIVE, is_decided

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State
    from gridbots.space import Record

NOBODY: Final = -1
"""In place of a seat."""
EVERYBODY: Final = -1
"""In place of a set of seats."""
UNLIMITED: Final = 1 << 60
"""Nodes: more than any search takes."""

VALUES: Final = 0
BEST: Final = 1
FIRST: Final = 2
"""What is found exactly: all values, all best moves, or the first of them."""

UNKNOWN: Final = MOST_MOVES
"""In place of an own move: the match was decided before it could be made."""
COIN: Final = 0.5

LINE_BITS: Final = 5
LINE_SEATS: Final = 12
"""Expected moves are kept in one number: so many bits for each of the first so many seats."""

PLY: Final = np.dtype(
    [
        ("seat", "i8"),  # who chooses
        ("place", "i8"),  # index of the state
        ("rounds", "i8"),  # from the root
        ("left", "i8"),  # rounds to look ahead from here
        ("answered", "i8"),  # 1: the first own move lies above
        ("alpha", "f8"),  # the searching seat has this much elsewhere
        ("beta", "f8"),  # the others have this much elsewhere
        ("value", "f8"),  # of the moves tried: the best for who chooses, or the sum
        ("best", "f8"),  # of the moves tried, for who chooses
        ("moves", "i8"),  # number of candidates; where there is none, no move counts as one
        ("tried", "i8"),  # how many of them have been tried
        ("favourite", "i8"),  # the best for who chooses; until then, after another move before
        ("line", "i8"),  # expected moves from here until the searching seat chooses again
        ("equals", "i8"),  # how many moves have the best value
        (
            "chances",
            "f8",
            (MOST_MOVES + 1,),
        ),  # of own first moves, or UNKNOWN, to be the answer
        ("order", "i1", (MOST_MOVES,)),  # the moves
        ("mask", "u1", (MOST_MOVES,)),
    ]
)


@kernel
def by_utility(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """The judge of `search.alphabeta`: winning soon is better than late, losing late than soon."""
    return utility(state, seat) * (DECISIVE - rounds) if is_decided(state, seat) else np.nan


@kernel
def as_told(state: State, seat: int, left: int) -> int:  # noqa: ARG001  of any position
    """The horizon of a search to one depth."""
    return left


MOST_PLIES: Final = 256
"""Choices that a search looks ahead at most."""
MOST_SEATS: Final = 16
"""No game has more seats than this."""


def search_dtype(
    dtype: np.dtype[Any],
    weights: int,
    *,
    in_turns: bool,
    judge: Callable[..., float] = by_utility,
    horizon: Callable[..., int] = as_told,
) -> np.dtype[Any]:
    """A search of states of this type, with so many weights.

    Handles of the judge and the horizon, and of how choices are carried out, are part of the type;
    what the first two hold is set by `write_kernels`.
    """
    play = play_in_turns if in_turns else play_in_rounds
    return np.dtype(
        [
            ("seat", "i8"),  # who searches
            ("seats", "i8"),
            ("among", "i8"),  # who chooses at all, a bit for each seat
            ("averages", "i8"),  # 1: others count with their mean, 0: with their least
            ("exact", "i8"),  # VALUES, BEST or FIRST
            ("others_first", "i8"),
            ("ply", "i8"),  # where the search stands: index of the open ply, -1 when finished
            ("nodes", "i8"),
            ("cut_short", "i8"),  # 1: a position was evaluated, so looking deeper may differ
            ("result", "f8"),  # of a finished search
            ("values", "f8", (MOST_MOVES,)),  # of each move at the root; nan: not searched
            ("lines", "i8", (MOST_MOVES,)),  # what is expected after each move at the root
            ("order", "i8", (MOST_MOVES,)),  # moves, as they are tried; NO_MOVE behind the last
            ("weights", "f8", (weights,)),  # of the evaluation
            ("joint", "i8", (MOST_SEATS,)),  # the moves of a round, by seat
            ("plies", PLY, (MOST_PLIES + 1,)),  # one per choice from the root to where it stands
            ("states", dtype, (MOST_PLIES + 1,)),  # one per node from the root
            ("play", handle(play).dtype, (1,)),
            ("judge", handle(judge).dtype, (1,)),
            ("horizon", handle(horizon).dtype, (1,)),
        ]
    )


def write_kernels(search: Record, judge: Callable[..., float], horizon: Callable[..., int]) -> None:
    """Set what kernels of a search hold that are partial: their first arguments."""
    search["judge"] = handle(judge)
    search["horizon"] = handle(horizon)


@kernel
def begin(search: Record, limit: int) -> None:
    """Stand at the root, to look so many rounds ahead; its state, and who searches, are set."""
    plies = search["plies"]
    search["nodes"] = 0
    search["cut_short"] = 0
    search["ply"] = NOBODY
    search["values"][:] = np.nan
    for index in range(min(len(plies), limit * search["seats"])):
        plies[index]["favourite"] = NO_MOVE
    arrive(search, 0, 0, limit, first_chooser(search))


@kernel
def first_chooser(search: Record) -> int:
    """Who chooses at the root: an opponent only if it has a move."""
    state = search["states"][0]
    if not search["others_first"]:
        return own_or_next(search, state)
    seat = next_chooser(search, state, search["seat"])
    while seat != NOBODY and list_moves(search, state, seat, search["plies"][0]) == 0:
        seat = next_chooser(search, state, seat)
    return int(search["seat"]) if seat == NOBODY else seat


@kernel
def run(search: Record, nodes: int) -> bool:
    """Go on until the search is finished or has reached `nodes` more positions.

    Returns:
        Whether it is finished.
    """
    stop = search["nodes"] + nodes
    while search["ply"] >= 0:
        ply = search["plies"][search["ply"]]
        is_cut = ply["alpha"] >= ply["beta"] and search["ply"] > 0
        if is_cut or ply["tried"] == ply["moves"]:
            close_ply(search, ply)
        elif search["nodes"] < stop:
            ply["tried"] += 1
            call(search["play"], search, ply, ply["order"][ply["tried"] - 1])
        else:
            return False
    return True


@inlined_kernel
def play_in_rounds(search: Record, ply: Record, move: int) -> None:  # noqa: ARG001  the ply has it
    """The choice of one seat; a round when all have chosen."""
    states, place = search["states"], ply["place"]
    seat = next_chooser(search, states[place], ply["seat"])
    if seat != NOBODY:
        arrive(search, place, ply["rounds"], ply["left"], seat)
        return
    collect_moves(search, place)
    search["nodes"] += 1
    states[place + 1] = states[place]
    step(states[place + 1], search["joint"])
    seat = own_or_next(search, states[place + 1])
    arrive(search, place + 1, ply["rounds"] + 1, ply["left"] - 1, seat)


@inlined_kernel
def collect_moves(search: Record, place: int) -> None:
    """Write what has been chosen in the position at this place, where the search stands."""
    index = search["ply"]
    for seat in range(search["seats"]):
        search["joint"][seat] = NO_MOVE
    while index >= 0 and search["plies"][index]["place"] == place:
        ply = search["plies"][index]
        search["joint"][ply["seat"]] = ply["order"][ply["tried"] - 1]
        index -= 1


@inlined_kernel
def play_in_turns(search: Record, ply: Record, move: int) -> None:
    """The choice of one seat, carried out alone.

    A round is over when the searching seat has moved, or if it moves first, when all have. What
    ends the match before leaves it unfinished.
    """
    states, place, mover = search["states"], ply["place"], ply["seat"]
    search["nodes"] += 1
    states[place + 1] = states[place]
    state = states[place + 1]
    step_seat(state, mover, move)
    left_to_move = place if is_decided(state, search["seat"]) else place + 1
    seat = next_chooser(search, states[left_to_move], mover)
    closes = int(mover == search["seat"] if search["others_first"] else seat == NOBODY)
    if seat == NOBODY:
        seat = own_or_next(search, state)
    arrive(search, place + 1, ply["rounds"] + closes, ply["left"] - closes, seat)


@inlined_kernel
def arrive(search: Record, place: int, rounds: int, left: int, mover: int) -> None:
    """Take the value of a position, or open a ply for who chooses in it."""
    state = search["states"][place]
    value = call(search["judge"], state, search["seat"], mover, rounds, left)
    if np.isnan(value):
        if left > 0 and mover != NOBODY:
            open_ply(search, place, rounds, left, mover)
            return
        search["cut_short"] = 1
        value = evaluate(state, search["seat"], search["weights"])
    elif left == 0 and not is_decided(state, search["seat"]):
        search["cut_short"] = 1  # It was the judge that evaluated.
    before, after = search["plies"][search["ply"]], search["plies"][search["ply"] + 1]
    if search["ply"] < 0 or not before["answered"]:
        forget_answers(after)
    take(search, value, 0)


@inlined_kernel
def open_ply(search: Record, place: int, rounds: int, left: int, mover: int) -> None:
    """Stand at a new ply with none of its moves tried."""
    state = search["states"][place]
    before, ply = search["plies"][search["ply"]], search["plies"][search["ply"] + 1]
    search["ply"] += 1
    if mover == search["seat"] and rounds > 0:
        left = call(search["horizon"], state, mover, left)
    ply["seat"] = mover
    ply["place"] = place
    ply["rounds"] = rounds
    ply["left"] = left
    is_root = search["ply"] == 0
    ply["answered"] = not is_root and (before["answered"] or before["seat"] == search["seat"])
    ply["alpha"] = -np.inf if is_root else before["alpha"]
    ply["beta"] = np.inf if is_root else before["beta"]
    ply["value"] = 0.0
    ply["tried"] = 0
    ply["equals"] = 0
    if not ply["answered"]:
        forget_answers(ply)
    if list_moves(search, state, mover, ply) == 0:
        ply["order"][0] = NO_MOVE
        ply["moves"] = 1


@inlined_kernel
def list_moves(search: Record, state: State, seat: int, ply: Record) -> int:
    """Write the moves of a seat as they are to be tried; how many there are.

    The favourite is tried first where the order is no part of the result.
    """
    candidates(state, seat, ply["mask"])
    order, mask, count, favourite = ply["order"], ply["mask"], 0, NO_MOVE
    if search["exact"] == BEST and ply["answered"]:
        favourite = ply["favourite"]
    if favourite != NO_MOVE and mask[favourite]:
        order[count] = favourite
        count += 1
    for move in search["order"]:
        if move == NO_MOVE:
            break
        if mask[move] and move != favourite:
            order[count] = move
            count += 1
    ply["moves"] = count
    return count


@inlined_kernel
def close_ply(search: Record, ply: Record) -> None:
    """Hand the value of the open ply to the one before."""
    value, line = ply["value"], ply["line"]
    if ply["seat"] == search["seat"]:
        line = 0
    elif search["averages"]:
        value /= ply["moves"]
    search["ply"] -= 1
    take(search, value, line)


@inlined_kernel
def take(search: Record, value: float, line: int) -> None:
    """The move tried last at the open ply has this value, and this line is expected after it.

    Without an open ply, the root has it.
    """
    index = search["ply"]
    if index < 0:
        search["result"] = value
        return
    ply = search["plies"][index]
    is_ours, move = ply["seat"] == search["seat"], ply["order"][ply["tried"] - 1]
    if is_best(search, ply, value, is_ours):
        ply["favourite"] = move
        ply["line"] = extended(line, ply["seat"], move)
        ply["equals"] = 0
    if index == 0 and move != NO_MOVE:
        search["values"][move] = value
        search["lines"][move] = line
    if not ply["answered"] and value == ply["value"]:
        blend(search, ply, move)
    if search["exact"] != VALUES:
        narrow(ply, value, is_ours, search["exact"] == BEST and not ply["answered"])


@inlined_kernel
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


@inlined_kernel
def narrow(ply: Record, value: float, is_ours: bool, spares_equals: bool) -> None:  # noqa: FBT001
    """Leave out from now on what is no better for who chooses here, or what is worse."""
    if is_ours:
        enough = np.nextafter(value, -np.inf) if spares_equals else value
        ply["alpha"] = max(ply["alpha"], enough)
    else:
        enough = np.nextafter(value, np.inf) if spares_equals else value
        ply["beta"] = min(ply["beta"], enough)


@inlined_kernel
def extended(line: int, seat: int, move: int) -> int:
    """A line of expected moves with one more before it."""
    if seat >= LINE_SEATS:
        return line
    return line | (move + 1) << LINE_BITS * seat


@kernel
def expected(line: int, seat: int) -> int:
    """The move of a seat in a line; NO_MOVE where there is none."""
    if seat >= LINE_SEATS:
        return NO_MOVE
    return (line >> LINE_BITS * seat & (1 << LINE_BITS) - 1) - 1


@kernel
def forget_answers(ply: Record) -> None:
    ply["chances"][:] = 0.0
    ply["chances"][UNKNOWN] = 1.0


@kernel
def blend(search: Record, ply: Record, move: int) -> None:
    """Give the move tried last, one of equals, its share in the answers of a ply.

    An own move is the answer itself. Which of equals it is a coin decides, or at the root a draw.
    """
    chances, after = ply["chances"], search["plies"][search["ply"] + 1]["chances"]
    is_ours = ply["seat"] == search["seat"]
    ply["equals"] += 1
    share = 1.0 / ply["equals"]
    if ply["equals"] > 1 and search["ply"] > 0:
        share = COIN
    for answer in range(len(chances)):
        chances[answer] *= 1.0 - share
        if not is_ours:
            chances[answer] += share * after[answer]
    if is_ours:
        chances[move] += share


@inlined_kernel
def own_or_next(search: Record, state: State) -> int:
    """Who chooses first in a round: the searching seat, or the next after it that is to move."""
    if chooses(search, state, search["seat"]):
        return int(search["seat"])
    return next_chooser(search, state, search["seat"])


@inlined_kernel
def next_chooser(search: Record, state: State, seat: int) -> int:
    """Who chooses after a seat in the same round, NOBODY when all have chosen."""
    following = following_seat(search, seat)
    while following != search["seat"]:
        if chooses(search, state, following):
            return int(following)
        following = following_seat(search, following)
    return NOBODY


@inlined_kernel
def following_seat(search: Record, seat: int) -> int:
    return seat + 1 if seat + 1 < search["seats"] else 0


@inlined_kernel
def chooses(search: Record, state: State, seat: int) -> bool:
    return bool(search["among"] >> seat & 1 and is_to_move(state, seat))
