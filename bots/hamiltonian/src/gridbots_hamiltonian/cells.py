"""Right-hand driving in two-by-two cells, and the tree of cells under the body.

A board with even sides is divided into cells of two by two squares. Each square has one inward
move, to the next square of its own cell (anticlockwise), and one outward move, into the
neighbouring cell on that side. No other moves are made.

(1) These two of the four moves keep to the right: two squares of neighbouring cells are joined in
    one direction only, and the way back is one lane to the left.
(2) Let the parent of a cell be the cell from which the body, followed from tail to head, first
    entered it; the tail's cell is the root. The parents form a tree as long as every move goes
    inward, into a cell without body, or into the parent of its own cell.
(3) A closed walk around this tree keeps to the right (see `cycles`). The body lies on it from tail
    to head, and from the head it leads back through the parents to the tail. So a snake that makes
    only the moves of (2) always has a move; at worst it follows its tail.
(4) Squares outside the tree can be visited where cells without body are connected to it. Planning
    keeps all free squares reachable in this way.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.games.snake.rules import BODY
from gridbots.grid import (
    CAPACITIES,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    index_of,
    offset,
)
from gridbots.kernel import kernel

Record = Any
"""An observation of Snake, or a memory."""

_SQUARES: Final = (max(CAPACITIES),)
RING: Final = 4096
"""Entries for every square of the largest board; a power of 2, so that wrapping round is fast."""
_CELLS: Final = (RING // 4,)
NEVER: Final = 0
"""Smaller than the number of any step."""
ALWAYS: Final = 1 << 30
"""Larger than the number of any step; the number of walls."""
ROOT: Final = -1
UNVISITED: Final = -2

TRAIL: Final = [
    # Steps are numbered as the head makes them. The body is on a square if its number is at
    # least that of the tail.
    ("newest", "i4"),  # number of the head's step; 0: no body has been seen yet
    ("oldest", "i4"),  # number of the tail's step
    ("stamp", "i4", _SQUARES),  # number of the step that last entered it
    ("trail", "i2", (RING,)),  # the square that a step entered, by its number
    ("cell", "i2", _SQUARES),  # number of the cell that a square belongs to, row by row
    ("inside", "i2", _SQUARES),  # square of the move inward
    ("outside", "i2", _SQUARES),  # square of the move outward
    ("corner", "i2", _CELLS),  # the top left square of a cell
]
"""Fields of a memory that holds the body as numbered steps."""


@kernel
def inward(row: int, column: int) -> int:
    """Direction of the inward move: down the left column, up the right one."""
    if column % 2 == 0:
        return DOWN if row % 2 == 0 else RIGHT
    return LEFT if row % 2 == 0 else UP


@kernel
def outward(row: int, column: int) -> int:
    if column % 2 == 0:
        return LEFT if row % 2 == 0 else DOWN
    return UP if row % 2 == 0 else RIGHT


@kernel
def lay_cells(observation: Record, memory: Record) -> None:
    """Fill in the geometry of the cells.

    Raises:
        ValueError: a side of the board is odd.
    """
    height, width, stride = observation["height"], observation["width"], observation["stride"]
    if height % 2 == 1 or width % 2 == 1:
        raise ValueError("expected a board of even sides for two-by-two cells, got an odd one")
    for square in range(len(memory["stamp"])):
        memory["stamp"][square] = ALWAYS
    for row in range(height):
        for column in range(width):
            square = index_of(row, column, stride)
            memory["stamp"][square] = NEVER
            cell = row // 2 * (width // 2) + column // 2
            memory["cell"][square] = cell
            memory["inside"][square] = square + offset(inward(row, column), stride)
            memory["outside"][square] = square + offset(outward(row, column), stride)
            if row % 2 == 0 and column % 2 == 0:
                memory["corner"][cell] = square


@kernel
def remember_body(observation: Record, memory: Record) -> bool:
    """Update the trail from the body; return whether the body is one step further than before."""
    before = observation["head"] - offset(observation["heading"], observation["stride"])
    newest, length = memory["newest"], observation["length"]
    last = memory["trail"][newest & (RING - 1)]
    grown = length - (newest - memory["oldest"] + 1)
    if newest == 0 or last != before or not 0 <= grown <= 1:
        retrace_body(observation, memory)
        return False
    memory["newest"] = newest + 1
    memory["oldest"] = newest + 2 - length
    memory["trail"][(newest + 1) & (RING - 1)] = observation["head"]
    memory["stamp"][observation["head"]] = newest + 1
    return True


@kernel
def retrace_body(observation: Record, memory: Record) -> None:
    """Rebuild the trail: number the steps of a body seen for the first time."""
    lay_cells(observation, memory)
    cells, stride, here = observation["cells"], observation["stride"], observation["tail"]
    length = observation["length"]
    for step in range(1, length + 1):
        memory["stamp"][here] = step
        memory["trail"][step] = here
        if step < length:
            here += offset(cells[here] - BODY, stride)
    memory["oldest"] = 1
    memory["newest"] = length


@kernel
def find_parents(memory: Record, oldest: int, cells: int, stride: int, parents: Any) -> None:
    """Write the tree of the body from step `oldest`: the parent of each cell, ROOT or UNVISITED."""
    stamp, corner, trail = memory["stamp"], memory["corner"], memory["trail"]
    for cell in range(cells):
        first = ALWAYS
        for each in range(4):
            entered = stamp[corner[cell] + (each & 1) + (each >> 1) * stride]
            if oldest <= entered < first:
                first = entered
        if first == ALWAYS:
            parents[cell] = UNVISITED
        elif first == oldest:
            parents[cell] = ROOT
        else:
            parents[cell] = memory["cell"][trail[(first - 1) & (RING - 1)]]


@kernel
def direction_to(here: int, there: int, stride: int) -> int:
    """The direction of a step between neighbours."""
    step = there - here
    if step == 1:
        return RIGHT
    if step == -1:
        return LEFT
    return DOWN if step == stride else UP
