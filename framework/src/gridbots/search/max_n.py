"""Max-n: every seat wants its own value high (Luckhardt and Irani, 1986).

The values of all seats lie in a row per ply. They are no bound of anything: nothing is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import call, inlined_kernel
from gridbots.search.ply_stack import MOST_SEATS, NOBODY

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


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
