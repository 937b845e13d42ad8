"""Tables and wrapped lines that fit the terminal.

Output to a file or another program is not wrapped: there each row is one line.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEAST_WIDTH: Final = 20
"""Minimum width in columns: a narrower terminal is treated as this wide."""
LEAST_CELL: Final = 24
"""Columns for the last cell of a row: with fewer, each row becomes a paragraph."""
GAP: Final = "  "
INDENT: Final = "    "
EMPTY: Final = {"", "-"}


def display_width(text: str) -> int:
    """The number of columns of printable text in a terminal."""
    return len(text) if text.isascii() else sum(map(_letter_width, text))


def _letter_width(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def terminal_width() -> int | None:
    """Width of the terminal in columns; None if stdout is not a terminal."""
    if not sys.stdout.isatty():
        return None
    return max(shutil.get_terminal_size().columns, LEAST_WIDTH)


def wrapped(text: str, indent: str = "") -> str:
    """Text wrapped at words to fit the terminal; lines after the first are indented."""
    width = terminal_width()
    return "\n".join(_lines(indent + text, width, indent + INDENT) if width else [indent + text])


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with wrapped cells, or a paragraph for each row on a narrow terminal.

    A paragraph lists the other cells of a row, with their heads, below the first; it omits empty
    cells.
    """
    columns = [*zip(heads, *rows, strict=True)]
    widths = [max(map(display_width, column)) for column in columns]
    if width := terminal_width():
        least = [max(display_width(word) for cell in column for word in [*cell.split(), ""])
                 for column in columns]  # fmt: skip
        least[-1] = max(least[-1], min(widths[-1], LEAST_CELL))
        spare = width - sum(least) - len(GAP) * (len(least) - 1)
        if spare < 0:
            return "\n".join(_paragraphs(heads, rows))
        widths = _shared(spare, least, widths)
    return "\n".join(line for row in (heads, *rows) for line in _row(row, widths))


def _shared(spare: int, least: Sequence[int], most: Sequence[int]) -> list[int]:
    """Widths of columns that share the spare width of the terminal evenly."""
    widths = [*least]
    while spare and (growing := [i for i, width in enumerate(widths) if width < most[i]]):
        for index in growing[:spare]:
            widths[index] += 1
        spare -= len(growing[:spare])
    return widths


def _row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    cells = [_lines(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(1, *map(len, cells))):
        texts = [cell[number] if number < len(cell) else "" for cell in cells]
        blanks = (width - display_width(text) for text, width in zip(texts, widths, strict=True))
        padded = [text + " " * blank for text, blank in zip(texts, blanks, strict=True)]
        yield GAP.join(padded).rstrip()


def _paragraphs(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for first, *others in rows:
        if first:
            yield first
        for head, cell in zip(heads[1:], others, strict=True):
            if cell not in EMPTY:
                yield wrapped(f"{head}: {cell}", INDENT)


def _lines(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, max(width, 1), subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
