"""Board in the terminal: a header with the players, and the cells in a frame.

A cell is two columns wide, so that it looks square, or one column where the terminal is narrow. The
first column shows what the cell contains; the second one connects a line with the cell on the
right. Where the terminal is too low, half blocks show two rows in one line of text: that needs
colours and Unicode.
"""

from __future__ import annotations

import itertools
import textwrap
from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.grid import COLUMN_STEPS, LEFT, RIGHT, ROW_STEPS, opposite
from gridbots_referee.show.board.glyphs import ACROSS, glyphs_for, with_number
from gridbots_referee.show.board.header import GAP, HEADER_WIDTH, header_lines
from gridbots_referee.show.drawing.scene import scene
from gridbots_referee.show.drawing.symbols import parse_name
from gridbots_referee.show.terminal.style import (
    BOLD,
    FAINT,
    GREY,
    ITEM,
    SEATS,
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
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.pictures.frames import Frame
    from gridbots_referee.show.drawing.shapes import Cell

EMPTY: Final = 234
"""Colour of an empty half block, in the palette of 256."""
PLAIN: Final = {"block": 246, "hazard": 53, "item": 229, "fog": 239, "crash": 231}
"""Colours of half blocks that are the same for all seats."""
HALF_BLOCK_ORDER: Final = (
    "area", "hazard", "block", "item", "tile", "trail", "body", "head", "crash", "fog",
)  # fmt: skip
"""The last ones are drawn on top."""
DIRECTIONS: Final = {
    step: heading for heading, step in enumerate(zip(ROW_STEPS, COLUMN_STEPS, strict=True))
}


def draw(
    frame: Frame,
    style: Style,
    names: Sequence[str] = (),
    columns: int | None = None,
    rows: int | None = None,
) -> list[str]:
    """The lines of a picture, all of the same width, at most `columns` (None: no limit).

    If there are more lines than `rows`, half blocks are used if the style can show them. A player
    without a name is shown as its seat number.
    """
    lines = picture(frame, style, names, columns)
    if rows is not None and len(lines) > rows and _can_halve(frame, style, columns):
        lines = _with_header(frame, style, names, columns, half_block_lines(frame))
    return [paint(line, style) for line in lines]


def picture(
    frame: Frame, style: Style, names: Sequence[str] = (), columns: int | None = None
) -> list[Line]:
    """The picture of `draw` without a limit on its rows, as spans."""
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
    """The picture of `draw` with a panel on its right; None if it does not fit.

    `size` is the number of columns and rows of the terminal.
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
    width = max([HEADER_WIDTH, *map(line_width, board)])
    header = header_lines(frame, style, names, width if columns is None else min(width, columns))
    lines = [*header, *board]
    return level(lines if columns is None else [clip(line, columns) for line in lines])


def cell_width(frame: Frame, columns: int | None) -> int:
    """Columns per cell: 2, 1 in a narrow terminal, or 0 if the board does not fit."""
    fitting = (cell for cell in (2, 1) if columns is None or board_width(frame, cell) <= columns)
    return next(fitting, 0)


def board_width(frame: Frame, cell: int) -> int:
    return cell * (frame.columns + 1) + 1


def _too_narrow(frame: Frame, columns: int) -> list[Line]:
    needed = board_width(frame, 1)
    text = (
        f"The terminal is too narrow by {needed - columns}: "
        f"the board needs {needed} columns, and it has {columns}."
    )
    return [[Span(line, BOLD)] for line in textwrap.wrap(text, max(columns, 1))]


class Canvas:
    """The characters of a board and of its frame, which is a ring of cells around the board."""

    def __init__(self, frame: Frame, style: Style, cell: int) -> None:
        self.glyphs = glyphs_for(style)
        self.style = style
        self.living = frame.living
        self._cell = cell
        width = board_width(frame, cell)
        self.lines: list[Line] = [[Span(" ")] * width for _ in range(frame.rows + 2)]

    def put(self, row: int, column: int, text: str, ink: str = "", ground: str = "") -> None:
        """Write up to two characters into a cell; its ground stays unless a new one is given."""
        start = self._cell * (column + 1)
        for place, letter in enumerate(text[: self._cell], start):
            self._write(self.lines[row + 1], place, Span(letter, ink, ground))

    def link(self, row: int, column: int, letter: str, ink: str, ground: str = "") -> None:
        """Write into the second column of a cell, if it has one."""
        if self._cell == 2:
            self._write(self.lines[row + 1], 2 * column + 3, Span(letter, ink, ground))

    def _write(self, line: Line, place: int, span: Span) -> None:
        if place < len(line):
            line[place] = span._replace(ground=span.ground or line[place].ground)

    def seat_ink(self, seat: int | None) -> str:
        return seat_ink(seat, living=seat is None or self.living[seat])


class BoardElement(NamedTuple):
    """An element of the scene, which lies on whole cells."""

    cells: list[Cell]
    seat: int | None
    variant: str
    text: str


def _elements(frame: Frame) -> dict[str, list[BoardElement]]:
    """The elements of the scene by kind."""
    found: dict[str, list[BoardElement]] = defaultdict(list)
    for element in scene(frame).elements:
        kind, seat, variant = parse_name(element.symbol)
        cells = [(int(row), int(column)) for row, column in element.cells]
        found[kind].append(BoardElement(cells, seat, variant, element.text))
    return found


def _board(frame: Frame, style: Style, cell: int) -> list[Line]:
    canvas = Canvas(frame, style, cell)
    glyphs, elements = canvas.glyphs, _elements(frame)
    _draw_frame(canvas, frame.rows, frame.columns)
    for place in itertools.product(range(frame.rows), range(frame.columns)):
        canvas.put(*place, glyphs.empty, FAINT)
    for area in elements["area"]:
        text = "  " if style.colour else glyphs.area(area.seat) * 2
        for place in area.cells:
            canvas.put(*place, text, ground=seat_ground(area.seat))
    for kind, glyph in ("block", glyphs.block), ("hazard", glyphs.hazard):
        for place in (place for element in elements[kind] for place in element.cells):
            canvas.put(*place, glyph * 2, GREY)
    for item in elements["item"]:
        # Its value is shown if it has one digit and is not 1.
        value = item.text if len(item.text) == 1 else " "
        canvas.put(*item.cells[0], glyphs.item + value, ITEM)
    heads = {head.cells[0] for head in elements["head"]}
    _draw_segments(canvas, [each for each in _segments(elements) if each[:2] not in heads])
    for head in elements["head"]:
        heading = int(head.variant) if head.variant else None
        canvas.put(*head.cells[0], glyphs.head(head.seat, heading), *badge(head.seat))
    _draw_crashes(canvas, elements["crash"])
    return canvas.lines


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


class Segment(NamedTuple):
    """A cell of a line, and the direction of the line from there, if it continues."""

    row: int
    column: int
    seat: int | None
    heading: int | None


def _segments(elements: dict[str, list[BoardElement]]) -> Iterator[Segment]:
    """The cells of trails and bodies."""
    for tile in elements["tile"]:
        yield from (Segment(*place, tile.seat, None) for place in tile.cells)
    for line in elements["trail"]:
        yield from _steps(line)
    for line in elements["body"]:
        yield Segment(*line.cells[0], line.seat, None)
        yield from _steps(line)


def _steps(line: BoardElement) -> Iterator[Segment]:
    """The cells of a line but its first one, which is the front."""
    for ahead, (row, column) in itertools.pairwise(line.cells):
        step = (ahead[0] - row, ahead[1] - column)
        yield Segment(row, column, line.seat, DIRECTIONS.get(step))


def _draw_segments(canvas: Canvas, found: Sequence[Segment]) -> None:
    sides = sides_of(found)
    for row, column, seat, _ in found:
        letter = canvas.glyphs.line(seat, sides[row, column])
        canvas.put(row, column, letter + " ", canvas.seat_ink(seat))
    for row, column, seat, heading in found:
        if heading in {LEFT, RIGHT}:
            letter = canvas.glyphs.line(seat, ACROSS)
            canvas.link(row, column - (heading == LEFT), letter, canvas.seat_ink(seat))


def sides_of(found: Sequence[Segment]) -> dict[tuple[int, int], int]:
    """The sides that the line in each cell leaves through: a sum of 1 << direction."""
    sides: dict[tuple[int, int], int] = defaultdict(int)
    owners = {(row, column): seat for row, column, seat, _ in found}
    for row, column, seat, heading in found:
        if heading is None:
            continue
        sides[row, column] |= 1 << heading
        there = (row + ROW_STEPS[heading], column + COLUMN_STEPS[heading])
        if there in owners and owners[there] == seat:
            sides[there] |= 1 << opposite(heading)
    return sides


def _draw_crashes(canvas: Canvas, crashes: Iterable[BoardElement]) -> None:
    """A crash shows its seat; two seats in the same cell share it."""
    seats = defaultdict(list)
    for crash in crashes:
        seats[crash.cells[0]].append(crash.seat)
    glyph = canvas.glyphs.crash
    for (row, column), [first, *others] in seats.items():
        canvas.put(row, column, with_number(glyph, first), *badge(first))
        for other in others:
            canvas.link(row, column, glyph, *badge(other))


# Half blocks.


def half_block_lines(frame: Frame) -> list[Line]:
    """The board in its frame: a column for each cell, a line for two rows."""
    colours = _half_block_colours(frame)
    edge = "─" * frame.columns
    lines = [[Span(f"╭{edge}╮", GREY)]]
    for row in range(0, frame.rows, 2):
        cells = [_pair(colours, frame, row, column) for column in range(frame.columns)]
        lines.append([Span("│", GREY), *cells, Span("│", GREY)])
    return [*lines, [Span(f"╰{edge}╯", GREY)]]


def _pair(colours: dict[tuple[int, int], int], frame: Frame, row: int, column: int) -> Span:
    """The character of a cell and the one below it; an odd board has no cell below its last row."""
    above = colours.get((row, column), EMPTY)
    below = colours.get((row + 1, column), EMPTY)
    return Span("▀", f"38;5;{above}", f"48;5;{below}" if row + 1 < frame.rows else "")


def _half_block_colours(frame: Frame) -> dict[tuple[int, int], int]:
    elements = _elements(frame)
    colours: dict[Cell, int] = {}
    for kind in HALF_BLOCK_ORDER:
        for element in elements[kind]:
            # The front of a trail is the cell that its last step leads to.
            cells = element.cells[1:] if kind == "trail" else element.cells
            colours |= dict.fromkeys(cells, _half_block_colour(kind, element.seat, frame))
    return colours


def _half_block_colour(kind: str, seat: int | None, frame: Frame) -> int:
    if kind in PLAIN or seat is None:
        return PLAIN.get(kind, 246)
    shades = SEATS[seat % len(SEATS)]
    if kind == "area":
        return shades.ground
    return shades.bright if kind == "head" and frame.living[seat] else shades.dull
