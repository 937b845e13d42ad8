"""Egocentric encoding: the head is always in the middle, and the snake always heads up.

What is near the head is therefore learned once, not for each cell and heading. The window covers
the whole board from every position of the head. All inputs are integers: the first layer of a
network scales them, and training stores them in bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.snake.rules import BODY
from gridbots.grid import COLUMN_STEPS, ROW_STEPS, column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import AnyState

NAME: Final = "centred"
"""Name of this view in VIEWS."""

WALL: Final = 0
"""1 beyond the board."""
PART: Final = 1
"""1 for a part of the snake."""
FREE_IN: Final = 2
"""Rounds until the part there is gone, unless the snake eats: 1 for the tail."""
BLOCKED: Final = 3
"""1 for a part that is still there when the head can reach it at the earliest."""
APPLE: Final = 4
"""1 for the apple."""
PLANES: Final = 5
MOST: Final = 255
"""The largest number that fits into a byte."""


def planes(side: int) -> tuple[int, int, int]:
    return PLANES, 2 * side - 1, 2 * side - 1


def scales(side: int) -> NDArray[np.float32]:
    """Factors that scale the planes to 0..1; rounds become shares of the board."""
    found = np.ones(PLANES, np.float32)
    found[FREE_IN] /= side**2
    return found


@kernel
def look(observation: AnyState, seen: Any) -> None:
    """Write the planes of a square board, row by row, to `seen`, which is all zeros."""
    window = 2 * observation["width"] - 1
    mark_walls(observation, window, seen)
    mark_snake(observation, window, seen)
    if observation["apple"] != 0:
        row, column = apart_from_head(observation, observation["apple"])
        seen[place(APPLE, row, column, window)] = 1


@kernel
def place(plane: int, row: int, column: int, window: int) -> int:
    """The index of an input; row and column are relative to the head."""
    reach = window // 2
    return (plane * window + reach + row) * window + reach + column


@kernel
def apart_from_head(observation: AnyState, cell: int) -> tuple[int, int]:
    """Rows below and columns right of the head, as the snake sees a cell."""
    stride, head = observation["stride"], observation["head"]
    down = row_of(cell, stride) - row_of(head, stride)
    right = column_of(cell, stride) - column_of(head, stride)
    return turned(down, right, observation["heading"])


@kernel
def turned(down: int, right: int, heading: int) -> tuple[int, int]:
    """Rows and columns on a board that is rotated so that the heading is up."""
    ahead = down * ROW_STEPS[heading] + right * COLUMN_STEPS[heading]
    beside = (heading + 1) % 4
    return -ahead, down * ROW_STEPS[beside] + right * COLUMN_STEPS[beside]


@kernel
def mark_walls(observation: AnyState, window: int, seen: Any) -> None:
    """Mark the cells outside the board, from two opposite corners."""
    stride, head, heading = observation["stride"], observation["head"], observation["heading"]
    above, left = row_of(head, stride), column_of(head, stride)
    below, after = observation["height"] - 1 - above, observation["width"] - 1 - left
    row, column = turned(-above, -left, heading)
    last_row, last_column = turned(below, after, heading)
    reach = window // 2
    first, last = reach + min(row, last_row), reach + max(row, last_row)
    start, end = reach + min(column, last_column), reach + max(column, last_column)
    seen[: window * window] = 1
    for row in range(first, last + 1):
        seen[row * window + start : row * window + end + 1] = 0


@kernel
def mark_snake(observation: AnyState, window: int, seen: Any) -> None:
    """Follow the snake from its tail to the part before the head."""
    here, rounds = observation["tail"], 1
    while here != observation["head"]:
        row, column = apart_from_head(observation, here)
        seen[place(PART, row, column, window)] = 1
        seen[place(FREE_IN, row, column, window)] = min(rounds, MOST)
        if rounds >= abs(row) + abs(column):
            seen[place(BLOCKED, row, column, window)] = 1
        here += offset(observation["cells"][here] - BODY, observation["stride"])
        rounds += 1
