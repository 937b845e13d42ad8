"""Threat features: what the heads of others can do next in Multiplayer Snake.

They are given as an array of rows and columns, and how many of them there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.games.multisnake.movement import DASH
from gridbots.grid import column_of, offset, row_of
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.room import is_bare

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Array

MOST_RIVALS: Final = 16


@kernel
def find_rivals(state: AnyState, seat: int, rivals: Array) -> int:
    """Write row and column of the heads of all others that live; how many they are."""
    count = 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            head = state["bodies"][other, 0]
            rivals[count, 0] = row_of(head, state["stride"])
            rivals[count, 1] = column_of(head, state["stride"])
            count += 1
    return count


@kernel
def comes_first(rivals: Array, others: int, row: int, column: int, steps: int) -> bool:
    """Whether another head comes to a cell in no more steps: it is to move, and we have moved."""
    for other in range(others):
        if abs(rivals[other, 0] - row) + abs(rivals[other, 1] - column) <= steps:
            return True
    return False


@kernel
def count_exits(state: AnyState, seat: int, head: int, rivals: Array, others: int) -> int:
    """Ways on from a head; not to where one of these others can be at the same time, or before."""
    stride, exits = state["stride"], 0
    for way in range(DASH):
        cell = head + offset(way, stride)
        row, column, is_open = row_of(cell, stride), column_of(cell, stride), True
        for other in range(others):
            if abs(rivals[other, 0] - row) + abs(rivals[other, 1] - column) <= 2:
                is_open = False
        exits += is_open and is_bare(state, seat, cell)
    return exits


@kernel
def rivalry(state: AnyState, cell: int, rivals: Array, others: int) -> int:
    """Who can come to a cell in this round: 0 nobody, 1 one head, 2 one drawn to it, 3 several.

    A head is drawn to a cell from which the candy that is nearest to it is nearer still.
    """
    row, column = row_of(cell, state["stride"]), column_of(cell, state["stride"])
    count = drawn = 0
    for other in range(others):
        down, across = row - rivals[other, 0], column - rivals[other, 1]
        if abs(down) + abs(across) == 1:
            count += 1
            drawn += is_drawn(state, rivals[other, 0], rivals[other, 1], down, across)
    return 3 if count > 1 else count + min(drawn, 1)


@kernel
def is_drawn(state: AnyState, row: int, column: int, down: int, across: int) -> bool:
    """Whether this step brings one from here nearer to the nearest candy, or to one of several."""
    candies, stride, side = state["candies"], state["stride"], state["side"]
    least, drawn = 2 * side, False
    for there in range(side):
        for place in range(side):
            if candies[(there + 1) * stride + place + 1] != 0:
                steps = abs(there - row) + abs(place - column)
                nearer = abs(there - row - down) + abs(place - column - across) < steps
                if steps < least:
                    least, drawn = steps, nearer
                elif steps == least:
                    drawn = drawn or nearer
    return drawn
