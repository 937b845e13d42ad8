"""Tables as CSV: for spreadsheets, and safe to open there and to print."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMULA: Final = ("=", "+", "-", "@")
"""Text that begins so is a formula to a spreadsheet, and the names of bots are strangers' text."""


def csv_lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Each row as a line without its end; None is an empty cell."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([_cell(value) for value in row])
        yield line.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    shown = visible(value)
    return f"'{shown}" if shown.startswith(FORMULA) else shown
