"""Rendering: frames as plain text (ansi) and as pixels (rgb_array)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from gridbots.pictures.frames import value_text

if TYPE_CHECKING:
    from gridbots.pictures.frames import Frame, Mark

ORDER: Final = (
    "move", "hazard", "block", "area", "trail", "body", "item", "text", "piece", "head", "crash",
    "fog",
)  # fmt: skip
"""Drawing order: later kinds cover earlier ones."""
SIGNS: Final = {"move": ".", "hazard": "~", "block": "#", "item": "+", "crash": "*", "fog": "?"}
"""Kinds that look the same for all seats. Areas are the digit of the seat, trails and bodies its
lower-case letter, heads its capital letter; pieces and texts begin with their own."""
CELL: Final = 8
"""Pixels along the side of a cell."""
EMPTY: Final = (16, 18, 24)
PLAIN: Final = {
    "move": (40, 44, 56), "hazard": (90, 40, 110), "block": (96, 100, 110), "item": (250, 220, 90),
    "text": (230, 235, 240), "crash": (255, 255, 255), "fog": (60, 64, 72),
}  # fmt: skip
SEATS: Final = (
    (64, 156, 255), (255, 92, 88), (80, 200, 120), (210, 130, 255),
    (255, 170, 60), (60, 210, 210), (240, 120, 180), (170, 190, 80),
)  # fmt: skip
"""Colours of seats, repeated if there are more seats."""
SHARES: Final = {"area": 0.35, "trail": 0.6, "body": 0.75, "piece": 0.9, "head": 1.0}
"""Brightness of a seat's colour, by kind of mark."""

Pixels = NDArray[np.uint8]


def as_text(frame: Frame) -> str:
    """One character per cell, one line per row, then the scores, the measures and the captions."""
    rows = [["."] * frame.columns for _ in range(frame.rows)]
    for mark in _visible(frame):
        rows[mark.row][mark.column] = _sign(mark)
    board = "\n".join("".join(row) for row in rows)
    scores = " ".join(
        f"{_letter(seat, 'A')}:{score:g}{'' if living else ' out'}"
        for seat, (score, living) in enumerate(zip(frame.scores, frame.living, strict=True))
    )
    measures = [
        f"{name} {' | '.join(map(value_text, values))}" for name, values in frame.measures.items()
    ]
    lines = [f"round {frame.round}  {scores}", *measures, *frame.captions]
    return "\n".join([*([board] if frame.rows else []), *lines]) + "\n"


def as_pixels(frame: Frame) -> Pixels:
    """Red, green and blue, by row and column of pixels; one empty cell without a board."""
    cells = np.full((max(frame.rows, 1), max(frame.columns, 1), 3), EMPTY, np.uint8)
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
    if mark.text.strip():
        return mark.text.strip()[0]
    if mark.kind == "area":
        return str(seat % 10)
    return SIGNS.get(mark.kind) or _letter(seat, "A" if mark.kind in {"head", "piece"} else "a")


def _letter(seat: int, first: str) -> str:
    return chr(ord(first) + seat % 26)


def _colour(mark: Mark) -> tuple[int, ...]:
    share = SHARES.get(mark.kind)
    if share is None:
        return PLAIN[mark.kind]
    return tuple(int(share * part) for part in SEATS[(mark.seat or 0) % len(SEATS)])
