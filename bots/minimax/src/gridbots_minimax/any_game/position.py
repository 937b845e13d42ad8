"""Start of a search: the moves of the seat, and the seats whose moves are searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import candidates, is_to_move
from gridbots.kernel import kernel
from gridbots.search.ply_stack import is_decided

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array

MOST_JOINT_MOVES: Final = 4096
"""Most joint moves of a round with more than two seats, so that a search finishes a round."""


@kernel
def mark_moves(seen: Array, seat: int, mask: Array) -> int:
    """Mark the candidates of a seat in an array of one state; return their number."""
    mask[:] = 0
    if is_decided(seen[0], seat) or not is_to_move(seen[0], seat):
        return 0
    return candidates(seen[0], seat, mask)


@kernel
def choosing_seats(state: State, seat: int, seats: int, mask: Array) -> int:
    """The seats whose moves are searched, as bits: this seat and the seats after it.

    At least one other seat is searched, and more while there are not too many joint moves. The rest
    make no move. Seats that are not to move in this round may move in later ones.
    """
    chosen, product, others = 1 << seat, max(1, candidates(state, seat, mask)), 0
    for step in range(1, seats):
        other = (seat + step) % seats
        count = candidates(state, other, mask) if is_to_move(state, other) else 1
        if others > 0 and product * max(1, count) > MOST_JOINT_MOVES:
            continue
        product *= max(1, count)
        others += count > 1
        chosen |= 1 << other
    return chosen


@kernel
def choosing_in(seen: Array, seat: int, seats: int, mask: Array) -> int:
    """`choosing_seats` for Python, where an array of one record is passed faster than a record."""
    return choosing_seats(seen[0], seat, seats, mask)


@kernel
def best_of(values: Array, mask: Array) -> int:
    """The first marked move with the highest value; nan marks moves that were not searched."""
    best, found = -np.inf, -1
    for move in range(len(values)):
        if mask[move] and (found < 0 or values[move] > best):
            found = move
            best = -np.inf if np.isnan(values[move]) else values[move]
    return found
