"""Hamiltonian cycles: the zig-zag, and one around a random spanning tree.

(1) A snake that follows a Hamiltonian cycle never dies: its body lies on the part of the cycle
    behind its head, so the next square is free until the board is full.
(2) A board has such a cycle only if its number of squares is even. The zig-zag needs an even width;
    on a board of even height rows and columns are swapped.
(3) Divide a board with even sides into two-by-two cells and take any spanning tree of the cells.
    A walk along the tree that keeps to the right (see `cells`), enters a neighbouring cell where
    the tree has a branch and otherwise stays in its cell, goes once round the tree and through
    every square once. So each tree defines a Hamiltonian cycle.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.game.chance import below
from gridbots.grid import (
    CAPACITIES,
    COLUMN_STEPS,
    DOWN,
    LEFT,
    NO_MOVE,
    RIGHT,
    ROW_STEPS,
    UP,
    column_of,
    index_of,
    offset,
    row_of,
)
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import inward, outward

Record = Any
"""An observation of Snake, or a memory."""

_SQUARES: Final = (max(CAPACITIES),)

CYCLE: Final = [
    ("is_open", "u1"),  # 1: the cycle is filled in
    (
        "next_move",
        "i1",
        _SQUARES,
    ),  # direction to the next square of the cycle; NO_MOVE off the board
    ("order", "i2", _SQUARES),  # number of each square on the cycle, from 0
]
"""Fields of a memory that holds a cycle."""


@kernel
def zig_zag_move(row: int, column: int, height: int, width: int) -> int:
    """Direction of the zig-zag: back along the top row, down even columns, up odd ones."""
    if width % 2 == 0:
        return zig_zag_of_even_width(row, column, height, width)
    if height % 2 == 1:
        raise ValueError("expected a board with an even side, got two odd ones")
    # Swapping rows and columns swaps up with left and right with down.
    return 3 - zig_zag_of_even_width(column, row, width, height)


@kernel
def zig_zag_of_even_width(row: int, column: int, height: int, width: int) -> int:
    if row == 0 and column > 0:
        return LEFT
    if column % 2 == 0:
        return RIGHT if row == height - 1 else DOWN
    return RIGHT if row == 1 and column < width - 1 else UP


@kernel
def lay_zig_zag(observation: Record, memory: Record) -> None:
    height, width, stride = observation["height"], observation["width"], observation["stride"]
    memory["next_move"][:] = NO_MOVE
    for row in range(height):
        for column in range(width):
            next_move = zig_zag_move(row, column, height, width)
            memory["next_move"][index_of(row, column, stride)] = next_move
    number(observation, memory)


@kernel
def number(observation: Record, memory: Record) -> int:
    """Number the squares along the cycle, starting at the top left one; return their count."""
    stride = observation["stride"]
    here = first = index_of(0, 0, stride)
    count = 0
    while True:
        memory["order"][here] = count
        count += 1
        here += offset(memory["next_move"][here], stride)
        if here == first:
            memory["is_open"] = 1
            return count


@kernel
def lay_random(observation: Record, generator: Any, memory: Record) -> None:
    """Write a cycle around a random spanning tree, by Prim's algorithm with random choices.

    Raises:
        ValueError: a side of the board is odd.
    """
    height, width, stride = observation["height"], observation["width"], observation["stride"]
    if height % 2 == 1 or width % 2 == 1:
        raise ValueError("expected a board of even sides for two-by-two cells, got an odd one")
    branches = np.zeros((height // 2, width // 2, 4), np.uint8)
    grow(branches, generator)
    memory["next_move"][:] = NO_MOVE
    for row in range(height):
        for column in range(width):
            way = outward(row, column)
            if branches[row // 2, column // 2, way] == 0:
                way = inward(row, column)
            memory["next_move"][index_of(row, column, stride)] = way
    number(observation, memory)


@kernel
def grow(branches: Any, generator: Any) -> None:
    """Grow a random spanning tree: mark its branches, by row and column of a cell and direction."""
    rows, columns = branches.shape[0], branches.shape[1]
    reached = np.zeros((rows, columns), np.uint8)
    waiting = np.empty(4 * rows * columns, np.int64)
    root = below(generator, rows * columns)
    reached[root // columns, root % columns] = 1
    count = add_branches(waiting, 0, root // columns, root % columns, rows, columns)
    while count > 0:
        chosen = below(generator, count)
        branch = waiting[chosen]
        count -= 1
        waiting[chosen] = waiting[count]
        way, row, column = branch % 4, branch // 4 // columns, branch // 4 % columns
        there, aside = row + ROW_STEPS[way], column + COLUMN_STEPS[way]
        if reached[there, aside] == 0:
            reached[there, aside] = 1
            branches[row, column, way] = 1
            branches[there, aside, way ^ 2] = 1
            count = add_branches(waiting, count, there, aside, rows, columns)


@kernel
def add_branches(  # noqa: PLR0913, PLR0917  a list and a place
    waiting: Any, count: int, row: int, column: int, rows: int, columns: int
) -> int:
    """Add the branches of a cell that stay on the board to a list; return its length."""
    for way in range(4):
        there, aside = row + ROW_STEPS[way], column + COLUMN_STEPS[way]
        if 0 <= there < rows and 0 <= aside < columns:
            waiting[count] = (row * columns + column) * 4 + way
            count += 1
    return count


@kernel
def ahead(memory: Record, here: int, there: int, count: int) -> int:
    """Cyclic distance: steps along the cycle of `count` squares from one square to another."""
    steps = int(memory["order"][there]) - int(memory["order"][here])
    return steps if steps >= 0 else steps + count


@kernel
def squares(observation: Record) -> int:
    return int(observation["width"] * observation["height"])


@kernel
def move_at_head(observation: Record) -> int:
    """Direction of the zig-zag at the head."""
    head, stride = observation["head"], observation["stride"]
    height, width = observation["height"], observation["width"]
    return zig_zag_move(row_of(head, stride), column_of(head, stride), height, width)
