"""Rows as CSV, safe to open in a spreadsheet and to print."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMULA: Final = ("=", "+", "-", "@")
"""Spreadsheets evaluate text with such a beginning, and names of bots are untrusted text."""


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Each row as a line without a line end; None is an empty cell."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([_cell(value) for value in row])
        yield line.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    shown = visible(value)
    return f"'{shown}" if shown.startswith(FORMULA) else shown
