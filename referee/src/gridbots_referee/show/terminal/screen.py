"""Screen: pictures drawn on a terminal, each in place of the previous one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

from gridbots_referee.show.terminal.style import Style, style_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HIDE_CURSOR: Final = "\x1b[?25l"
SHOW_CURSOR: Final = "\x1b[?25h"
TOGETHER: Final = "\x1b[?2026h"
"""Start of synchronized output: the terminal does not refresh ..."""
SHOW: Final = "\x1b[?2026l"
"""... until its end."""
HOME: Final = "\x1b[H"
ERASE_LINE: Final = "\x1b[K"
ERASE_BELOW: Final = "\x1b[J"
USUAL_SIZE: Final = os.terminal_size((80, 24))


def up(lines: int) -> str:
    """Move the cursor up by a number of lines, to the start of the line."""
    return f"\x1b[{lines}F" if lines else "\r"


class Screen:
    """A stream that shows pictures, its style and its size."""

    def __init__(
        self,
        stream: TextIO | None = None,
        style: Style | None = None,
        size: Callable[[], os.terminal_size] | None = None,
    ) -> None:
        self.stream = stream or sys.stdout
        self.style = style or style_for(self.stream)
        self._size = size or self._asked_size

    def _asked_size(self) -> os.terminal_size:
        try:
            size = os.get_terminal_size(self.stream.fileno())
        except OSError:
            return USUAL_SIZE
        # Some terminals report a size of 0.
        return size if all(size) else USUAL_SIZE

    @property
    def in_place(self) -> bool:
        """Whether a picture can be drawn in place of another one."""
        return self.stream.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def columns(self) -> int | None:
        """Number of columns; None if there is no limit."""
        return self._size().columns if self.stream.isatty() else None

    @property
    def rows(self) -> int:
        return self._size().lines

    def write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()

    def print(self, lines: Sequence[str]) -> None:
        self.write("".join(f"{line.rstrip()}\n" for line in lines))

    def redraw(self, start: str, lines: Sequence[str]) -> None:
        """Move the cursor by the escape sequence `start`, draw lines, and erase what is below."""
        text = f"{ERASE_LINE}\n".join(lines)
        self.write(f"{TOGETHER}{start}{text}{ERASE_LINE}{ERASE_BELOW}{SHOW}")


def fitting(lines: Sequence[str], screen: Screen, footer: Sequence[str] = ()) -> list[str]:
    """The lines that fit above the footer, and a notice with the number of missing rows."""
    missing = len(lines) + len(footer) - screen.rows
    if missing <= 0:
        return [*lines, *footer]
    notice = f"The terminal is too short by {missing}."[: screen.columns]
    return [*lines[: max(screen.rows - len(footer) - 1, 0)], notice, *footer]
