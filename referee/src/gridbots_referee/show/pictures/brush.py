"""Brush: draws the shapes of a display list on an image, and finds a font for each text."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from gridbots_referee.show.drawing.outlines import (
    Fill,
    borders,
    covered,
    dashed,
    stations,
    straightened,
    tapered,
    thick,
)
from gridbots_referee.show.drawing.palette import PATTERN_WIDTH, PATTERNS, colour, rgb
from gridbots_referee.show.drawing.shapes import (
    LEGIBLE,
    Border,
    Disc,
    Hatch,
    Path,
    Polygon,
    Shape,
    Text,
    Tiles,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL.ImageFont import FreeTypeFont

    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.drawing.shapes import Point


class Brush:
    """Draws shapes on an image with this size of a cell and this margin (`edge`), in pixels."""

    def __init__(
        self, image: Image.Image, cell: int, edge: int, theme: ThemeName, shown_cell: int
    ) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._cell, self._edge, self._theme = cell, edge, theme
        self._has_text = shown_cell >= LEGIBLE

    def draw(self, shape: Shape) -> None:
        match shape:
            case Path():
                self._through(
                    shape.opacity, shape.colour, lambda d, fill: self._path(d, shape, fill)
                )
            case Polygon():
                self._polygon(shape)
            case Disc():
                self._disc(shape)
            case Text():
                self._text(shape)
            case Tiles():
                self._through(
                    shape.opacity, shape.colour, lambda d, fill: self._tiles(d, shape, fill)
                )
            case Hatch():
                self._through(
                    shape.opacity, shape.colour, lambda d, fill: self._hatch(d, shape, fill)
                )
            case Border():
                self._border(shape)

    def _through(
        self, opacity: float, name: str, draws: Callable[[ImageDraw.ImageDraw, Fill], None]
    ) -> None:
        """Draw opaque shapes directly; others through a mask, so that overlaps do not add up."""
        if opacity == 1:
            draws(self._draw, self._rgb(name))
            return
        mask = Image.new("L", self._image.size)
        draws(ImageDraw.Draw(mask), round(255 * opacity))
        if box := mask.getbbox():
            self._image.paste(self._rgb(name), box, mask.crop(box))

    def _rgb(self, name: str) -> tuple[int, int, int]:
        return rgb(colour(name, self._theme))

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(self._edge + x * self._cell, self._edge + y * self._cell) for x, y in points]

    def _path(self, draw: ImageDraw.ImageDraw, path: Path, fill: Fill) -> None:
        width = path.width * self._cell
        if path.taper and len(path.points) > 1:
            places = [(*self._at([(x, y)])[0], half * self._cell) for x, y, half in stations(path)]
            tapered(draw, places, fill)
            return
        points = self._at(straightened([*path.points, *path.points[: path.closed]]))
        if not path.dashes:
            thick(draw, points, width, fill)
        elif len(points) > 1:
            for stroke in dashed(points, [each * self._cell for each in path.dashes]):
                thick(draw, stroke, width, fill, is_round=False)

    def _polygon(self, shape: Polygon) -> None:
        points = self._at(shape.points)
        self._draw.polygon(points, fill=self._rgb(shape.fill))
        if shape.edge:
            closed = [*points, points[0]]
            thick(self._draw, closed, shape.width * self._cell, self._rgb(shape.edge))

    def _disc(self, shape: Disc) -> None:
        [(x, y)] = self._at([(shape.x, shape.y)])
        if shape.edge:
            outer = (shape.radius + shape.width / 2) * self._cell
            self._circle(x, y, outer, shape.edge)
        inner = shape.radius - (shape.width / 2 if shape.edge else 0)
        self._circle(x, y, inner * self._cell, shape.fill)

    def _circle(self, x: float, y: float, radius: float, name: str) -> None:
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=self._rgb(name))

    def _text(self, shape: Text) -> None:
        if not self._has_text:
            return
        [(x, y)] = self._at([(shape.x, shape.y)])
        size = shape.size * self._cell
        self._draw.text(
            (x, y + 0.36 * size), shape.text, fill=self._rgb(shape.colour),
            font=font_for(shape.text, size), anchor="ms", stroke_width=0.035 * size,
        )  # fmt: skip

    def _tiles(self, draw: ImageDraw.ImageDraw, shape: Tiles, fill: Fill) -> None:
        radius = 0 if shape.joined else shape.corner * self._cell
        for left, top, width, height in covered(shape):
            (x, y), (to_x, to_y) = self._at([(left, top), (left + width, top + height)])
            draw.rounded_rectangle((x, y, to_x - 1, to_y - 1), radius, fill=fill)

    def _hatch(self, draw: ImageDraw.ImageDraw, shape: Hatch, fill: Fill) -> None:
        width = PATTERN_WIDTH * self._cell
        for row, column in shape.cells:
            for down, across in ((0.0, 0.0), (0.0, 0.5), (0.5, 0.0), (0.5, 0.5)):
                for x, y, to_x, to_y in PATTERNS[shape.pattern]:
                    ends = ((column + across + x / 2, row + down + y / 2),
                            (column + across + to_x / 2, row + down + to_y / 2))  # fmt: skip
                    thick(draw, self._at(ends), width, fill)

    def _border(self, shape: Border) -> None:
        width, fill = shape.width * self._cell, self._rgb(shape.colour)
        for ends in borders(shape.cells, shape.width / 2):
            (x, y), (to_x, to_y) = self._at(ends)
            half = width / 2
            box = (
                min(x, to_x) - half,
                min(y, to_y) - half,
                max(x, to_x) + half,
                max(y, to_y) + half,
            )
            self._draw.rectangle(box, fill=fill)


OTHERS: Final = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf",
    "arialuni.ttf", "msgothic.ttc", "arial.ttf",
)  # fmt: skip
"""File names of fonts, in the order in which they are tried."""
MISSING: Final = "\uffff"
"""A letter that no font has."""


@functools.lru_cache(maxsize=4096)
def font_for(text: str, size: float) -> FreeTypeFont:
    """A font of this size in pixels that has all letters of a text.

    It is the font of Pillow, so that pictures are the same everywhere, or an installed font for
    letters that Pillow's font lacks.
    """
    own = _own(size)
    if _has(own, text):
        return own
    fonts = (font for name in OTHERS if (font := _installed(name, size)))
    return next((font for font in fonts if _has(font, text)), own)


@functools.lru_cache(maxsize=64)
def _own(size: float) -> FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("expected a Pillow with FreeType, as in its wheels")
    return font


@functools.lru_cache(maxsize=64)
def _installed(name: str, size: float) -> FreeTypeFont | None:
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None


def _has(font: FreeTypeFont, text: str) -> bool:
    """Whether the font has all letters: missing ones are drawn as a box."""
    box = bytes(font.getmask(MISSING))
    return not any(bytes(font.getmask(letter)) == box for letter in text if letter.strip())
