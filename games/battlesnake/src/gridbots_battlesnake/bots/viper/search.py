"""Paranoid alpha-beta over whole rounds of Battlesnake.

In each round the searching snake chooses first. The others know its choice and minimise its value.
Then the round is played, without new food. So the value is a lower bound on what the snake can
achieve, within the precision of the evaluation. The search is fail-soft with a window for each ply
and uses an explicit stack; `ordering` sorts the moves.

Values: LOST if the snake is eliminated (higher the later), DRAWN if all are eliminated together,
WON if it is the last snake (higher the sooner), otherwise the evaluation of the features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots_battlesnake.bots.viper.options import MOST_DEPTH
from gridbots_battlesnake.bots.viper.ordering import (
    FIRST_KEY,
    ORDER,
    keep_own,
    keep_replies,
    next_key,
    order_killers,
    order_own,
    order_replies,
)
from gridbots_battlesnake.bots.viper.replies import (
    MOST_REPLYING,
    list_replies,
    next_replies,
    open_moves,
    set_replies,
)
from gridbots_battlesnake.features import FEATURES, weigh
from gridbots_battlesnake.rules import advance, constrict
from gridbots_battlesnake.settings import MOST_SEATS
from gridbots_battlesnake.state import is_living, living_count
from gridbots_battlesnake.territory import WORK

if TYPE_CHECKING:
    from gridbots.game import State

Record = Any

INFINITE: Final = 1e12
DECISIVE: Final = 1e6
"""Values beyond this are results of the match."""
WON: Final = 2 * DECISIVE
LOST: Final = -4 * DECISIVE
DRAWN: Final = -2 * DECISIVE

PLY: Final = np.dtype(
    [
        ("alpha", "f8"),
        ("beta", "f8"),
        ("best", "f8"),  # best value of the finished own moves
        ("worst", "f8"),  # worst value of the replies to the current own move
        ("best_move", "i8"),
        ("key", "i8"),  # of the position
        ("own_count", "i8"),
        ("own_at", "i8"),  # index of the current own move
        ("replier_count", "i8"),
        ("own", "i8", (4,)),  # own moves, in search order
        ("repliers", "i8", (MOST_REPLYING,)),  # seats
        ("reply_counts", "i8", (MOST_REPLYING,)),
        ("digits", "i8", (MOST_REPLYING,)),  # index of each replier's current move
        ("replies", "i8", (MOST_REPLYING, 4)),
        ("moves", "i8", (MOST_SEATS,)),  # the joint move
    ]
)


def search_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The record of a search, for state records of this type."""
    return np.dtype(
        [
            ("weights", "f8", (len(FEATURES),)),
            ("values", "f8", (len(FEATURES),)),
            ("nodes", "i8"),  # rounds played
            ("depth", "i8"),  # current ply
            ("works", WORK, (1,)),
            ("plies", PLY, (MOST_DEPTH,)),
            ("order", ORDER, (1,)),
            ("states", dtype, (MOST_DEPTH + 1,)),
        ]
    )


@kernel
def begin(search: Record, seat: int, limit: int) -> None:
    """Start at the first state, to look `limit` rounds ahead."""
    search["depth"] = 0
    open_ply(search, seat, 0, limit)


@kernel
def look_ahead(search: Record, seat: int, limit: int, nodes: int) -> bool:
    """Continue the search to `limit` rounds; return False if it would exceed `nodes`.

    `best` and `best_move` of the first ply hold the result, even of an unfinished search.
    """
    states, plies, depth = search["states"], search["plies"], search["depth"]
    order = search["order"][0]
    while depth >= 0:
        ply = plies[depth]
        if ply["own_at"] == ply["own_count"]:
            keep_own(order, ply, depth)
            depth -= 1
            if depth >= 0:
                take(search, depth, ply["best"])
            continue
        if search["nodes"] >= nodes:
            search["depth"] = depth
            return False
        search["nodes"] += 1
        set_replies(ply)
        ply["moves"][seat] = ply["own"][ply["own_at"]]
        states[depth + 1] = states[depth]
        play(states[depth + 1], ply["moves"])
        if is_decided(states[depth + 1], seat):
            take(search, depth, verdict(states[depth + 1], seat, depth))
        elif depth + 1 == limit:
            take(search, depth, value_of(search, depth + 1, seat))
        else:
            depth += 1
            open_ply(search, seat, depth, limit - depth)
    return True


@kernel
def open_ply(search: Record, seat: int, depth: int, rounds: int) -> None:
    ply, state, order = search["plies"][depth], search["states"][depth], search["order"][0]
    ply["alpha"], ply["beta"] = -INFINITE, INFINITE
    if depth == 0:
        ply["key"] = FIRST_KEY
    else:
        above = search["plies"][depth - 1]
        ply["alpha"] = max(above["alpha"], above["best"])
        ply["beta"] = min(above["beta"], above["worst"])
        ply["key"] = next_key(above)
    ply["best"], ply["worst"] = -INFINITE, INFINITE
    ply["own_at"] = 0
    ply["own_count"] = open_moves(state, seat, ply["own"])
    ply["best_move"] = ply["own"][0]
    order_own(order, ply, depth)
    list_replies(state, seat, rounds, ply)
    order_killers(order, ply, depth)
    order_replies(order, ply)


@kernel
def take(search: Record, depth: int, value: float) -> None:
    """Back up the value of the current joint move."""
    ply, order = search["plies"][depth], search["order"][0]
    if value < ply["worst"]:
        ply["worst"] = value
        keep_replies(order, ply, depth)
    if ply["worst"] > max(ply["alpha"], ply["best"]) and next_replies(ply):
        return
    if ply["worst"] > ply["best"]:
        ply["best"] = ply["worst"]
        ply["best_move"] = ply["own"][ply["own_at"]]
    ply["worst"] = INFINITE
    ply["own_at"] += 1
    for number in range(ply["replier_count"]):
        ply["digits"][number] = 0
    if ply["best"] >= ply["beta"]:
        ply["own_at"] = ply["own_count"]
    if ply["own_at"] < ply["own_count"]:
        order_replies(order, ply)


@kernel
def play(state: State, moves: Any) -> None:
    """Play a round without chance."""
    advance(state, moves)
    if state["constrictor"]:
        constrict(state)


@kernel
def is_decided(state: State, seat: int) -> bool:
    return not is_living(state, seat) or (living_count(state) == 1 and not state["solo"])


@kernel
def verdict(state: State, seat: int, depth: int) -> float:
    """The value of the end of a match, or of elimination."""
    if is_living(state, seat):
        return WON - depth
    if living_count(state) == 0 and not state["solo"]:
        return DRAWN + depth
    return LOST + depth


@kernel
def value_of(search: Record, depth: int, seat: int) -> float:
    state = search["states"][depth]
    return weigh(state, seat, search["weights"], search["works"], search["values"])
