"""Threat features of Multiplayer Snake: the next moves of other heads.

Heads are passed as an array of rows and columns, with their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.games.multisnake.movement import DASH
from gridbots.grid import column_of, offset, row_of
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.space import is_free

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Array

MAX_OPPONENTS: Final = 16


@kernel
def find_heads(state: AnyState, seat: int, heads: Array) -> int:
    """Write the rows and columns of all other living heads; return their number."""
    count = 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            head = state["bodies"][other, 0]
            heads[count, 0] = row_of(head, state["stride"])
            heads[count, 1] = column_of(head, state["stride"])
            count += 1
    return count


@kernel
def arrives_first(heads: Array, others: int, row: int, column: int, steps: int) -> bool:
    """Whether another head, which moves next, reaches a cell in at most `steps` steps."""
    for other in range(others):
        if abs(heads[other, 0] - row) + abs(heads[other, 1] - column) <= steps:
            return True
    return False


@kernel
def count_exits(state: AnyState, seat: int, head: int, heads: Array, others: int) -> int:
    """Count the exits of a head that none of these other heads can enter first or at once."""
    stride, exits = state["stride"], 0
    for way in range(DASH):
        cell = head + offset(way, stride)
        row, column, is_open = row_of(cell, stride), column_of(cell, stride), True
        for other in range(others):
            if abs(heads[other, 0] - row) + abs(heads[other, 1] - column) <= 2:
                is_open = False
        exits += is_open and is_free(state, seat, cell)
    return exits


@kernel
def contenders(state: AnyState, cell: int, heads: Array, others: int) -> int:
    """Heads that can enter a cell in this round: 0 none, 1 one, 2 one that is attracted, 3 several.

    A head is attracted if the step brings it closer to its nearest candy.
    """
    row, column = row_of(cell, state["stride"]), column_of(cell, state["stride"])
    count = attracted = 0
    for other in range(others):
        down, across = row - heads[other, 0], column - heads[other, 1]
        if abs(down) + abs(across) == 1:
            count += 1
            attracted += is_attracted(state, heads[other, 0], heads[other, 1], down, across)
    return 3 if count > 1 else count + min(attracted, 1)


@kernel
def is_attracted(state: AnyState, row: int, column: int, down: int, across: int) -> bool:
    """Whether a step brings a head closer to its nearest candy, or to one of several."""
    candies, stride, side = state["candies"], state["stride"], state["side"]
    least, attracted = 2 * side, False
    for there in range(side):
        for place in range(side):
            if candies[(there + 1) * stride + place + 1] != 0:
                steps = abs(there - row) + abs(place - column)
                nearer = abs(there - row - down) + abs(place - column - across) < steps
                if steps < least:
                    least, attracted = steps, nearer
                elif steps == least:
                    attracted = attracted or nearer
    return attracted
