"""zig-zag-cut: a column sweep over the board, with columns cut short behind the apple.

A sweep to the right goes down even columns and up odd ones, like the zig-zag, and returns along the
top row. In an odd column the snake may step right before it reaches the top: the squares that it
skips are free, so they stay reachable. A sweep to the left is the same, rotated by half a turn: up
odd columns and down even ones, which it may leave before the bottom. The rules below describe a
sweep to the right; for the other direction the board is rotated (`turned`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import APPLE, EMPTY
from gridbots.grid import DOWN, RIGHT, UP, column_of, index_of, row_of
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cycles import squares

Record = Any
"""An observation of Snake, or a memory."""

MEMORY: Final = np.dtype([("turned", "u1")])  # 1: sweeping left

SHORT: Final = 4
"""A snake shorter than the board by this factor turns back in the middle of a column."""


def policy() -> Remembering:
    return Remembering(choose, np.zeros(1, MEMORY))


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The move of the sweep.

    Raises:
        ValueError: the width of the board is odd.
    """
    width, height, stride = observation["width"], observation["height"], observation["stride"]
    if width % 2 == 1:
        raise ValueError("expected a board of even width for a sweep in columns, got an odd one")
    row, column = row_of(observation["head"], stride), column_of(observation["head"], stride)
    if column == 0:
        memory["turned"] = 0
    elif column == width - 1 or row == 0:
        memory["turned"] = 1
    turned = memory["turned"]
    if turned:
        row, column = height - 1 - row, width - 1 - column
    if column % 2 == 0:
        way = down_column(observation, memory, row, column)
    else:
        way = up_column(observation, memory, row, column)
    return way ^ 2 if turned else way


@kernel
def is_free(observation: Record, turned: int, row: int, column: int) -> bool:
    """Whether a square is on the board and without body."""
    if turned:
        row, column = observation["height"] - 1 - row, observation["width"] - 1 - column
    found = observation["cells"][index_of(row, column, observation["stride"])]
    return bool(found in (EMPTY, APPLE))


@kernel
def down_column(observation: Record, memory: Record, row: int, column: int) -> int:
    """Move in an even column: down, or back up if it is better to turn the sweep now."""
    turned = memory["turned"]
    is_short = observation["length"] < squares(observation) // SHORT
    can_return = is_short and is_free(observation, turned, row - 1, column)
    if can_return and is_done(observation, turned, column):
        memory["turned"] = 1 - turned
        return UP
    return DOWN if row < observation["height"] - 1 else RIGHT


@kernel
def up_column(observation: Record, memory: Record, row: int, column: int) -> int:
    """Move in an odd column: up, or right if necessary or possible."""
    turned = memory["turned"]
    if row <= 1 or not is_free(observation, turned, row - 1, column):
        return RIGHT
    if can_cut(observation, turned, row, column):
        return RIGHT
    if is_done(observation, turned, column):
        memory["turned"] = 1 - turned
    return UP


@kernel
def can_cut(observation: Record, turned: int, row: int, column: int) -> bool:
    """Whether the column can be cut: no apple lies above, and no body closes it off."""
    stride, apple = observation["stride"], observation["apple"]
    apple_row, apple_column = row_of(apple, stride), column_of(apple, stride)
    if turned:
        apple_row = observation["height"] - 1 - apple_row
        apple_column = observation["width"] - 1 - apple_column
    if apple_column <= column or (apple_column == column + 1 and apple_row < row):
        return False
    for above in range(row - 1):
        if not is_free(observation, turned, above, column):
            return False
        if not is_free(observation, turned, above, column + 1):
            return False
    return True


@kernel
def is_done(observation: Record, turned: int, column: int) -> bool:
    """Whether the sweep can turn back: the apple lies behind, and no body ahead."""
    width, apple = observation["width"], observation["apple"]
    apple_column = column_of(apple, observation["stride"])
    if turned:
        apple_column = width - 1 - apple_column
    if apple_column >= column:
        return False
    for ahead in range(column + 1, width):
        for row in range(observation["height"]):
            if not is_free(observation, turned, row, ahead):
                return False
    return True
