"""Rasterizer: a frame as a picture in pixels, by Pillow, the extra `pictures`.

The board is drawn FINER times as large and then reduced, so that edges are smooth; the header above
it is drawn at its final size.
"""

from __future__ import annotations

import functools
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageDraw

from gridbots_referee.show.drawing.header import (
    BADGE,
    BOLD,
    LINE,
    SIZE,
    TOP,
    Badge,
    Label,
    badge_colours,
    caption_labels,
    captions_height,
    fitted,
    header,
    header_height,
    text_width,
)
from gridbots_referee.show.drawing.palette import colour, rgb
from gridbots_referee.show.drawing.scene import display_list, scene
from gridbots_referee.show.drawing.shapes import MARGIN
from gridbots_referee.show.pictures.brush import Brush, font_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.pictures.frames import Frame
    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.drawing.shapes import Shape

FINER: Final = 3
NARROWEST: Final = 200
"""Least width of a picture, in units of the header."""
LEAST: Final = 10
"""Least space on either side of a header, in units of the header."""


class Layout(NamedTuple):
    """Positions and sizes in pixels."""

    rows: int
    columns: int
    seats: int
    cell: int
    width: int
    """Width of the picture; it is even, like the height: video encoders require that."""
    letters: float
    """Scale of the header."""
    theme: ThemeName
    measures: int = 0
    captions: tuple[str, ...] = ()
    """Captions that need as much space as those of any frame."""

    @property
    def edge(self) -> int:
        """Margin around the board."""
        return ceil(MARGIN * self.cell)

    @property
    def board(self) -> tuple[int, int]:
        """Width and height of the board with its margin."""
        if not self.rows:
            return 0, 0
        wide, high = (count * self.cell + 2 * self.edge for count in (self.columns, self.rows))
        return wide, high

    @property
    def side(self) -> int:
        """Space on either side of the header."""
        return max(self.edge, round(LEAST * self.letters))

    @property
    def header_width(self) -> float:
        """Width of the header in its own unit."""
        return (self.width - 2 * self.side) / self.letters

    @property
    def top(self) -> int:
        """Height of the header."""
        height = header_height(self.seats, self.header_width, self.measures)
        return round(self.letters * height)

    @property
    def bottom(self) -> int:
        """Height of the captions."""
        return round(self.letters * captions_height(self.captions, self.header_width))

    @property
    def height(self) -> int:
        return _even(self.top + self.board[1] + self.bottom)


def _even(number: int) -> int:
    return number + number % 2


def layout_of(frame: Frame, size: int, theme: ThemeName, others: Sequence[Frame] = ()) -> Layout:
    """A layout of at most `size` pixels in width and height, if cells of one pixel fit.

    The cells are as large as possible: a picture wider than its board has a lower header. The text
    of the `others`, which are further frames of the match, fits as well.
    """
    letters = min(max(size / 480, 0.75), 3.0)
    most = max(int(size / (max(frame.rows, frame.columns) + 2 * MARGIN)), 1) if frame.rows else 1
    measures = max(len(each.measures) for each in (frame, *others))
    captions = max((each.captions for each in (frame, *others)), key=_space)

    def layouts() -> Iterator[Layout]:
        for cell in range(most, 0, -1):
            board = frame.columns * cell + 2 * ceil(MARGIN * cell)
            for least in (NARROWEST * letters, (NARROWEST * letters + size) / 2, size):
                width = _even(max(board, int(least)))
                yield Layout(
                    frame.rows, frame.columns, len(frame.living), cell, width, letters, theme,
                    measures, captions,
                )  # fmt: skip

    *_, last = found = list(layouts())
    return next((each for each in found if max(each.width, each.height) <= size), last)


def _space(captions: Sequence[str]) -> float:
    """The height of captions below a board of medium width."""
    return captions_height(captions, 2 * NARROWEST)


def picture(frame: Frame, names: Sequence[str], layout: Layout, note: str = "") -> Image.Image:
    """The picture of a round; `note` is shown beside the round in the header."""
    return render(frame, names, layout, display_list(scene(frame)), note)


def render(
    frame: Frame, names: Sequence[str], layout: Layout, shapes: Iterable[Shape], note: str = ""
) -> Image.Image:
    """A picture of these shapes below the header of a frame."""
    whole = Image.new("RGB", (layout.width, layout.height), _rgb("ground", layout))
    if layout.rows:
        board = _ground(layout).copy()
        brush = Brush(board, layout.cell * FINER, layout.edge * FINER, layout.theme, layout.cell)
        for shape in shapes:
            brush.draw(shape)
        left = (layout.width - layout.board[0]) // 2
        whole.paste(board.reduce(FINER), (left, layout.top))
    draw = ImageDraw.Draw(whole)
    _draw_header(draw, frame, names, layout, note)
    below = (layout.top + layout.board[1]) / layout.letters
    for label in caption_labels(frame.captions, layout.header_width):
        _write(draw, label._replace(y=label.y + below), layout)
    return whole


@functools.lru_cache(maxsize=4)
def _ground(layout: Layout) -> Image.Image:
    """The empty board with its grid, FINER times as large."""
    wide, high = layout.board
    image = Image.new("RGB", (wide * FINER, high * FINER), _rgb("ground", layout))
    draw, step, start = ImageDraw.Draw(image), layout.cell * FINER, layout.edge * FINER
    right, bottom = start + layout.columns * step, start + layout.rows * step
    if layout.cell > 5:
        grid, width = _rgb("grid", layout), FINER
        for column in range(1, layout.columns):
            at = start + column * step
            draw.rectangle((at - width // 2, start, at + width // 2, bottom), fill=grid)
        for row in range(1, layout.rows):
            at = start + row * step
            draw.rectangle((start, at - width // 2, right, at + width // 2), fill=grid)
    box = (start - FINER, start - FINER, right + FINER - 1, bottom + FINER - 1)
    draw.rectangle(box, outline=_rgb("edge", layout), width=FINER)
    return image


def _rgb(name: str, layout: Layout) -> tuple[int, int, int]:
    return rgb(colour(name, layout.theme))


def _draw_header(
    draw: ImageDraw.ImageDraw, frame: Frame, names: Sequence[str], layout: Layout, note: str
) -> None:
    inner = layout.header_width
    for item in header(frame, names, inner):
        if isinstance(item, Label):
            _write(draw, item, layout)
        else:
            _draw_badge(draw, item, layout)
    if note:
        left = text_width(f"Round {frame.round}", SIZE, bold=True) + 12
        text = fitted(note, inner - left, SIZE * BOLD)
        _write(draw, Label(text, left, TOP + LINE / 2, "text", bold=True), layout)


def _write(draw: ImageDraw.ImageDraw, label: Label, layout: Layout) -> None:
    size = label.size * layout.letters
    x = layout.side + label.x * layout.letters
    y = label.y * layout.letters + 0.36 * size
    anchor = {"start": "ls", "middle": "ms", "end": "rs"}[label.anchor]
    draw.text(
        (x, y), label.text, fill=_rgb(label.colour, layout), font=font_for(label.text, size),
        anchor=anchor, stroke_width=0.035 * size if label.bold else 0,
    )  # fmt: skip


def _draw_badge(draw: ImageDraw.ImageDraw, badge: Badge, layout: Layout) -> None:
    """A disc with smooth edges, and the number in it."""
    fill, ink = badge_colours(badge.seat)
    radius = BADGE * layout.letters
    side = ceil(2 * radius)
    mask = Image.new("L", (4 * side, 4 * side))
    ImageDraw.Draw(mask).ellipse((0, 0, 8 * radius, 8 * radius), fill=255)
    x, y = layout.side + badge.x * layout.letters, badge.y * layout.letters
    draw.bitmap((round(x - radius), round(y - radius)), mask.reduce(4), fill=_rgb(fill, layout))
    _write(
        draw, Label(str(badge.seat), badge.x, badge.y, ink, "middle", bold=True, size=11), layout
    )
