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
    """16 characters per seat, indexed by the sides that the line leaves through: 1 << direction."""
    areas: str
    """Per seat."""
    heads: str
    """Per direction."""
    still: str
    """A head without a direction."""
    crash: str
    block: str
    hazard: str
    item: str
    empty: str
    above: tuple[str, str]
    """Corners of the frame, left and right."""
    below: tuple[str, str]
    edge: str
    """The frame above and below."""
    side: str

    def line(self, seat: int | None, sides: int) -> str:
        return self.lines[(seat or 0) % len(self.lines)][sides]

    def area(self, seat: int | None) -> str:
        return self.areas[(seat or 0) % len(self.areas)]

    def head(self, seat: int | None, heading: int | None) -> str:
        return with_number(self.still if heading is None else self.heads[heading], seat)


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
    """The 16 characters of a line, made from three."""
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


def with_number(letter: str, seat: int | None) -> str:
    """The character and the seat as 0 to 9, then A to Z: colours are too few, or not visible."""
    return letter + (" " if seat is None else NUMBERS[seat % len(NUMBERS)])
