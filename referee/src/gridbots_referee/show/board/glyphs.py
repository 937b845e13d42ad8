"""Glyphs: the characters that boards are drawn with, Unicode or plain ASCII."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gridbots.grid import DOWN, LEFT, RIGHT, UP

if TYPE_CHECKING:
    from gridbots_referee.show.terminal.style import Style

ACROSS: Final = 1 << RIGHT | 1 << LEFT
ALONG: Final = 1 << UP | 1 << DOWN
NUMBERS: Final = string.digits + string.ascii_uppercase


@dataclass(frozen=True)
class Glyphs:
    lines: tuple[str, ...]
    """Per seat 16 letters: a sum of 1 << direction tells to which sides the line goes."""
    areas: str
    """Per seat."""
    heads: str
    """Per direction."""
    still: str
    """A head that faces nowhere."""
    crash: str
    block: str
    hazard: str
    item: str
    empty: str
    above: tuple[str, str]
    """Corners of the frame, left and right."""
    below: tuple[str, str]
    edge: str
    """Of the frame: above and below."""
    side: str


UNICODE: Final = Glyphs(
    lines=(
        "•╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
        "•║═╚║║╔╠═╝═╩╗╣╦╬",
        "•╵╶╰╷│╭├╴╯─┴╮┤┬┼",
        "•╎╌└╎╎┌├╌┘╌┴┐┤┬┼",
    ),
    areas="░▒▓▚",
    heads="▲▶▼◀",
    still="●",
    crash="✖",
    block="█",
    hazard="◌",
    item="◆",
    empty="·",
    above=("╭", "╮"),
    below=("╰", "╯"),
    edge="─",
    side="│",
)


def _plain(across: str, along: str, corner: str) -> str:
    """The 16 letters of a line made from three."""
    return "".join(
        across if sides | ACROSS == ACROSS else along if sides | ALONG == ALONG else corner
        for sides in range(16)
    )


ASCII: Final = Glyphs(
    lines=(
        _plain("-", "|", "+"),
        _plain("=", "H", "H"),
        _plain("~", ":", "o"),
        _plain("_", ";", "%"),
    ),
    areas="',`\"",
    heads="^>v<",
    still="@",
    crash="X",
    block="#",
    hazard="?",
    item="*",
    empty=".",
    above=("+", "+"),
    below=("+", "+"),
    edge="-",
    side="|",
)


def glyphs_for(style: Style) -> Glyphs:
    return UNICODE if style.unicode else ASCII


def line_of(glyphs: Glyphs, seat: int | None, sides: int) -> str:
    return glyphs.lines[(seat or 0) % len(glyphs.lines)][sides]


def area_of(glyphs: Glyphs, seat: int | None) -> str:
    return glyphs.areas[(seat or 0) % len(glyphs.areas)]


def head_facing(glyphs: Glyphs, heading: int | None) -> str:
    return glyphs.still if heading is None else glyphs.heads[heading]


def head_text(glyphs: Glyphs, seat: int | None, heading: int | None) -> str:
    return with_number(head_facing(glyphs, heading), seat)


def with_number(letter: str, seat: int | None) -> str:
    """The character, and the seat: 0 to 9, then A to Z. Colours alone are too few, or unseen."""
    return letter + (" " if seat is None else NUMBERS[seat % len(NUMBERS)])
