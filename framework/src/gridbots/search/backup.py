"""Backup: what the value of a move makes of the ply that it was tried at.

With the value goes the line of moves that is expected after it, and among equals the chances of
each to be the answer.
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
"""Expected moves are kept in one number, with as many bits for each of the first seats as a move
of the game takes, but at least 5."""


@inlined_kernel
def take_value(search: Record, value: float, line: int) -> None:
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
def extended(line: int, seat: int, move: int, moves: int) -> int:
    """A line of expected moves with one more before it, in a game with so many moves."""
    bits = bits_of(moves)
    if (seat + 1) * bits > LINE_BITS:
        return line
    return line | (move + 1) << bits * seat


@kernel
def expected(line: int, seat: int, moves: int) -> int:
    """The move of a seat in a line, in a game with so many moves; NO_MOVE where there is none."""
    bits = bits_of(moves)
    if (seat + 1) * bits > LINE_BITS:
        return NO_MOVE
    return (line >> bits * seat & (1 << bits) - 1) - 1


@inlined_kernel
def bits_of(moves: int) -> int:
    """Bits of a move in a line: for numbers from 0, which is no move, to so many."""
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


def worths_field(plies: int) -> tuple[Any, ...]:
    """What max-n needs in the record of a search of so many plies: a row of values for each."""
    return ("worths", "f8", (plies + 2, MOST_SEATS))


@inlined_kernel
def settle_for_all(search: Record, state: State, value: float, rounds: int) -> None:
    """A position is worth this to the searching seat, and to each other what it wins itself."""
    row = search["worths"][search["ply"] + 1]
    for seat in range(search["seats"]):
        worth = value
        if seat != search["seat"]:
            worth = call(search["judge"], state, seat, NOBODY, rounds, 0)
            if np.isnan(worth):
                worth = call(search["evaluate"], search, state, seat)
        row[seat] = worth
    take_for_itself(search, value, 0)


@inlined_kernel
def take_for_itself(search: Record, value: float, line: int) -> None:  # noqa: ARG001
    """The move tried last at the open ply gives every seat what stands in the row after its own."""
    index = search["ply"]
    if index < 0:
        search["result"] = value
        return
    ply, row, after = search["plies"][index], search["worths"][index], search["worths"][index + 1]
    own, move = after[ply["seat"]], ply["order"][ply["tried"] - 1]
    if index == 0 and move != NO_MOVE:
        search["values"][move] = own
    if ply["tried"] == 1 or own > ply["best"]:
        ply["best"] = own
        ply["best_move"] = move
        for seat in range(search["seats"]):
            row[seat] = after[seat]
    ply["value"] = ply["best"]
