"""Board in the terminal: a header with the players, and the cells in a box.

A cell is two columns wide, so that it looks square, or one where two do not fit. The first column
of a cell shows what is in it, the second one a line that goes on to the cell on the right. Where
the terminal is too low, two rows share a line.
"""

from __future__ import annotations

import itertools
import textwrap
from collections import defaultdict
from typing import TYPE_CHECKING

from gridbots.grid import LEFT, RIGHT
from gridbots_referee.show.board.glyphs import (
    ACROSS,
    area_of,
    glyphs_for,
    head_text,
    line_of,
    with_number,
)
from gridbots_referee.show.board.half_blocks import half_block_lines
from gridbots_referee.show.board.header import GAP, HEADER_WIDTH, header_lines
from gridbots_referee.show.board.segments import Segment, segments, sides_of
from gridbots_referee.show.terminal.style import (
    BOLD,
    FAINT,
    GREY,
    ITEM,
    Line,
    Span,
    Style,
    badge,
    clip,
    level,
    line_width,
    paint,
    seat_ground,
    seat_ink,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridbots.pictures.frames import Frame, Kind, Mark


def draw(
    frame: Frame,
    style: Style,
    names: Sequence[str] = (),
    columns: int | None = None,
    rows: int | None = None,
) -> list[str]:
    """The lines of a picture, all equally wide and none wider than `columns` (None: no limit).

    Where they are more than `rows`, two rows of the board share a line if the style can show it.
    A player without a name is called by the number of its seat.
    """
    lines = picture(frame, style, names, columns)
    if rows is not None and len(lines) > rows and _can_halve(frame, style, columns):
        lines = _with_header(frame, style, names, columns, half_block_lines(frame))
    return [paint(line, style) for line in lines]


def picture(
    frame: Frame, style: Style, names: Sequence[str] = (), columns: int | None = None
) -> list[Line]:
    """What `draw` draws where there is room, as spans."""
    cell = cell_width(frame, columns)
    board = _board(frame, style, cell) if cell else _too_narrow(frame, columns or 0)
    return _with_header(frame, style, names, columns, board)


def beside(
    frame: Frame,
    style: Style,
    names: Sequence[str],
    panel: Sequence[Line],
    size: tuple[int, int],
) -> list[Line] | None:
    """What `draw` draws with a panel at its right side; None if that has no room.

    `size` is the number of columns and of rows that there are.
    """
    columns, rows = size
    header = header_lines(frame, style, names, min(columns, HEADER_WIDTH))
    board = level(_board(frame, style, 2))
    sides: Iterable[tuple[Line, Line]] = itertools.zip_longest(board, panel, fillvalue=[])
    lines = [*header, *([*line, GAP, *more] for line, more in sides)]
    fits = (
        len(panel) <= len(board) and len(lines) <= rows and max(map(line_width, lines)) <= columns
    )
    return level(lines) if fits else None


def _can_halve(frame: Frame, style: Style, columns: int | None) -> bool:
    fits = columns is None or frame.columns + 2 <= columns
    return style.colour and style.unicode and fits


def _with_header(
    frame: Frame, style: Style, names: Sequence[str], columns: int | None, board: Sequence[Line]
) -> list[Line]:
    room = max([HEADER_WIDTH, *map(line_width, board)])
    header = header_lines(frame, style, names, room if columns is None else min(room, columns))
    lines = [*header, *board]
    return level(lines if columns is None else [clip(line, columns) for line in lines])


def cell_width(frame: Frame, columns: int | None) -> int:
    """Columns per cell: 2, or 1 in a narrow terminal, or 0 where the board does not fit at all."""
    fitting = (cell for cell in (2, 1) if columns is None or board_width(frame, cell) <= columns)
    return next(fitting, 0)


def board_width(frame: Frame, cell: int) -> int:
    return cell * (frame.columns + 1) + 1


def _too_narrow(frame: Frame, columns: int) -> list[Line]:
    needed = board_width(frame, 1)
    text = (
        f"The terminal is too narrow by {needed - columns}: "
        f"the board needs {needed} columns, here are {columns}."
    )
    return [[Span(line, BOLD)] for line in textwrap.wrap(text, max(columns, 1))]


class Canvas:
    """The letters of a board with its frame, which is a ring of cells around it."""

    def __init__(self, frame: Frame, style: Style, cell: int) -> None:
        self.glyphs = glyphs_for(style)
        self.style = style
        self.living = frame.living
        self._cell = cell
        width = board_width(frame, cell)
        self.lines: list[Line] = [[Span(" ")] * width for _ in range(frame.rows + 2)]

    def put(self, row: int, column: int, text: str, ink: str = "", ground: str = "") -> None:
        """Write up to two letters into a cell; a ground that is there stays behind them."""
        start = self._cell * (column + 1)
        for place, letter in enumerate(text[: self._cell], start):
            self._write(self.lines[row + 1], place, Span(letter, ink, ground))

    def link(self, row: int, column: int, letter: str, ink: str, ground: str = "") -> None:
        """Write into the second column of a cell, where there is one."""
        if self._cell == 2:
            self._write(self.lines[row + 1], 2 * column + 3, Span(letter, ink, ground))

    def _write(self, line: Line, place: int, span: Span) -> None:
        if place < len(line):
            line[place] = span._replace(ground=span.ground or line[place].ground)

    def seat_ink(self, seat: int | None) -> str:
        return seat_ink(seat, living=seat is None or self.living[seat])


def _board(frame: Frame, style: Style, cell: int) -> list[Line]:
    canvas = Canvas(frame, style, cell)
    _draw_frame(canvas, frame.rows, frame.columns)
    _draw_empty(canvas, frame.rows, frame.columns)
    marks = _by_kind(frame.marks)
    for mark in marks["area"]:
        _draw_area(canvas, mark)
    for mark in marks["block"]:
        canvas.put(mark.row, mark.column, canvas.glyphs.block * 2, GREY)
    for mark in marks["hazard"]:
        canvas.put(mark.row, mark.column, canvas.glyphs.hazard * 2, GREY)
    for mark in marks["item"]:
        _draw_item(canvas, mark)
    _draw_segments(canvas, segments(marks))
    for mark in marks["head"]:
        _draw_head(canvas, mark)
    _draw_crashes(canvas, marks["crash"])
    return canvas.lines


def _by_kind(marks: Iterable[Mark]) -> dict[Kind, list[Mark]]:
    sorted_marks: dict[Kind, list[Mark]] = defaultdict(list)
    for mark in marks:
        sorted_marks[mark.kind].append(mark)
    return sorted_marks


def _draw_frame(canvas: Canvas, rows: int, columns: int) -> None:
    glyphs = canvas.glyphs
    for row, (left, right) in (-1, glyphs.above), (rows, glyphs.below):
        for column in range(columns):
            canvas.put(row, column, glyphs.edge * 2, GREY)
        canvas.put(row, -1, left + glyphs.edge, GREY)
        canvas.put(row, columns, right, GREY)
    for row in range(rows):
        canvas.put(row, -1, glyphs.side, GREY)
        canvas.put(row, columns, glyphs.side, GREY)


def _draw_empty(canvas: Canvas, rows: int, columns: int) -> None:
    for row, column in itertools.product(range(rows), range(columns)):
        canvas.put(row, column, canvas.glyphs.empty, FAINT)


def _draw_area(canvas: Canvas, mark: Mark) -> None:
    if canvas.style.colour:
        canvas.put(mark.row, mark.column, "  ", ground=seat_ground(mark.seat))
    else:
        canvas.put(mark.row, mark.column, area_of(canvas.glyphs, mark.seat) * 2)


def _draw_item(canvas: Canvas, mark: Mark) -> None:
    """An item, with its worth where that is one digit and not the usual one."""
    worth = "" if mark.value in {None, 1} else f"{mark.value}"
    canvas.put(
        mark.row, mark.column, canvas.glyphs.item + (worth if len(worth) == 1 else " "), ITEM
    )


def _draw_segments(canvas: Canvas, found: Sequence[Segment]) -> None:
    sides = sides_of(found)
    for row, column, seat, _ in found:
        letter = line_of(canvas.glyphs, seat, sides[row, column])
        canvas.put(row, column, letter + " ", canvas.seat_ink(seat))
    for row, column, seat, heading in found:
        if heading in {LEFT, RIGHT}:
            letter = line_of(canvas.glyphs, seat, ACROSS)
            canvas.link(row, column - (heading == LEFT), letter, canvas.seat_ink(seat))


def _draw_head(canvas: Canvas, mark: Mark) -> None:
    text = head_text(canvas.glyphs, mark.seat, mark.heading)
    canvas.put(mark.row, mark.column, text, *badge(mark.seat))


def _draw_crashes(canvas: Canvas, marks: Iterable[Mark]) -> None:
    """A crash shows whose it is; two in the same cell share it."""
    seats = defaultdict(list)
    for mark in marks:
        seats[mark.row, mark.column].append(mark.seat)
    glyph = canvas.glyphs.crash
    for (row, column), [first, *others] in seats.items():
        canvas.put(row, column, with_number(glyph, first), *badge(first))
        for other in others:
            canvas.link(row, column, glyph, *badge(other))
