"""Ply stack: the search record, and the order of choosing seats.

A search is one record, because compiled code passes records for free, but counts references to
arrays. The type of the record includes the game's states, its number of moves, and the kernels of
the search variant. So each variant is compiled separately, and only if it is used.
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
"""Value of a match won at the root. Evaluations must stay below a tenth of it."""

NOBODY: Final = -1
"""In place of a seat."""
EVERYBODY: Final = -1
"""In place of a set of seats."""
UNLIMITED: Final = 1 << 60
"""Number of nodes beyond any search."""

VALUES: Final = 0
BEST: Final = 1
FIRST: Final = 2
"""Exact results of a search: all values, all best moves, or the first of these."""

MOST_PLIES: Final = 256
"""Maximum number of plies of a search."""
MOST_SEATS: Final = 16
"""Maximum number of seats of a game."""
MOST_MOVES: Final = 250
"""Maximum number of moves of a game for searches: the table of hash moves has a byte for each."""


class Kernels(NamedTuple):
    """Kernels of a search variant. `search.minimax` describes the first three."""

    play: Callable[..., None]
    """play(search, ply, move): carry out the choice of one seat."""
    terminal_value: Callable[..., float]
    horizon: Callable[..., int]
    evaluate: Callable[..., float]
    """evaluate(search, state, seat): the value of a leaf; see `search.evaluation`."""
    order_moves: Callable[..., int]
    """order_moves(search, state, seat, ply): list the moves of a seat; return their number."""
    probe: Callable[..., bool]
    """probe(search, place): take the value of a position from the transposition table, if it is
    there; whether it was."""
    store: Callable[..., None]
    """store(search, ply): store the result of a closed ply."""
    settle: Callable[..., None]
    """settle(search, state, value, rounds): back up the value of a leaf."""
    take: Callable[..., None]
    """take(search, value, line): back up the value of a closed ply."""


def ply_dtype(moves: int) -> np.dtype[Any]:
    """Type of a ply of a game with this many moves."""
    return np.dtype(
        [
            ("seat", "i8"),  # the choosing seat
            ("place", "i8"),  # index of the state
            ("rounds", "i8"),  # from the root
            ("left", "i8"),  # rounds to look ahead from here
            ("answered", "i8"),  # 1: the first own move lies above
            ("alpha", "f8"),  # the searching seat has this much elsewhere
            ("beta", "f8"),  # the others have this much elsewhere
            ("value", "f8"),  # of the moves tried: the best for the choosing seat, or the sum
            ("best", "f8"),  # of the moves tried, for the choosing seat
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
    """Type of a search of states of this type, with these numbers of weights and moves.

    By default there is a state for every ply, and one for the root. `more` are fields of single
    variants.
    """
    return np.dtype(
        [
            ("seat", "i8"),  # the searching seat
            ("seats", "i8"),
            ("among", "i8"),  # the seats that choose at all, a bit for each
            ("averages", "i8"),  # 1: others count with their mean, 0: with their least
            ("exact", "i8"),  # VALUES, BEST or FIRST
            ("others_first", "i8"),
            ("by_number", "i8"),  # 1: the others follow by their numbers, and the searching seat
            # chooses first even where it is not to move; 0: they follow round the table
            ("ply", "i8"),  # where the search stands: index of the open ply, -1 when finished
            ("nodes", "i8"),
            ("cut_short", "i8"),  # 1: a position was evaluated, so looking deeper may differ
            ("result", "f8"),  # of a finished search
            ("after", "i8", (MOST_SEATS,)),  # by seat, the seat that chooses next
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
    """The number of moves of the game of these states, if it can be searched.

    Raises:
        ValueError: the game has too many moves.
    """
    game = game_of(np.zeros(1, dtype)[0])
    if game.moves > MOST_MOVES:
        raise ValueError(
            f"expected a game of at most {MOST_MOVES} moves, got {game.name} with {game.moves}"
        )
    return game.moves


def check_seats(seats: int) -> None:
    """Refuse a number of seats that a search does not support.

    Raises:
        ValueError: there are too many seats, or none.
    """
    if not 1 <= seats <= MOST_SEATS:
        raise ValueError(f"expected 1 to {MOST_SEATS} seats, got {seats}")


def check_root(search: Record, state: State, seat: int) -> None:
    """Refuse a position that does not fit the search.

    Raises:
        ValueError: the state has another type, or there is no such seat.
    """
    expected = search.dtype["states"].base
    if state.dtype != expected:
        raise ValueError(
            f"expected a state of the type for which this search was created, {expected}, "
            f"got {state.dtype}: create another search"
        )
    if not 0 <= seat < search["seats"]:
        raise ValueError(f"expected a seat from 0 to {search['seats'] - 1}, got {seat}")


@kernel
def is_decided(state: State, seat: int) -> bool:
    return is_over(state) or not is_living(state, seat)


@kernel
def by_utility(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """The default terminal value.

    Early wins are better than late ones; late losses are better than early ones.
    """
    return utility(state, seat) * (DECISIVE - rounds) if is_decided(state, seat) else np.nan


@kernel
def all_rounds(state: State, seat: int, left: int) -> int:  # noqa: ARG001  of any position
    """The default horizon: all remaining rounds."""
    return left


@kernel
def order_seats(search: Record) -> None:
    """Write the successor of each seat in choosing order; after the last, the searching seat."""
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
    """The first chooser in a round: the searching seat, or the next after it that is to move."""
    if search["by_number"] or chooses(search, state, search["seat"]):
        return int(search["seat"])
    return next_chooser(search, state, search["seat"])


@inlined_kernel
def next_chooser(search: Record, state: State, seat: int) -> int:
    """The chooser after a seat in the same round, NOBODY when all have chosen."""
    following = search["after"][seat]
    while following != search["seat"]:
        if chooses(search, state, following):
            return int(following)
        following = search["after"][following]
    return NOBODY


@inlined_kernel
def chooses(search: Record, state: State, seat: int) -> bool:
    return bool(search["among"] >> seat & 1 and is_to_move(state, seat))
