"""Backup of values into the ply stack, for minimax, expectimax and max-n.

With each value it backs up the line of expected moves, and, among equal moves, the probability that
each is the answer. In max-n every seat maximises its own value (Luckhardt and Irani, 1986): there
is a row of values per ply, one for each seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import call, inlined_kernel, kernel
from gridbots.search.ply_stack import BEST, MOST_SEATS, NOBODY, VALUES

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


COIN: Final = 0.5

LINE_BITS: Final = 60
"""A line of expected moves is one number, with the bits of a move for each of the first seats, at
least 5."""


@inlined_kernel
def take_value(search: Record, value: float, line: int) -> None:
    """Back up a value and the line after it to the move tried last at the open ply.

    Without an open ply, it is the value of the root.
    """
    index = search["ply"]
    if index < 0:
        search["result"] = value
        return
    ply = search["plies"][index]
    is_ours, move = ply["seat"] == search["seat"], ply["order"][ply["tried"] - 1]
    if is_best(search, ply, value, is_ours):
        ply["best_move"] = move
        ply["line"] = extended(line, ply["seat"], move, len(ply["order"]))
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
    """Add a value to a ply; return whether it is the best so far for the choosing seat."""
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
    """Narrow the window of a ply to values that are better, or at least as good, for its seat."""
    if is_ours:
        enough = np.nextafter(value, -np.inf) if spares_equals else value
        ply["alpha"] = max(ply["alpha"], enough)
    else:
        enough = np.nextafter(value, np.inf) if spares_equals else value
        ply["beta"] = min(ply["beta"], enough)


@inlined_kernel
def extended(line: int, seat: int, move: int, moves: int) -> int:
    """A line of expected moves with a move prepended, in a game with this many moves."""
    bits = bits_of(moves)
    if (seat + 1) * bits > LINE_BITS:
        return line
    return line | (move + 1) << bits * seat


@kernel
def expected(line: int, seat: int, moves: int) -> int:
    """The move of a seat in a line, in a game with this many moves; NO_MOVE if there is none."""
    bits = bits_of(moves)
    if (seat + 1) * bits > LINE_BITS:
        return NO_MOVE
    return (line >> bits * seat & (1 << bits) - 1) - 1


@inlined_kernel
def bits_of(moves: int) -> int:
    """Bits of a move in a line: 0 is no move, then the moves from 1."""
    bits = 5
    while moves >> bits != 0:
        bits += 1
    return bits


@kernel
def forget_answers(ply: Record) -> None:
    ply["chances"][:] = 0.0
    ply["chances"][len(ply["chances"]) - 1] = 1.0


@kernel
def blend(search: Record, ply: Record, move: int) -> None:
    """Update the probabilities of answers at a ply by the move tried last, one of equals.

    An own move is the answer itself. Equals are decided by a coin, at the root by a draw.
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


def seat_values_field(plies: int) -> tuple[Any, ...]:
    """The field of max-n in a search record: a row of values for each ply."""
    return ("seat_values", "f8", (plies + 2, MOST_SEATS))


@inlined_kernel
def settle_for_all(search: Record, state: State, value: float, rounds: int) -> None:
    """Set the row of a leaf: this value for the searching seat, own values for all others."""
    row = search["seat_values"][search["ply"] + 1]
    for seat in range(search["seats"]):
        own_value = value
        if seat != search["seat"]:
            own_value = call(search["terminal_value"], state, seat, NOBODY, rounds, 0)
            if np.isnan(own_value):
                own_value = call(search["evaluate"], search, state, seat)
        row[seat] = own_value
    take_for_itself(search, value, 0)


@inlined_kernel
def take_for_itself(search: Record, value: float, line: int) -> None:  # noqa: ARG001
    """Back up the row of the move tried last, if it is the best for the choosing seat."""
    index = search["ply"]
    if index < 0:
        search["result"] = value
        return
    ply, row, after = (
        search["plies"][index],
        search["seat_values"][index],
        search["seat_values"][index + 1],
    )
    own, move = after[ply["seat"]], ply["order"][ply["tried"] - 1]
    if index == 0 and move != NO_MOVE:
        search["values"][move] = own
    if ply["tried"] == 1 or own > ply["best"]:
        ply["best"] = own
        ply["best_move"] = move
        for seat in range(search["seats"]):
            row[seat] = after[seat]
    ply["value"] = ply["best"]
