"""Grid geometry: directions and padded boards.

Rows go down, columns go right. A board of `height` x `width` cells is kept row by row with a
border one cell wide, so that every neighbour of a cell on the board exists: the cell in row r and
column c has the index (r + 1) * stride + c + 1, with stride = width + 2.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel

UP: Final = 0
RIGHT: Final = 1
DOWN: Final = 2
LEFT: Final = 3
DIRECTIONS: Final = ("up", "right", "down", "left")
"""Names of the directions, clockwise from up; a direction is an index into this tuple."""

NO_MOVE: Final = -1
"""In place of a direction: the seat makes no move."""

ROW_STEPS: Final = (-1, 0, 1, 0)
COLUMN_STEPS: Final = (0, 1, 0, -1)

CAPACITIES: Final = (324, 1156, 4356)
"""Capacities of records in padded cells: 16x16, 32x32 and 64x64 boards with their border.

Code is compiled once per record type, so boards of many sizes share these three.
"""


@kernel
def opposite(direction: int) -> int:
    return direction ^ 2


@kernel
def offset(direction: int, stride: int) -> int:
    """Difference between the indices of a cell and its neighbour in this direction."""
    return ROW_STEPS[direction] * stride + COLUMN_STEPS[direction]


@kernel
def index_of(row: int, column: int, stride: int) -> int:
    return (row + 1) * stride + column + 1


@kernel
def row_of(index: int, stride: int) -> int:
    return index // stride - 1


@kernel
def column_of(index: int, stride: int) -> int:
    return index % stride - 1


@kernel
def apart(here: int, there: int, stride: int) -> int:
    """Manhattan distance of two cells."""
    rows = abs(row_of(here, stride) - row_of(there, stride))
    return rows + abs(column_of(here, stride) - column_of(there, stride))


def capacity_for(width: int, height: int) -> int:
    """Capacity, in padded cells, of the smallest record that holds a board of this size.

    Raises:
        ValueError: the board is larger than any record.
    """
    needed = (width + 2) * (height + 2)
    for capacity in CAPACITIES:
        if needed <= capacity:
            return capacity
    raise ValueError(f"expected a board of at most 64x64 cells, got {width}x{height}")


def border(cells: Any, width: int, height: int, value: int) -> None:
    """Write `value` on the border of a padded board, and into the unused cells behind it."""
    stride = width + 2
    board = cells[: stride * (height + 2)].reshape(height + 2, stride)
    board[0, :] = board[-1, :] = value
    board[:, 0] = board[:, -1] = value
    cells[board.size :] = value
