"""Fonts: the one that comes with Pillow, so that pictures are the same everywhere.

Letters that it lacks are looked for in the fonts of this machine; where none has them they are
boxes.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from PIL import ImageFont

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

OTHERS: Final = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf",
    "arialuni.ttf", "msgothic.ttc", "arial.ttf",
)  # fmt: skip
"""Tried in this order, by the names of their files."""
MISSING: Final = "\uffff"
"""No font has this one."""


@functools.lru_cache(maxsize=4096)
def font_for(text: str, size: float) -> FreeTypeFont:
    """A font of so many pixels that has the letters of a text."""
    own = _own(size)
    if _has(own, text):
        return own
    fonts = (font for name in OTHERS if (font := _installed(name, size)))
    return next((font for font in fonts if _has(font, text)), own)


@functools.lru_cache(maxsize=64)
def _own(size: float) -> FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("expected a Pillow with FreeType, which its wheels have")
    return font


@functools.lru_cache(maxsize=64)
def _installed(name: str, size: float) -> FreeTypeFont | None:
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None


def _has(font: FreeTypeFont, text: str) -> bool:
    """Whether no letter of the text is drawn as the box of what a font lacks."""
    box = bytes(font.getmask(MISSING))
    return not any(bytes(font.getmask(letter)) == box for letter in text if letter.strip())
