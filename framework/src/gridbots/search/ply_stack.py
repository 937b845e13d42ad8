"""Ply stack of the alpha-beta search: its plies, its states, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.game import is_living, is_over, is_to_move
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

DECISIVE: Final = 1e6
"""Value of a match won at the root. Evaluations beyond a tenth of it would be taken for results."""

MOST_PLIES: Final = 512

STATES_BEYOND: Final = 2
"""Room for so many states besides those of the deepest iteration and one for each round of it."""

MOST_MOVES: Final = 8

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
    transpositions: Any
    """TRANSPOSITION: TRANSPOSITION_SLOTS entries, or none without transpositions."""
    worths: Any
    """float64, by ply and seat: what each seat gets, with max-n; else there is nothing."""


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
