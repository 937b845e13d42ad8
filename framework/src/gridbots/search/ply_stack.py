"""Ply stack: the record that a search works in, and who chooses at which ply.

A search is one record, for compiled code passes records at no cost, but counts references to
arrays. What it is made for is part of the record's type: the game's states and number of moves, and
the kernels that variants of the search differ in. So each variant is compiled by itself, and one
that is not played is never compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.game import is_living, is_over, is_to_move, utility
from gridbots.kernel import game_of, handle, inlined_kernel, kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import State
    from gridbots.space import Record

DECISIVE: Final = 1e6
"""Value of a match won at the root. Evaluations beyond a tenth of it would be taken for results."""

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

MOST_PLIES: Final = 256
"""Choices that a search looks ahead at most."""
MOST_SEATS: Final = 16
"""No game has more seats than this."""
MOST_MOVES: Final = 250
"""Moves of a game that can be searched: the table of hash moves has a byte for each."""


class Kernels(NamedTuple):
    """What variants of a search differ in. The first three are told in `search.minimax`."""

    play: Callable[..., None]
    """play(search, ply, move): carry out the choice of one seat."""
    judge: Callable[..., float]
    horizon: Callable[..., int]
    evaluate: Callable[..., float]
    """evaluate(search, state, seat): what a position is worth where the search ends; see
    `search.evaluation`."""
    order_moves: Callable[..., int]
    """order_moves(search, state, seat, ply): list the moves of a seat; how many there are."""
    probe: Callable[..., bool]
    """probe(search, place): take the value of a position from the transposition table, if it is
    there; whether it was."""
    store: Callable[..., None]
    """store(search, ply): remember what was found at a ply that is closed."""
    settle: Callable[..., None]
    """settle(search, state, value, rounds): take the value of a position with none behind it."""
    take: Callable[..., None]
    """take(search, value, line): hand the value of a closed ply to the one before."""


def ply_dtype(moves: int) -> np.dtype[Any]:
    """A ply of a game with so many moves."""
    return np.dtype(
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
            ("best_move", "i8"),  # until a move is tried, that of the last ply of this index
            ("line", "i8"),  # expected moves from here until the searching seat chooses again
            ("equals", "i8"),  # how many moves have the best value
            ("path", "i8"),  # key of the moves from the root, where moves are ordered by it
            ("key", "i8"),  # of the position, at the start of a round with transpositions; else 0
            ("opened_alpha", "f8"),  # with transpositions, the window when the ply was opened
            ("opened_beta", "f8"),
            ("chances", "f8", (moves + 1,)),  # of own first moves, last of none, to be the answer
            ("order", "i2", (moves,)),  # the moves
            ("mask", "u1", (moves,)),
        ],
        align=True,
    )


def search_dtype(  # noqa: PLR0913  what a search is made for
    dtype: np.dtype[Any],
    weights: int,
    moves: int,
    kernels: Kernels,
    *,
    plies: int = MOST_PLIES,
    states: int = 0,
    more: Sequence[tuple[Any, ...]] = (),
) -> np.dtype[Any]:
    """A search of states of this type, with so many weights, in a game with so many moves.

    There is a state for every ply, if not said otherwise, and one for the root. `more` are fields
    that only some variants have.
    """
    return np.dtype(
        [
            ("seat", "i8"),  # who searches
            ("seats", "i8"),
            ("among", "i8"),  # who chooses at all, a bit for each seat
            ("averages", "i8"),  # 1: others count with their mean, 0: with their least
            ("exact", "i8"),  # VALUES, BEST or FIRST
            ("others_first", "i8"),
            ("by_number", "i8"),  # 1: the others follow by their numbers, and the searching seat
            # chooses first even where it is not to move; 0: they follow round the table
            ("ply", "i8"),  # where the search stands: index of the open ply, -1 when finished
            ("nodes", "i8"),
            ("cut_short", "i8"),  # 1: a position was evaluated, so looking deeper may differ
            ("result", "f8"),  # of a finished search
            ("after", "i8", (MOST_SEATS,)),  # by seat, who is asked next
            ("values", "f8", (moves,)),  # of each move at the root; nan: not searched
            ("lines", "i8", (moves,)),  # what is expected after each move at the root
            ("order", "i8", (moves,)),  # moves, as they are tried; NO_MOVE behind the last
            ("weights", "f8", (weights,)),  # of the evaluation
            ("joint", "i8", (MOST_SEATS,)),  # the moves of a round, by seat
            ("plies", ply_dtype(moves), (plies + 1,)),  # one per choice from the root
            ("states", dtype, (states or plies + 1,)),  # one per node from the root
            *more,
            *((name, handle(each).dtype, (1,)) for name, each in kernels._asdict().items()),
        ]
    )


def with_bytes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same search, with a field `raw` over its states: their bytes, a row for each."""
    fields: Any = dtype.fields or {}
    count, size = dtype["states"].shape[0], dtype["states"].base.itemsize
    places = {name: field[1] for name, field in fields.items()}
    return np.dtype(
        {
            "names": [*fields, "raw"],
            "formats": [*(field[0] for field in fields.values()), ("i1", (count, size))],
            "offsets": [*places.values(), places["states"]],
            "itemsize": dtype.itemsize,
        }
    )


def moves_of(dtype: np.dtype[Any]) -> int:
    """How many moves the game of such states has, if it can be searched.

    Raises:
        ValueError: it has too many.
    """
    game = game_of(np.zeros(1, dtype)[0])
    if game.moves > MOST_MOVES:
        raise ValueError(
            f"expected a game of at most {MOST_MOVES} moves, got {game.name} with {game.moves}"
        )
    return game.moves


def check_seats(seats: int) -> None:
    """Refuse more seats than a search has room for.

    Raises:
        ValueError: there are too many, or none.
    """
    if not 1 <= seats <= MOST_SEATS:
        raise ValueError(f"expected 1 to {MOST_SEATS} seats, got {seats}")


def check_root(search: Record, state: State, seat: int) -> None:
    """Refuse a position that a search was not made for.

    Raises:
        ValueError: it is a state of another type, or there is no such seat.
    """
    expected = search.dtype["states"].base
    if state.dtype != expected:
        raise ValueError(
            f"expected a state of the type that this search was made for, {expected}, "
            f"got {state.dtype}: make another search for it"
        )
    if not 0 <= seat < search["seats"]:
        raise ValueError(f"expected a seat from 0 to {search['seats'] - 1}, got {seat}")


@kernel
def is_decided(state: State, seat: int) -> bool:
    return is_over(state) or not is_living(state, seat)


@kernel
def by_utility(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """The usual judge: winning soon is better than late, losing late better than soon."""
    return utility(state, seat) * (DECISIVE - rounds) if is_decided(state, seat) else np.nan


@kernel
def as_told(state: State, seat: int, left: int) -> int:  # noqa: ARG001  of any position
    """The horizon of a search to one depth."""
    return left


@kernel
def order_seats(search: Record) -> None:
    """Say of each seat who is asked after it; after the last, the searching seat."""
    own, seats = search["seat"], search["seats"]
    for seat in range(seats):
        after = seat + 1
        if search["by_number"]:
            after = 0 if seat == own else after
            after += after == own
            search["after"][seat] = after if after < seats else own
        else:
            search["after"][seat] = after if after < seats else 0


@inlined_kernel
def own_or_next(search: Record, state: State) -> int:
    """Who chooses first in a round: the searching seat, or the next after it that is to move."""
    if search["by_number"] or chooses(search, state, search["seat"]):
        return int(search["seat"])
    return next_chooser(search, state, search["seat"])


@inlined_kernel
def next_chooser(search: Record, state: State, seat: int) -> int:
    """Who chooses after a seat in the same round, NOBODY when all have chosen."""
    following = search["after"][seat]
    while following != search["seat"]:
        if chooses(search, state, following):
            return int(following)
        following = search["after"][following]
    return NOBODY


@inlined_kernel
def chooses(search: Record, state: State, seat: int) -> bool:
    return bool(search["among"] >> seat & 1 and is_to_move(state, seat))
