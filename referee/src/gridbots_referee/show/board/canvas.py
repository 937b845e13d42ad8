"""Canvas: the characters of a board, which are written cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.command_line.columns import display_width
from gridbots_referee.show.board.glyphs import glyphs_for
from gridbots_referee.show.terminal.style import UNDERLINE, Line, Span, Style, seat_ink
from gridbots_referee.show.terminal.text import head_of

if TYPE_CHECKING:
    from gridbots.pictures.frames import Frame

MOVED: Final = "<"
"""Beside what the last move changed, where there are no colours."""


def board_width(frame: Frame, cell: int) -> int:
    return min(cell, 2) + cell * frame.columns + 1


class Canvas:
    """The characters of a board and of its frame, which is a ring of cells around the board."""

    def __init__(self, frame: Frame, style: Style, cell: int) -> None:
        self.glyphs = glyphs_for(style)
        self.style = style
        self.living = frame.living
        self.cell = cell
        width = board_width(frame, cell)
        self.lines: list[Line] = [[Span(" ")] * width for _ in range(frame.rows + 2)]

    def put(self, row: int, column: int, text: str, ink: str = "", ground: str = "") -> None:
        """Write characters into a cell; its ground stays unless a new one is given."""
        place = self._start(column)
        for letter in head_of(text, self.cell):
            # A wide letter takes the column of the next one.
            for written in (letter, "")[: display_width(letter)]:
                self._write(self.lines[row + 1], place, Span(written, ink, ground))
                place += 1

    def link(self, row: int, column: int, letter: str, ink: str, ground: str = "") -> None:
        """Write into the columns of a cell after the first one."""
        start = self._start(column)
        for place in range(start + 1, start + self.cell):
            self._write(self.lines[row + 1], place, Span(letter, ink, ground))

    def note(self, row: int, column: int) -> None:
        """Underline a cell; without colours, write a sign into its last column if that is blank."""
        line, start = self.lines[row + 1], self._start(column)
        for place in range(start, start + self.cell):
            ink = line[place].ink
            line[place] = line[place]._replace(ink=f"{ink};{UNDERLINE}" if ink else UNDERLINE)
        last = start + self.cell - 1
        if not self.style.colour and line[last].text == " ":
            line[last] = Span(MOVED)

    def _start(self, column: int) -> int:
        """The first column of text of a cell."""
        return max(min(self.cell, 2) + self.cell * column, 0)

    def _write(self, line: Line, place: int, span: Span) -> None:
        if place < len(line):
            line[place] = span._replace(ground=span.ground or line[place].ground)

    def seat_ink(self, seat: int | None) -> str:
        return seat_ink(seat, living=seat is None or self.living[seat])
