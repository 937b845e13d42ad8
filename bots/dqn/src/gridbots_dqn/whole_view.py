"""Published encoding: the whole board in four planes, and flags for fatal steps.

As in chuyangliu/snake, the planes mark empty cells, the apple, the head and the body. The turned
views rotate the board so that the snake heads up; their flags are for the steps left, ahead and
right. The other views have flags for all four directions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.games.snake.rules import APPLE, EMPTY, HEAD, is_open
from gridbots.grid import DOWN, RIGHT, UP, index_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import AnyState

EMPTY_PLANE: Final = 0
APPLE_PLANE: Final = 1
HEAD_PLANE: Final = 2
BODY_PLANE: Final = 3
PLANES: Final = 4


def planes(side: int) -> tuple[int, int, int]:
    return PLANES, side, side


@kernel
def look_turned(observation: AnyState, seen: Any) -> None:
    mark_cells(observation, observation["heading"], seen)
    mark_dangers_ahead(observation, seen)


@kernel
def look_turned_globally(observation: AnyState, seen: Any) -> None:
    mark_cells(observation, observation["heading"], seen)


@kernel
def look(observation: AnyState, seen: Any) -> None:
    mark_cells(observation, UP, seen)
    mark_dangers_around(observation, seen)


@kernel
def look_globally(observation: AnyState, seen: Any) -> None:
    mark_cells(observation, UP, seen)


@kernel
def mark_cells(observation: AnyState, heading: int, seen: Any) -> None:
    """Write the planes of a square board, rotated so that `heading` is up."""
    side, cells = observation["width"], observation["cells"]
    for row in range(side):
        for column in range(side):
            plane = plane_of(cells[index_of(row, column, side + 2)])
            seen[plane * side * side + turned(row, column, side, heading)] = 1.0


@kernel
def plane_of(cell: int) -> int:
    if cell == EMPTY:
        return EMPTY_PLANE
    if cell == APPLE:
        return APPLE_PLANE
    return HEAD_PLANE if cell == HEAD else BODY_PLANE


@kernel
def turned(row: int, column: int, side: int, heading: int) -> int:
    """The index of a cell, row by row, on a square board rotated so that `heading` is up."""
    last = side - 1
    if heading == UP:
        return row * side + column
    if heading == RIGHT:
        return (last - column) * side + row
    if heading == DOWN:
        return (last - row) * side + last - column
    return column * side + last - row


@kernel
def mark_dangers_ahead(observation: AnyState, seen: Any) -> None:
    """Write the flags: 1 if a step left, ahead, right is fatal."""
    first, heading = PLANES * observation["width"] ** 2, observation["heading"]
    for side in range(3):
        if not is_open(observation, (heading + side - 1) % 4):
            seen[first + side] = 1.0


@kernel
def mark_dangers_around(observation: AnyState, seen: Any) -> None:
    """Write the flags: 1 if a step up, right, down, left is fatal."""
    first = PLANES * observation["width"] ** 2
    for direction in range(4):
        if not is_open(observation, direction):
            seen[first + direction] = 1.0
