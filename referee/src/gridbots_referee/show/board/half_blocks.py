"""Half blocks: each character shows two cells, one above the other, by its colours.

For boards that are higher than the terminal. It needs colours and Unicode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.show.terminal.style import GREY, SEATS, Line, Span

if TYPE_CHECKING:
    from gridbots.pictures.frames import Frame, Mark

UPPER: Final = "▀"
EMPTY: Final = 234
"""Colours are numbers in the palette of 256."""
PLAIN: Final = {"block": 246, "hazard": 53, "item": 229, "fog": 239, "crash": 231}
ORDER: Final = ("area", "hazard", "block", "item", "trail", "body", "head", "crash", "fog")
"""What is drawn over what: the last ones are on top."""


def half_block_lines(frame: Frame) -> list[Line]:
    """The board in its box: a column for each cell, a line for two rows."""
    colours = _colours(frame)
    edge = "─" * frame.columns
    lines = [[Span(f"╭{edge}╮", GREY)]]
    for row in range(0, frame.rows, 2):
        cells = [_pair(colours, frame, row, column) for column in range(frame.columns)]
        lines.append([Span("│", GREY), *cells, Span("│", GREY)])
    return [*lines, [Span(f"╰{edge}╯", GREY)]]


def _pair(colours: dict[tuple[int, int], int], frame: Frame, row: int, column: int) -> Span:
    """The letter for a cell and the one below it; under the last row of an odd board is nothing."""
    above = colours.get((row, column), EMPTY)
    below = colours.get((row + 1, column), EMPTY)
    return Span(UPPER, f"38;5;{above}", f"48;5;{below}" if row + 1 < frame.rows else "")


def _colours(frame: Frame) -> dict[tuple[int, int], int]:
    marks = sorted(frame.marks, key=lambda mark: ORDER.index(mark.kind))
    return {(mark.row, mark.column): _colour(mark, frame) for mark in marks}


def _colour(mark: Mark, frame: Frame) -> int:
    if mark.kind in PLAIN or mark.seat is None:
        return PLAIN.get(mark.kind, 246)
    shades = SEATS[mark.seat % len(SEATS)]
    if mark.kind == "area":
        return shades.ground
    is_bright = mark.kind == "head" and frame.living[mark.seat]
    return shades.bright if is_bright else shades.dull
