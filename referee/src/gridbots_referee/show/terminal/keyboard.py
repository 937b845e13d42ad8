"""Keyboard: single keys in cbreak mode, and the alternate screen; restored at exit (POSIX only)."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import termios
import threading
import tty
from typing import TYPE_CHECKING, Final, TextIO

from gridbots_referee.show.terminal.screen import HIDE_CURSOR, SHOW_CURSOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.show.terminal.screen import Screen

OTHER_PAGE: Final = "\x1b[?1049h"
USUAL_PAGE: Final = "\x1b[?1049l"
ESCAPE_SECONDS: Final = 0.05
"""ESC is a key if nothing follows within this time; else it starts a sequence."""
CONTROL_CHARACTERS: Final = 6
"""Index of the control characters in the result of termios.tcgetattr."""


class Keyboard:
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._beginning = b""

    def read(self, seconds: float) -> list[str]:
        """The keys that were pressed; waits at most `seconds` for the first one."""
        if not self._ready(ESCAPE_SECONDS if self._beginning else seconds):
            keys, self._beginning = flush(self._beginning), b""
            return keys
        data = os.read(self._descriptor, 1024)
        keys, self._beginning = decode(self._beginning + data)
        return keys if data else ["q"]  # the end of input

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self._descriptor], [], [], seconds)[0])


@contextlib.contextmanager
def taken_over(stream: TextIO, screen: Screen) -> Iterator[Keyboard]:
    """Read single keys, and use the alternate screen without a cursor."""
    with single_keys(stream.fileno()) as keyboard, contextlib.ExitStack() as stack:
        stack.callback(screen.write, SHOW_CURSOR + USUAL_PAGE)
        screen.write(OTHER_PAGE + HIDE_CURSOR)
        yield keyboard


@contextlib.contextmanager
def single_keys(descriptor: int) -> Iterator[Keyboard]:
    """Read single keys instead of lines, without echo."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(_ended_by_signals())
        stack.callback(
            termios.tcsetattr, descriptor, termios.TCSADRAIN, termios.tcgetattr(descriptor)
        )
        _send_single_keys(descriptor)
        yield Keyboard(descriptor)


def _send_single_keys(descriptor: int) -> None:
    """Ctrl-C still interrupts; Ctrl-Z does not: it would leave the terminal in this mode."""
    tty.setcbreak(descriptor)
    mode = termios.tcgetattr(descriptor)
    mode[CONTROL_CHARACTERS][termios.VSUSP] = b"\0"
    termios.tcsetattr(descriptor, termios.TCSANOW, mode)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Turn signals that end a process into an exception, so that cleanup code runs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: object) -> None:
    raise SystemExit(128 + number)


SEQUENCES: Final = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "1~": "home",
    "7~": "home",
    "4~": "end",
    "8~": "end",
    "5~": "page up",
    "6~": "page down",
}
"""Keys by the characters after ESC [ or ESC O."""
CONTROLS: Final = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": "q",
}
KEY: Final = re.compile(rb"\x1b[\[O]([0-9;]*[A-Za-z~])|([^\x1b])|(\x1b)", re.DOTALL)
UNFINISHED: Final = re.compile(rb"\x1b([\[O][0-9;]*)?\Z")


def decode(data: bytes) -> tuple[list[str], bytes]:
    """The keys in the data without unknown ones, and an unfinished sequence at its end.

    The name of a letter key is the letter; a lone ESC counts as unfinished (see `flush`).
    """
    beginning = UNFINISHED.search(data)
    end = beginning.start() if beginning else len(data)
    keys = [_key(match) for match in KEY.finditer(data[:end])]
    return [key for key in keys if key], data[end:]


def flush(beginning: bytes) -> list[str]:
    """The keys in an unfinished sequence that nothing followed."""
    return ["escape"] if beginning == b"\x1b" else []


def _key(match: re.Match[bytes]) -> str:
    sequence, letter, _ = match.groups()
    if sequence is not None:
        return SEQUENCES.get(sequence.decode(), "")
    if letter is None:
        return "escape"
    text: str = letter.decode("ascii", "ignore")
    return CONTROLS.get(text, text if text.isprintable() else "")
