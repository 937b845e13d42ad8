"""The lanes of a board: the moves of each square in two-by-two cells (see `cells`).

Lanes run anticlockwise round a cell and keep to the right of oncoming lanes. They may also be
mirrored: then they run clockwise and keep to the left, and everything else stays the same.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.games.snake.rules import BODY
from gridbots.grid import CAPACITIES, COLUMN_STEPS, ROW_STEPS, index_of, offset
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import RING, inward, outward

Record = Any
"""An observation of Snake, or a memory."""

_SQUARES: Final = (max(CAPACITIES),)
SIDES: Final = 4
"""Edges of a cell, and squares in it."""
MOST_CELLS: Final = RING // SIDES
NOWHERE: Final = 0
"""An index in the border, used for a missing square."""

LANES: Final = [
    # By the padded index of a square:
    ("inside", "i2", _SQUARES),  # square of the move inward, within the cell
    ("outside", "i2", _SQUARES),  # square of the move outward, into the next cell; or NOWHERE
    ("cell", "i2", _SQUARES),  # number of its cell, row by row; of NOWHERE: one past the last
    (
        "vertex",
        "i2",
        _SQUARES,
    ),  # number of the vertex that moves outward go round; 0: the border
    ("across", "i2", _SQUARES),  # number of the cell into which the move outward leads
    ("edge", "i2", _SQUARES),  # number of the edge that the move outward crosses; 0: the border
    ("row", "i2", _SQUARES),
    ("column", "i2", _SQUARES),
    # By cell and side; the sides are in the order of the squares of the cell:
    ("beyond", "i2", (MOST_CELLS, SIDES)),  # the cell beyond it; one past the last: the border
    ("side", "i2", (MOST_CELLS, SIDES)),  # number of the edge
    ("squares", "i4"),  # of the board
    ("edges", "i4"),  # between its cells
    ("vertices", "i4"),  # not in the border
    ("stride", "i4"),
    ("span", "i4"),  # squares of the padded board
]
"""Fields of a memory that holds the lanes."""


@kernel
def lay_lanes(observation: Record, memory: Record) -> bool:
    """Fill in the lanes, mirrored if the body requires it; return whether the body keeps to them.

    Raises:
        ValueError: a side of the board is odd.
    """
    if observation["height"] % 2 == 1 or observation["width"] % 2 == 1:
        raise ValueError("expected a board of even sides for two-by-two cells, got an odd one")
    memory["squares"] = observation["height"] * observation["width"]
    memory["stride"] = observation["stride"]
    memory["span"] = (observation["height"] + 2) * observation["stride"]
    for mirrored in range(2):
        lay_squares(observation, memory, mirrored == 1)
        lay_edges(observation, memory)
        if keeps_to_lanes(observation, memory):
            return True
    return False


@kernel
def lay_squares(observation: Record, memory: Record, mirrored: bool) -> None:  # noqa: FBT001
    height, width, stride = observation["height"], observation["width"], observation["stride"]
    memory["cell"][NOWHERE] = height * width // SIDES
    memory["vertices"] = (height // 2 - 1) * (width // 2 - 1)
    for row in range(height):
        for column in range(width):
            square = index_of(row, column, stride)
            memory["cell"][square] = row // 2 * (width // 2) + column // 2
            memory["vertex"][square] = vertex_at((row + 1) // 2, (column + 1) // 2, height, width)
            memory["row"][square] = row
            memory["column"][square] = column
            seen = width - 1 - column if mirrored else column
            inside, outside = inward(row, seen), outward(row, seen)
            if mirrored:
                inside, outside = in_mirror(inside), in_mirror(outside)
            memory["inside"][square] = square + offset(inside, stride)
            below, aside = row + ROW_STEPS[outside], column + COLUMN_STEPS[outside]
            is_border = not (0 <= below < height and 0 <= aside < width)
            memory["outside"][square] = NOWHERE if is_border else square + offset(outside, stride)


@kernel
def vertex_at(row: int, column: int, height: int, width: int) -> int:
    """Number of a vertex by its row and column; all vertices in the border count as one."""
    if row in (0, height // 2) or column in (0, width // 2):
        return 0
    return (row - 1) * (width // 2 - 1) + column


@kernel
def in_mirror(direction: int) -> int:
    """Mirror a direction: swap left and right."""
    return direction ^ 2 if direction % 2 == 1 else direction


@kernel
def lay_edges(observation: Record, memory: Record) -> None:
    """Number the edges between cells, from 1."""
    inside, outside, cell = memory["inside"], memory["outside"], memory["cell"]
    count = 0
    for row in range(observation["height"]):
        for column in range(observation["width"]):
            square = index_of(row, column, observation["stride"])
            there = outside[square]
            twin = inside[inside[inside[there]]] if there != NOWHERE else NOWHERE
            if there == NOWHERE:
                memory["edge"][square] = 0
            elif square < twin:
                count += 1
                memory["edge"][square] = memory["edge"][twin] = count
            memory["across"][square] = cell[there]
            side = row % 2 * 2 + column % 2
            memory["beyond"][cell[square], side] = cell[there]
            memory["side"][cell[square], side] = memory["edge"][square]
    memory["edges"] = count


@kernel
def keeps_to_lanes(observation: Record, memory: Record) -> bool:
    """Whether every step of the body follows a lane."""
    cells, here = observation["cells"], observation["tail"]
    while here != observation["head"]:
        there = here + offset(cells[here] - BODY, observation["stride"])
        if there != memory["inside"][here] and there != memory["outside"][here]:
            return False
        here = there
    return True
