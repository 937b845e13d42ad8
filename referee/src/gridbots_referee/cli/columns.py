"""Tables and wrapped lines that fit the terminal.

Output to a file or another program is not wrapped: there each row is one line.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_WIDTH: Final = 20
"""Minimum width in columns: a narrower terminal is treated as this wide."""
LEAST_LAST: Final = 36
"""Columns for the last cell of a row: with fewer left, each row becomes a paragraph."""
GAP: Final = "  "
INDENT: Final = "    "
EMPTY: Final = {"", "-"}


def terminal_width() -> int | None:
    """Width of the terminal in columns; None if stdout is not a terminal."""
    if not (sys.stdout.isatty() or "COLUMNS" in os.environ):
        return None
    return max(shutil.get_terminal_size().columns, LEAST_WIDTH)


def echo_wrapped(text: str, indent: str = "") -> None:
    """Print text wrapped at words to fit the terminal; lines after the first are indented."""
    width = terminal_width()
    if width is None:
        click.echo(indent + text)
        return
    for line in _wrapped(indent + text, width, indent + INDENT):
        click.echo(line)


def echo_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with its last column wrapped, or as paragraphs on a narrow terminal.

    A paragraph lists the other cells of a row, with their heads, below the first; it omits empty
    cells.
    """
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    taken = sum(widths[:-1]) + len(GAP) * (len(widths) - 1)
    width = terminal_width() or taken + widths[-1]
    if taken + min(widths[-1], LEAST_LAST) > width:
        _echo_paragraphs(heads, rows)
        return
    for row in (heads, *rows):
        cells = [cell.ljust(columns) for cell, columns in zip(row[:-1], widths, strict=False)]
        lines = _wrapped(row[-1], max(width - taken, 1)) or [""]
        click.echo(GAP.join([*cells, lines[0]]).rstrip())
        for line in lines[1:]:
            click.echo(" " * taken + line)


def _echo_paragraphs(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    for first, *others in rows:
        if first:
            click.echo(first)
        for head, cell in zip(heads[1:], others, strict=True):
            if cell not in EMPTY:
                echo_wrapped(f"{head}: {cell}", INDENT)


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
