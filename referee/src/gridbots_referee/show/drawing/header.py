"""Text around a board: above it the round, and each player's badge, name, score and measures; below
it the captions.

The unit is the pixel of a picture with a font size of SIZE. Players are in as many columns as fit
without overlapping texts. The width of text is measured for a sans font that need not be installed:
the advances are those of DejaVu Sans, rounded up, which is wider than the sans fonts of Windows,
macOS and Android.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from gridbots.command_line.columns import display_width
from gridbots.pictures.frames import value_text
from gridbots_referee.show.drawing.palette import seat_colour
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.pictures.frames import Frame

SIZE: Final = 14
LINE: Final = 24
SMALL: Final = 12
"""Font size of measures."""
SMALL_LINE: Final = 18
TOP: Final = 8
GAP: Final = 12
BADGE: Final = 9
"""Radius of a badge."""
LEAST: Final = 120
"""Least width of a column of players."""
OUT: Final = " (out)"


class Label(NamedTuple):
    """A line of text; `x` is its anchor, `y` the middle of its height."""

    text: str
    x: float
    y: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    size: float = SIZE


class Badge(NamedTuple):
    """A disc with the number of a seat."""

    seat: int
    x: float
    y: float


class Slot(NamedTuple):
    """The space of a player in the header."""

    left: float
    width: float
    middle: float


def header_height(seats: int, width: float, measures: int = 0) -> float:
    rows = -(-seats // columns_in(seats, width))
    return TOP + LINE * (1 + rows) + 4 + rows * measures * SMALL_LINE


def columns_in(seats: int, width: float) -> int:
    return max(1, min(seats, int((width + GAP) // (LEAST + GAP))))


def header(frame: Frame, names: Sequence[str], width: float) -> Iterator[Label | Badge]:
    """The header above a board of this width; the players are in rows."""
    seats = len(frame.living)
    columns = columns_in(seats, width)
    share = (width - GAP * (columns - 1)) / columns
    yield Label(f"Round {frame.round}", 0, TOP + LINE / 2, "text", bold=True)
    for seat in range(seats):
        row, column = divmod(seat, columns)
        y = TOP + LINE * (row + 1.5) + row * SMALL_LINE * len(frame.measures)
        slot = Slot(column * (share + GAP), share, y)
        yield from _player(frame, seat, names[seat] if seat < len(names) else "", slot)


def _player(frame: Frame, seat: int, name: str, slot: Slot) -> Iterator[Label | Badge]:
    left, share, y = slot
    yield Badge(seat, left + BADGE, y)
    is_living = frame.living[seat]
    score = f"{frame.scores[seat]:g}" if seat < len(frame.scores) else ""
    start, end = left + 2 * BADGE + 6, left + share
    space = end - start - text_width(score, SIZE, bold=True) - 6
    note = "" if is_living or space < 3 * text_width(OUT, SIZE) else OUT
    word = fitted(visible(name) or f"seat {seat}", space - text_width(note, SIZE), SIZE) + note
    yield Label(word, start, y, "text" if is_living else "faint")
    yield Label(score, end, y, "text" if is_living else "faint", "end", bold=True)
    for measure, values in frame.measures.items():
        y += SMALL_LINE
        value = fitted(visible(value_text(values[seat])), share * 0.7, SMALL)
        left_over = end - start - text_width(value, SMALL) - 6
        yield Label(fitted(visible(measure), left_over, SMALL), start, y, "faint", size=SMALL)
        yield Label(value, end, y, "text", "end", size=SMALL)


def caption_labels(captions: Sequence[str], width: float) -> list[Label]:
    """The lines of captions; the upper edge of the first one is at 0."""
    lines = [line for caption in captions for line in wrapped(visible(caption), width, SIZE)]
    return [Label(line, 0, LINE * (row + 0.5), "text") for row, line in enumerate(lines)]


def captions_height(captions: Sequence[str], width: float) -> float:
    lines = len(caption_labels(captions, width))
    return lines * LINE + 8 if lines else 0


def badge_colours(seat: int) -> tuple[str, str]:
    """The colours of the disc and of the number in it."""
    name = seat_colour(seat)
    return name, f"{name}.ink"


FAMILY: Final = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
BOLD: Final = 1.14
"""Factor of the width of bold letters."""
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
"""Advance of letters beyond ASCII; those that take two columns in a terminal are wider."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text at most, in the unit of `size`."""
    return size * (BOLD if bold else 1) * sum(map(_advance, text))


def _advance(letter: str) -> float:
    known = _ADVANCES.get(letter)
    return {0: 0.0, 1: _OTHER, 2: 1.05}[display_width(letter)] if known is None else known


@functools.lru_cache(maxsize=1024)
def fitted(text: str, width: float, size: float) -> str:
    """The text, or its beginning and its end around an ellipsis: commands differ at their ends."""
    if text_width(text, size) <= width:
        return text
    fits = bisect_right(
        range(1, len(text)), width, key=lambda kept: text_width(_shortened(text, kept), size)
    )
    return _shortened(text, fits) if fits else ""


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The lines of a text, broken between words; a word that is too long is shortened."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, size))
    return [line for line in lines if line] or [""]


def _shortened(text: str, kept: int) -> str:
    """The first and last letters of a text around an ellipsis; `kept` is their number."""
    last = kept // 2
    return text[: kept - last] + "…" + (text[-last:] if last else "")
