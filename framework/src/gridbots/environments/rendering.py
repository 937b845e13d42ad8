"""Rendering: frames as plain text (ansi) and as pixels (rgb_array)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridbots.pictures.frames import Frame, Mark

ORDER: Final = ("block", "area", "trail", "body", "item", "head", "crash")
"""Drawing order: later kinds cover earlier ones."""
SIGNS: Final = {"block": "#", "item": "+", "crash": "*"}
"""Kinds that look the same for all seats. Areas are the digit of the seat, trails and bodies its
lower-case letter, heads its capital letter."""
CELL: Final = 8
"""Pixels along the side of a cell."""
EMPTY: Final = (16, 18, 24)
PLAIN: Final = {"block": (96, 100, 110), "item": (250, 220, 90), "crash": (255, 255, 255)}
SEATS: Final = (
    (64, 156, 255), (255, 92, 88), (80, 200, 120), (210, 130, 255),
    (255, 170, 60), (60, 210, 210), (240, 120, 180), (170, 190, 80),
)  # fmt: skip
"""Colours of seats, repeated if there are more seats."""
SHARES: Final = {"area": 0.35, "trail": 0.6, "body": 0.75, "head": 1.0}
"""Brightness of a seat's colour, by kind of mark."""

Pixels = NDArray[np.uint8]


def as_text(frame: Frame) -> str:
    """One character per cell, one line per row, then the living seats and their scores."""
    rows = [["."] * frame.columns for _ in range(frame.rows)]
    for mark in _visible(frame):
        rows[mark.row][mark.column] = _sign(mark)
    board = "\n".join("".join(row) for row in rows)
    scores = " ".join(
        f"{_letter(seat, 'A')}:{score:g}{'' if living else ' out'}"
        for seat, (score, living) in enumerate(zip(frame.scores, frame.living, strict=True))
    )
    return f"{board}\nround {frame.round}  {scores}\n"


def as_pixels(frame: Frame) -> Pixels:
    """Red, green and blue, by row and column of pixels."""
    cells = np.full((frame.rows, frame.columns, 3), EMPTY, np.uint8)
    for mark in _visible(frame):
        cells[mark.row, mark.column] = _colour(mark)
    return cells.repeat(CELL, axis=0).repeat(CELL, axis=1)


def _visible(frame: Frame) -> list[Mark]:
    """The marks on the board, in drawing order; a crash may lie beyond its edge."""
    inside = [
        mark
        for mark in frame.marks
        if 0 <= mark.row < frame.rows and 0 <= mark.column < frame.columns
    ]
    return sorted(inside, key=lambda mark: ORDER.index(mark.kind))


def _sign(mark: Mark) -> str:
    seat = mark.seat or 0
    if mark.kind == "area":
        return str(seat % 10)
    return SIGNS.get(mark.kind) or _letter(seat, "A" if mark.kind == "head" else "a")


def _letter(seat: int, first: str) -> str:
    return chr(ord(first) + seat % 26)


def _colour(mark: Mark) -> tuple[int, ...]:
    share = SHARES.get(mark.kind)
    if share is None:
        return PLAIN[mark.kind]
    return tuple(int(share * part) for part in SEATS[(mark.seat or 0) % len(SEATS)])
