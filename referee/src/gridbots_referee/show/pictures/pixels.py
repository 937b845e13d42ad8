"""Rasterizer: a frame as pixels, each an index into a palette."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from gridbots.grid import COLUMN_STEPS, ROW_STEPS
from gridbots_referee.show.drawing.palette import PLAIN as COLOURS
from gridbots_referee.show.drawing.palette import SEAT_COLOURS, mixed, rgb

if TYPE_CHECKING:
    from gridbots.frames import Frame, Mark

Colour = tuple[int, int, int]


DARK: Final = COLOURS["dark"]
SEATS: Final = SEAT_COLOURS["dark"][:8]
PLAIN: Final = [rgb(DARK[name]) for name in ("ground", "edge", "text", "block", "item")]
PALETTE: Final[list[Colour]] = [
    *PLAIN,
    *(rgb(colour) for colour in SEATS),
    *(rgb(mixed(colour, DARK["ground"], 0.6)) for colour in SEATS),
    *(rgb(mixed(colour, DARK["ground"], 0.3)) for colour in SEATS),
]
"""The plain colours, and those of seats: bright for heads, dimmer for bodies, dim for ground."""
BRIGHT, DIMMER, DIM = (len(PLAIN) + shade * len(SEATS) for shade in range(3))
WALL, INK, BLOCKED, YELLOW = 1, 2, 3, 4
Pixels = npt.NDArray[Any]


def pixels(frame: Frame, cell: int) -> Pixels:
    """Rows and columns of numbers into PALETTE; a border of a quarter of a cell is around."""
    margin = max(cell // 4, 1)
    board = np.zeros((frame.rows * cell + 2 * margin, frame.columns * cell + 2 * margin), np.uint8)
    board[margin - 1 : -margin + 1 or None, margin - 1 : -margin + 1 or None] = WALL
    board[margin:-margin, margin:-margin] = 0
    for kind in ("area", "block", "trail", "body", "item", "head", "crash"):
        for mark in frame.marks:
            if mark.kind == kind:
                _draw(board, mark, cell, margin)
    return board


def _draw(board: Pixels, mark: Mark, cell: int, margin: int) -> None:
    top, left = mark.row * cell + margin, mark.column * cell + margin
    shape = _shape(mark.kind, cell, mark.heading)
    part = board[max(top, 0) : top + cell, max(left, 0) : left + cell]
    shape = shape[-part.shape[0] :, -part.shape[1] :] if min(top, left) < 0 else shape
    part[shape[: part.shape[0], : part.shape[1]]] = _paint(mark)
    if mark.kind == "trail" and mark.heading is not None:
        _link(board, mark, cell, margin)


def _paint(mark: Mark) -> int:
    seat = (mark.seat or 0) % len(SEATS)
    paints = {"area": DIM + seat, "trail": DIMMER + seat, "body": DIMMER + seat, "block": BLOCKED}
    return {**paints, "item": YELLOW, "crash": INK}.get(mark.kind, BRIGHT + seat)


def _link(board: Pixels, mark: Mark, cell: int, margin: int) -> None:
    """The trail goes on into the next cell."""
    heading = mark.heading or 0
    down, across = ROW_STEPS[heading] * cell, COLUMN_STEPS[heading] * cell
    middle = (mark.row * cell + margin + cell // 2, mark.column * cell + margin + cell // 2)
    top, bottom = sorted((middle[0], middle[0] + down))
    left, right = sorted((middle[1], middle[1] + across))
    half = max(cell // 4, 1)
    board[max(top - half, 0) : bottom + half, max(left - half, 0) : right + half] = _paint(mark)


@functools.cache
def _shape(kind: str, cell: int, heading: int | None) -> Pixels:
    """Which pixels of a cell belong to a mark."""
    rows, columns = np.indices((cell, cell)) - (cell - 1) / 2
    across, along, far = abs(columns), abs(rows), cell / 2
    if kind == "head" and heading is not None:
        ahead = rows * ROW_STEPS[heading] + columns * COLUMN_STEPS[heading]
        aside = along * abs(COLUMN_STEPS[heading]) + across * abs(ROW_STEPS[heading])
        shape = (aside <= far - np.maximum(ahead, 0)) & (ahead >= 1 - far)
    elif kind in {"head", "item"}:
        radius = far - 0.5 if kind == "head" else cell * 0.3
        shape = rows**2 + columns**2 <= radius**2
    elif kind == "crash":
        shape = (abs(along - across) <= max(cell / 10, 0.6)) & (along < far - 1)
    else:
        half = {"body": far - 1, "trail": cell / 4}.get(kind, far)
        shape = (along <= half) & (across <= half)
    return np.asarray(shape)
