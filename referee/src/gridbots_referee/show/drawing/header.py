"""Header of a picture: the round, and each player's badge, name and score.

Its unit is the pixel of a picture whose letters are SIZE high; it has columns of players as many as
fit, so that no two texts meet.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from gridbots_referee.show.drawing.palette import seat_colour
from gridbots_referee.show.terminal.text import display_width, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.pictures.frames import Frame

SIZE: Final = 14
LINE: Final = 24
TOP: Final = 8
GAP: Final = 12
BADGE: Final = 9
"""Radius of a badge."""
LEAST: Final = 120
"""Room for a player, below which there are fewer columns."""
OUT: Final = " (out)"


class Label(NamedTuple):
    """A line of text; `x` is its start or its end, `y` the middle of its height."""

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


class Room(NamedTuple):
    """Of a player in the header."""

    left: float
    width: float
    middle: float


def header_height(seats: int, width: float) -> float:
    columns = columns_in(seats, width)
    return TOP + LINE * (1 + -(-seats // columns)) + 4


def columns_in(seats: int, width: float) -> int:
    return max(1, min(seats, int((width + GAP) // (LEAST + GAP))))


def header(frame: Frame, names: Sequence[str], width: float) -> Iterator[Label | Badge]:
    """The header over a board so wide; the players stand in rows."""
    seats = len(frame.living)
    columns = columns_in(seats, width)
    share = (width - GAP * (columns - 1)) / columns
    yield Label(f"Round {frame.round}", 0, TOP + LINE / 2, "text", bold=True)
    for seat in range(seats):
        row, column = divmod(seat, columns)
        room = Room(column * (share + GAP), share, TOP + LINE * (row + 1.5))
        yield from _player(frame, seat, names[seat] if seat < len(names) else "", room)


def _player(frame: Frame, seat: int, name: str, place: Room) -> Iterator[Label | Badge]:
    left, share, y = place
    yield Badge(seat, left + BADGE, y)
    is_living = frame.living[seat]
    score = f"{frame.scores[seat]:g}" if seat < len(frame.scores) else ""
    start, end = left + 2 * BADGE + 6, left + share
    room = end - start - text_width(score, SIZE, bold=True) - 6
    note = "" if is_living or room < 3 * text_width(OUT, SIZE) else OUT
    word = fitted(visible(name) or f"seat {seat}", room - text_width(note, SIZE), SIZE) + note
    yield Label(word, start, y, "text" if is_living else "faint")
    yield Label(score, end, y, "text" if is_living else "faint", "end", bold=True)


def badge_colours(seat: int) -> tuple[str, str]:
    """Of the disc and of the number in it."""
    name = seat_colour(seat)
    return name, f"{name}.ink"


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
