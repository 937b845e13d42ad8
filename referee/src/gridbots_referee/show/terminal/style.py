"""Styles: the capabilities of a terminal, and coloured spans of a line."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from gridbots.command_line.columns import display_width
from gridbots_referee.show.terminal.text import head_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True)
class Style:
    colour: bool = True
    unicode: bool = True
    """Whether Unicode is available; otherwise drawings use ASCII."""


SAMPLE: Final = "╭┗═╌▲●✖◆░·…"
"""An encoding with these characters can show every drawing."""


def style_for(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Style:
    """The best style that a stream supports; respects NO_COLOR (no-color.org) and TERM=dumb."""
    dumb = environment.get("TERM") == "dumb"
    colour = stream.isatty() and not dumb and not environment.get("NO_COLOR")
    return Style(colour=colour, unicode=not dumb and _encodes_sample(stream))


def _encodes_sample(stream: TextIO) -> bool:
    try:
        SAMPLE.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Span(NamedTuple):
    """Printable text in one colour; colours are parameters of the SGR escape sequence."""

    text: str
    ink: str = ""
    ground: str = ""
    """The colour behind the text."""


Line = list[Span]


class Colours(NamedTuple):
    """Numbers in the palette of 256 colours."""

    bright: int
    """Of a seat in the game."""
    dull: int
    """Of an eliminated seat."""
    ground: int
    """Background of the area of a seat."""


SEATS: Final = (
    Colours(bright=75, dull=67, ground=24),
    Colours(bright=214, dull=136, ground=94),
    Colours(bright=43, dull=30, ground=23),
    Colours(bright=176, dull=96, ground=53),
    Colours(bright=227, dull=143, ground=58),
    Colours(bright=167, dull=131, ground=52),
    Colours(bright=255, dull=245, ground=240),
    Colours(bright=69, dull=61, ground=18),
    Colours(bright=119, dull=71, ground=22),
    Colours(bright=211, dull=132, ground=89),
    Colours(bright=180, dull=138, ground=95),
    Colours(bright=99, dull=60, ground=54),
    Colours(bright=123, dull=73, ground=66),
    Colours(bright=197, dull=125, ground=88),
    Colours(bright=142, dull=100, ground=64),
    Colours(bright=158, dull=108, ground=65),
)
"""Sky blue, orange, bluish green, reddish purple, yellow, vermilion; then further colours.

The first six are close to those of M. Okabe and K. Ito, "Color Universal Design", which people with
any kind of colour blindness can distinguish. Sixteen colours are too many for that, so heads also
have numbers.
"""

FAINT: Final = "38;5;239"
GREY: Final = "38;5;246"
BOLD: Final = "1"
UNDERLINE: Final = "4"
WARNING: Final = "1;38;5;203"
ITEM: Final = "1;38;5;229"
DARK: Final = 233
"""Text colour on a bright background."""


def seat_ink(seat: int | None, *, living: bool = True) -> str:
    if seat is None:
        return GREY
    colours = SEATS[seat % len(SEATS)]
    return f"38;5;{colours.bright if living else colours.dull}"


def seat_ground(seat: int | None) -> str:
    return "48;5;238" if seat is None else f"48;5;{SEATS[seat % len(SEATS)].ground}"


def badge(seat: int | None) -> tuple[str, str]:
    """Ink and ground of a highlighted character."""
    ground = 246 if seat is None else SEATS[seat % len(SEATS)].bright
    return f"1;38;5;{DARK}", f"48;5;{ground}"


def paint(spans: Iterable[Span], style: Style) -> str:
    """A line for the terminal; adjacent spans of the same colour share one escape sequence."""
    if not style.colour:
        return "".join(span.text for span in spans)
    groups = itertools.groupby(spans, key=lambda span: span[1:])
    return "".join(_coloured("".join(span.text for span in group), *key) for key, group in groups)


def _coloured(text: str, ink: str, ground: str) -> str:
    codes = ";".join(filter(None, (ink, ground)))
    return f"\x1b[{codes}m{text}\x1b[0m" if codes else text


def line_width(line: Iterable[Span]) -> int:
    return sum(display_width(span.text) for span in line)


def clip(line: Line, width: int) -> Line:
    """The beginning of a line that fits into `width` columns."""
    clipped, left = [], width
    for span in line:
        clipped.append(span._replace(text=head_of(span.text, left)))
        left = max(left - display_width(span.text), 0)
    return clipped


def level(lines: Sequence[Line]) -> list[Line]:
    """The lines, padded with blanks to the same width."""
    width = max(map(line_width, lines), default=0)
    return [[*line, Span(" " * (width - line_width(line)))] for line in lines]
