"""Animation: GIF, APNG and numbered pictures, by Pillow."""

from __future__ import annotations

import functools
import zlib
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal

from PIL import Image

from gridbots_referee.show.drawing.palette import SEATS, colour, mixed, rgb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from gridbots_referee.show.drawing.palette import ThemeName

Format = Literal["gif", "apng"]
COLOURS: Final = 255
"""Colours of a palette; a GIF needs one more number for unchanged pixels."""
OPTIONS: Final[dict[Format, dict[str, Any]]] = {
    "gif": {"format": "GIF", "optimize": True, "disposal": 1},
    "apng": {"format": "PNG"},
}


def write_animation(
    target: Path, pictures: Iterable[Image.Image], form: Format, times: Sequence[int]
) -> None:
    """Write pictures with a palette as an animation that repeats.

    `times` are the durations of the pictures in milliseconds.
    """
    coming = iter(pictures)
    first = next(coming)
    first.save(
        target, save_all=True, append_images=Kept(coming), duration=list(times), loop=0,
        **OPTIONS[form],
    )  # fmt: skip


class Kept:
    """Pictures that can be iterated several times, kept compressed."""

    def __init__(self, coming: Iterator[Image.Image]) -> None:
        self._coming = coming
        self._compressed: list[tuple[bytes, tuple[int, int], list[int]]] = []

    def __iter__(self) -> Iterator[Image.Image]:
        for data, size, palette in self._compressed:
            picture = Image.frombytes("P", size, zlib.decompress(data))
            picture.putpalette(palette)
            yield picture
        for picture in self._coming:
            data = zlib.compress(picture.tobytes(), 1)
            self._compressed.append((data, picture.size, picture.getpalette() or []))
            yield picture


def write_numbered(folder: Path, pictures: Iterable[Image.Image]) -> int:
    """Write 000001.png, 000002.png and so on; return the number of pictures."""
    count = 0
    for count, picture in enumerate(pictures, 1):
        picture.save(folder / f"{count:06}.png", compress_level=3)
    return count


def with_palette(picture: Image.Image, seats: int, theme: ThemeName) -> Image.Image:
    return picture.quantize(palette=palette_of(seats, theme), dither=Image.Dither.NONE)


@functools.lru_cache(maxsize=8)
def palette_of(seats: int, theme: ThemeName) -> Image.Image:
    """The colours of a match, and the mixtures that smooth edges need."""
    ground, mark = colour("ground", theme), colour("mark", theme)
    plain = (
        "mark",
        "text",
        "faint",
        "grid",
        "edge",
        "block",
        "hazard",
        "item",
        "shine",
        "special",
        "fog",
    )
    names = [f"seat{seat}" for seat in range(min(seats, SEATS))]
    shades = [f"{name}{shade}" for name in names for shade in ("", ".body", ".dim", ".ink")]
    solid = [ground, *(colour(name, theme) for name in (*plain, *shades))]
    # Mixtures of a colour and the ground, the most frequent first.
    between = [
        mixed(colour(name, theme), ground, share)
        for share in (0.16, 0.3, 0.6, 0.42, 0.8)
        for name in (*names, *plain)
    ]
    on_marks = [mixed(colour(name, theme), mark, 0.5) for name in names]
    found = list(dict.fromkeys(chain(solid, on_marks, between)))[:COLOURS]
    image = Image.new("P", (1, 1))
    image.putpalette([part for each in found for part in rgb(each)])
    return image
