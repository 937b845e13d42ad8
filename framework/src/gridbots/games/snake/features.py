"""What matters in a position of Snake, as numbers with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.games.snake.state import EMPTY
from gridbots.grid import apart, offset
from gridbots.kernel import kernel
from gridbots.space import WORKSPACE, spread

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

FEATURES: Final = ("length", "apple", "way", "reach", "exits", "tail")
"""length: cells of the snake.
apple: steps to the apple on an empty board; 0 on a full board.
way: steps to the apple around the snake as it lies; the number of cells where there is no way.
reach: free cells, the apple's included, to which there is a way from the head.
exits: neighbours that can be entered.
tail: 1 where there is a way to a free neighbour of the tail, so that there is one out; else 0.
"""

LENGTH: Final = 0
APPLE_NEAR: Final = 1
WAY: Final = 2
REACH: Final = 3
EXITS: Final = 4
TAIL: Final = 5


@kernel
def evaluate(state: State, seat: int, weights: Array) -> float:  # noqa: ARG001  there is one seat
    values = np.zeros(len(FEATURES))
    measure(state, weights, values)
    total = 0.0
    for feature in range(len(FEATURES)):
        total += weights[feature] * values[feature]
    return total


@kernel
def measure(state: State, weights: Array, values: Array) -> None:
    """Write the features to `values`; those of weight 0 may be left out."""
    values[LENGTH] = state["length"]
    if state["apple"] != 0:
        values[APPLE_NEAR] = apart(state["head"], state["apple"], state["stride"])
    for direction in range(4):
        values[EXITS] += is_open(state, direction)
    if weights[WAY] != 0.0 or weights[REACH] != 0.0 or weights[TAIL] != 0.0:
        _measure_ways(state, values, np.empty(1, WORKSPACE))


@kernel
def _measure_ways(state: State, values: Array, workspaces: Array) -> None:
    # The workspace is an array, because in compiled code a record does not keep its memory.
    space, heads, apple = workspaces[0], np.empty(1, np.int32), state["apple"]
    heads[0] = state["head"]
    cells = state["cells"].copy()
    if apple != 0:
        cells[apple] = EMPTY
    spread(cells, heads, 1, state["stride"], space)
    reached = apple != 0 and space["nearest"][apple] > 0
    values[WAY] = space["waves"][apple] if reached else state["width"] * state["height"]
    values[REACH] = space["counts"][1]
    values[TAIL] = has_way_out(state, space)


@kernel
def has_way_out(state: State, space: Record) -> bool:
    """After `spread`: whether a neighbour of the tail has been reached."""
    for direction in range(4):
        there = state["tail"] + offset(direction, state["stride"])
        if there != state["head"] and space["nearest"][there] > 0:
            return True
    return False
