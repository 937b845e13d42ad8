"""Text measuring: the width of words in a sans font that nobody has to have.

The advances are those of DejaVu Sans, rounded up: it is wider than the sans fonts of Windows, macOS
and Android, so that what fits here fits there.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from typing import Final

from gridbots_referee.show.terminal.text import display_width

FAMILY: Final = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
BOLD: Final = 1.14
"""Bold letters are so much wider."""
_CLASSES: Final = {
    0.30: "'IJijl",
    0.36: " ,-./:;\\f|",
    0.42: "!()[]rt",
    0.48: '"',
    0.54: "*?_`sz",
    0.60: "FLPckvxy",
    0.66: "$0123456789EKSTYabdeghnopqu{}",
    0.72: "ABCRVXZ",
    0.78: "&DGHNU",
    0.84: "#+<=>OQ^w~",
    0.90: "M",
    0.96: "%",
    1.02: "@Wm",
}
_ADVANCES: Final = {letter: width for width, letters in _CLASSES.items() for letter in letters}
_OTHER: Final = 0.84
"""Of letters beyond ASCII; those that take two columns in a terminal are wider."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is at most, in the unit of `size`."""
    return size * (BOLD if bold else 1) * sum(map(_advance, text))


def _advance(letter: str) -> float:
    known = _ADVANCES.get(letter)
    return {0: 0.0, 1: _OTHER, 2: 1.05}[display_width(letter)] if known is None else known


@functools.lru_cache(maxsize=1024)
def fitted(text: str, room: float, size: float) -> str:
    """The text, or its beginning and end about an ellipsis: commands differ at their ends."""
    if text_width(text, size) <= room:
        return text
    fits = bisect_right(
        range(1, len(text)), room, key=lambda kept: text_width(_shortened(text, kept), size)
    )
    return _shortened(text, fits) if fits else ""


def _shortened(text: str, kept: int) -> str:
    """So many letters of a text, and an ellipsis."""
    last = kept // 2
    return text[: kept - last] + "…" + (text[-last:] if last else "")
