"""Board in the terminal: a header with the players, and the cells in a frame.

A cell is two columns wide, so that it looks square, one column where the terminal is narrow, and
more for words. The first column shows what the cell contains; the second one connects a line with
the cell on the right. Captions are below the board. Where the terminal is too low, half blocks show
two rows in one line of text: that needs colours and Unicode.
"""

from __future__ import annotations

import itertools
import textwrap
from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.command_line.columns import display_width
from gridbots.grid import COLUMN_STEPS, LEFT, RIGHT, ROW_STEPS, opposite
from gridbots_referee.show.board.canvas import Canvas, board_width
from gridbots_referee.show.board.glyphs import ACROSS, ASCII, UNICODE, with_number
from gridbots_referee.show.board.header import GAP, HEADER_WIDTH, header_lines
from gridbots_referee.show.drawing.scene import scene
from gridbots_referee.show.drawing.symbols import LETTERS, parse_name
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
)
from gridbots_referee.show.terminal.text import cut, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.pictures.frames import Frame, Mark
    from gridbots_referee.show.drawing.shapes import Cell

EMPTY: Final = 234
"""Colour of an empty half block, in the palette of 256."""
PLAIN: Final = {"block": 246, "hazard": 53, "item": 229, "text": 231, "fog": 239, "crash": 231}
"""Colours of half blocks that are the same for all seats."""
HALF_BLOCK_ORDER: Final = (
    "area", "hazard", "block", "item", "tile", "trail", "body", "text", "piece", "head", "crash",
    "fog",
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
        lines = _whole(frame, style, names, columns, half_block_lines(frame))
    return [paint(line, style) for line in lines]


def picture(
    frame: Frame, style: Style, names: Sequence[str] = (), columns: int | None = None
) -> list[Line]:
    """The picture of `draw` without a limit on its rows, as spans."""
    cell = cell_width(frame, columns)
    board = _board(frame, style, cell) if cell else _too_narrow(frame, columns or 0)
    return _whole(frame, style, names, columns, board)


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
    board = level(_board(frame, style, widest_cell(frame)))
    sides: Iterable[tuple[Line, Line]] = itertools.zip_longest(board, panel, fillvalue=[])
    captions = caption_lines(frame, style, columns)
    lines = [*header, *([*line, GAP, *more] for line, more in sides), *captions]
    fits = (
        len(panel) <= len(board) and len(lines) <= rows and max(map(line_width, lines)) <= columns
    )
    return level(lines) if fits else None


def _can_halve(frame: Frame, style: Style, columns: int | None) -> bool:
    fits = columns is None or frame.columns + 2 <= columns
    return style.colour and style.unicode and fits and frame.rows > 0


def _whole(
    frame: Frame, style: Style, names: Sequence[str], columns: int | None, board: Sequence[Line]
) -> list[Line]:
    width = max([HEADER_WIDTH, *map(line_width, board)])
    width = width if columns is None else min(width, columns)
    header = header_lines(frame, style, names, width)
    lines = [*header, *board, *caption_lines(frame, style, width)]
    return level(lines if columns is None else [clip(line, columns) for line in lines])


def caption_lines(frame: Frame, style: Style, columns: int) -> list[Line]:
    texts = [visible(caption, unicode=style.unicode) for caption in frame.captions]
    return [[Span(line)] for text in texts for line in wrap(text, columns)]


def cell_width(frame: Frame, columns: int | None) -> int:
    """Columns per cell: 2 or more, 1 in a narrow terminal, or 0 if the board does not fit."""
    cells = range(widest_cell(frame), 0, -1)
    return next((c for c in cells if columns is None or board_width(frame, c) <= columns), 0)


def widest_cell(frame: Frame) -> int:
    """Columns per cell that show all texts, with a blank between two of them."""
    texts = (_cell_text(mark) for mark in frame.marks if mark.kind in {"text", "piece"})
    return max([1, *map(display_width, texts)]) + 1


def _cell_text(mark: Mark, *, unicode: bool = True) -> str:
    """The text of a mark; for a piece also its seat, and the number of pieces in a stack."""
    text = cut(visible(mark.text), LETTERS, unicode=unicode)
    text = text if unicode else text.encode("ascii", "replace").decode()
    if mark.kind == "text":
        return text
    number, count = with_number("", mark.seat).strip(), mark.value or 1
    text = text or (UNICODE if unicode else ASCII).still
    return f"{text}{number}{f'x{count}' if count > 1 else ''}"


def _too_narrow(frame: Frame, columns: int) -> list[Line]:
    needed = board_width(frame, 1)
    text = (
        f"The terminal is too narrow by {needed - columns}: "
        f"the board needs {needed} columns, and it has {columns}."
    )
    return [[Span(line, BOLD)] for line in textwrap.wrap(text, max(columns, 1))]


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
    if not frame.rows or not frame.columns:
        return []
    canvas = Canvas(frame, style, cell)
    glyphs, elements = canvas.glyphs, _elements(frame)
    _draw_frame(canvas, frame.rows, frame.columns)
    for place in itertools.product(range(frame.rows), range(frame.columns)):
        canvas.put(*place, glyphs.empty, FAINT)
    for area in elements["area"]:
        text = " " if style.colour else glyphs.area(area.seat)
        for place in area.cells:
            canvas.put(*place, text * cell, ground=seat_ground(area.seat))
    for kind, glyph in ("block", glyphs.block), ("hazard", glyphs.hazard):
        for place in (place for element in elements[kind] for place in element.cells):
            canvas.put(*place, glyph * cell, GREY)
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
    _draw_texts(canvas, frame)
    return canvas.lines


def _draw_texts(canvas: Canvas, frame: Frame) -> None:
    """Texts and pieces, and notes in the cells that the last move changed."""
    for mark in frame.marks:
        place = (mark.row, mark.column)
        text = _cell_text(mark, unicode=canvas.style.unicode)
        if mark.kind == "text":
            ink = canvas.seat_ink(mark.seat) if mark.seat is not None else BOLD
            canvas.put(*place, text.ljust(canvas.cell), ink)
        elif mark.kind == "piece":
            canvas.put(*place, text, *badge(mark.seat))
    for mark in frame.marks:
        if mark.kind == "move":
            canvas.note(mark.row, mark.column)


def _draw_frame(canvas: Canvas, rows: int, columns: int) -> None:
    glyphs = canvas.glyphs
    for row, (left, right) in (-1, glyphs.above), (rows, glyphs.below):
        for column in range(columns):
            canvas.put(row, column, glyphs.edge * canvas.cell, GREY)
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
