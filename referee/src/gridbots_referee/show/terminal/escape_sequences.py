"""Escape sequences: keys from the bytes that a terminal sends."""

from __future__ import annotations

import re
from typing import Final

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
"""What follows ESC [ or ESC O."""
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
    """The keys in the data, and the beginning of a sequence at its end; unknown keys are left out.

    A letter is its own name; a lone ESC is a beginning, until nothing follows (see `flush`).
    """
    beginning = UNFINISHED.search(data)
    end = beginning.start() if beginning else len(data)
    keys = [_key(match) for match in KEY.finditer(data[:end])]
    return [key for key in keys if key], data[end:]


def flush(beginning: bytes) -> list[str]:
    """The keys in a beginning after which nothing came."""
    return ["escape"] if beginning == b"\x1b" else []


def _key(match: re.Match[bytes]) -> str:
    sequence, letter, _ = match.groups()
    if sequence is not None:
        return SEQUENCES.get(sequence.decode(), "")
    if letter is None:
        return "escape"
    text: str = letter.decode("ascii", "ignore")
    return CONTROLS.get(text, text if text.isprintable() else "")
