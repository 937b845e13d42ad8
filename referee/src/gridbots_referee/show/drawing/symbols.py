"""Symbols: how each kind of element looks, as shapes that are templates.

The shapes of a stamp lie around the middle of its cell, (0, 0); the paths of a line have no points
yet, and the tiles of a region no cells. A name consists of a kind, a seat (`-` for no seat) and a
variant: `head.3.1` faces right, `trail.0.dim` belongs to an eliminated seat.
"""

from __future__ import annotations

import functools
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from gridbots.grid import COLUMN_STEPS, ROW_STEPS
from gridbots_referee.show.drawing.palette import CORES, PATTERNS, SEATS, seat_colour
from gridbots_referee.show.drawing.shapes import (
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
    from collections.abc import Callable, Iterator

NOBODY: Final = "-"
Form = Literal["stamp", "line", "region"]
LETTERS: Final = 6
"""Letters of a text or a piece that fit into a cell."""
WEIGHTS: Final = 8
"""Number of strengths in which the weights of cells (overlays of bots) are shown."""
BODY_WIDTH: Final = 0.72
TRAIL_WIDTH: Final = 0.4


class Symbol(msgspec.Struct, frozen=True):
    name: str
    form: Form
    layer: int
    shapes: tuple[Shape, ...]


@functools.cache
def symbol(name: str) -> Symbol:
    """The symbol with this name."""
    kind, seat, variant = parse_name(name)
    form, look = LOOKS[kind]
    shapes = tuple(look(-1 if seat is None else seat, variant))
    return Symbol(name, form, LAYERS.index(kind), shapes)


def parse_name(name: str) -> tuple[str, int | None, str]:
    """Kind, seat and variant; the seat is None if the symbol belongs to no seat."""
    kind, _, rest = name.partition(".")
    owner, _, variant = rest.partition(".")
    if owner.isdecimal() or owner == NOBODY:
        return kind, int(owner) if owner.isdecimal() else None, variant
    return kind, None, owner


def names(seats: int) -> Iterator[str]:
    """The names of all symbols of a match, always in the same order."""
    yield from ("block", "hazard", "item", "item.special", "fog")
    for seat in [*map(str, range(seats)), NOBODY]:
        yield from (f"head.{seat}.{heading}" for heading in range(4))
        yield from (f"{kind}.{seat}" for kind in ("head", "crash", "area", "cycle", "tree", "path"))
        yield from (f"{kind}.{seat}{dim}" for kind in _LINES for dim in ("", ".dim"))
        yield from (f"weight.{seat}.{step}" for step in range(1, WEIGHTS + 1))
    for seat in [*map(str, range(seats)), NOBODY]:
        yield from (f"move.{seat}", f"stack.{seat}")
        yield from (f"{kind}.{seat}.{n}" for kind in ("text", "piece") for n in range(LETTERS + 1))


_LINES: Final = ("tile", "trail", "body")


# Lines.


def _core(seat: int, colour: str = "ground") -> Iterator[Path]:
    """The thin line inside, which distinguishes seats without colours."""
    dashes = CORES[seat % SEATS] if seat >= 0 else ()
    if dashes:
        yield Path(colour, 0.11, dashes=dashes)


def _trail(seat: int, variant: str) -> Iterator[Path]:
    """The trail of a rider: it glows as long as the rider is in the game."""
    colour = seat_colour(seat)
    if variant == "dim":
        yield Path(f"{colour}.dim", TRAIL_WIDTH)
    else:
        yield Path(colour, 0.84, opacity=0.16)
        yield Path(colour, TRAIL_WIDTH)
    yield from _core(seat)


def _path(seat: int, _: str) -> Iterator[Path]:
    """The planned path of a bot."""
    yield Path(f"{seat_colour(seat)}.plan", 0.12, dashes=(0.24, 0.24))


def _cycle(seat: int, _: str) -> Iterator[Path]:
    yield Path(f"{seat_colour(seat)}.plan", 0.07, opacity=0.5, closed=True)


def _tree(seat: int, _: str) -> Iterator[Path]:
    yield Path(f"{seat_colour(seat)}.plan", 0.07, opacity=0.5)


def _body(seat: int, variant: str) -> Iterator[Path]:
    """A body narrows at its tail; its edge shows which body is above where two cross."""
    shade = f"{seat_colour(seat)}.{variant or 'body'}"
    yield Path("ground", BODY_WIDTH + 0.12, taper=4)
    yield Path(shade, BODY_WIDTH, taper=4)
    yield from _core(seat)


# Regions.


def _block(_: int, __: str) -> Iterator[Shape]:
    yield Tiles("block", inset=0.06, corner=0.12)


def _hazard(_: int, __: str) -> Iterator[Shape]:
    yield Tiles("hazard", opacity=0.35)


def _fog(_: int, __: str) -> Iterator[Shape]:
    yield Tiles("fog", opacity=0.7)


def _weight(seat: int, variant: str) -> Iterator[Shape]:
    yield Tiles(seat_colour(seat), opacity=0.08 + 0.5 * int(variant) / WEIGHTS)


def _tile(seat: int, variant: str) -> Iterator[Shape]:
    """Cells that a seat has visited in an unknown order."""
    shade = f"{seat_colour(seat)}.dim" if variant == "dim" else seat_colour(seat)
    yield Tiles(shade, inset=0.25, corner=0.12, joined=True)


def _move(seat: int, _: str) -> Iterator[Shape]:
    """Cells that the last move changed."""
    colour = "mark" if seat < 0 else seat_colour(seat)
    yield Tiles(colour, opacity=0.16)
    yield Border(colour, 0.05)


def _area(seat: int, _: str) -> Iterator[Shape]:
    colour = seat_colour(seat)
    yield Tiles(colour, opacity=0.3)
    if seat >= 0 and PATTERNS[seat % SEATS]:
        yield Hatch(colour, seat % SEATS, opacity=0.55)
    yield Border(colour, 0.07)


# Stamps.

OUTLINES: Final = (
    ((0, 1.15), (1, 0.1), (0.8, -1), (-0.8, -1), (-1, 0.1)),
    ((0, 1.15), (0.55, 0.62), (1, 0.62), (1, -1), (-1, -1), (-1, 0.62), (-0.55, 0.62)),
    ((0, 1.15), (1, 0.35), (1, -0.45), (0.45, -1), (-0.45, -1), (-1, -0.45), (-1, 0.35)),
    ((0, 1.15), (1.05, -0.1), (0.7, -0.6), (0.7, -1), (-0.7, -1), (-0.7, -0.6), (-1.05, -0.1)),
)
"""Outlines of heads as seen from above: offsets aside and ahead, in radii."""
CORNERS: Final = (0, 4, 6, 5)
"""Corners of pieces by seat; the first has the form of a disc."""
HEAD: Final = 0.42
"""Radius of a head."""


def _head(seat: int, variant: str) -> Iterator[Shape]:
    """A head with the number of its seat, and a tip in its direction."""
    colour = seat_colour(seat)
    if not variant.isdecimal():
        yield Disc(colour, 0, 0, HEAD, "mark", 0.07)
        down = across = 0.0
    else:
        down, across = ROW_STEPS[int(variant)], COLUMN_STEPS[int(variant)]
        corners = tuple(
            (HEAD * (ahead * across - aside * down), HEAD * (ahead * down + aside * across))
            for aside, ahead in OUTLINES[max(seat, 0) % len(OUTLINES)]
        )
        yield Polygon(colour, corners, "mark", 0.07)
    if seat >= 0:
        # The tip takes space: the number moves to the middle of the rest.
        size = 0.5 if seat < 10 else 0.4
        yield Text(f"{colour}.ink", -0.06 * across, -0.06 * down, size, str(seat))


def _piece(seat: int, variant: str) -> Iterator[Shape]:
    """A piece with its letter, or else with the number of its seat; seats differ in outline."""
    colour, corners = seat_colour(seat), CORNERS[max(seat, 0) % len(CORNERS)]
    if corners:
        angles = [2 * pi * (number + 0.5) / corners for number in range(corners)]
        radius = 0.38 / cos(pi / corners)
        points = tuple((radius * sin(angle), radius * cos(angle)) for angle in angles)
        yield Polygon(colour, points, "mark", 0.06)
    else:
        yield Disc(colour, 0, 0, 0.4, "mark", 0.06)
    number = "" if seat < 0 or variant != "0" else str(seat)
    yield Text(f"{colour}.ink", 0, 0, min(0.5, 0.85 / max(int(variant), 1)), number)


def _stack(seat: int, _: str) -> Iterator[Shape]:
    """The number of pieces in a stack."""
    yield Disc("ground", 0.28, 0.28, 0.2, seat_colour(seat), 0.05)
    yield Text("text", 0.28, 0.28, 0.26)


def _text(seat: int, variant: str) -> Iterator[Shape]:
    yield Text(
        "text" if seat < 0 else seat_colour(seat), 0, 0, min(0.6, 1.2 / max(int(variant), 1))
    )


def _crash(seat: int, _: str) -> Iterator[Shape]:
    arm = 0.19
    yield Disc("ground", 0, 0, 0.4, seat_colour(seat), 0.09)
    yield Path("mark", 0.13, ((-arm, -arm), (arm, arm)))
    yield Path("mark", 0.13, ((arm, -arm), (-arm, arm)))


def _item(_: int, variant: str) -> Iterator[Shape]:
    """Something to collect; a diamond shows its value."""
    if variant == "special":
        yield Polygon("special", ((0, -0.45), (0.45, 0), (0, 0.45), (-0.45, 0)), "mark", 0.05)
        yield Text("onItem", 0, 0, 0.42)
    else:
        yield Disc("item", 0, 0, 0.27)
        yield Disc("shine", -0.09, -0.09, 0.07)


LOOKS: Final[dict[str, tuple[Form, Callable[[int, str], Iterator[Shape]]]]] = {
    "area": ("region", _area),
    "weight": ("region", _weight),
    "block": ("region", _block),
    "hazard": ("region", _hazard),
    "tile": ("region", _tile),
    "move": ("region", _move),
    "trail": ("line", _trail),
    "item": ("stamp", _item),
    "body": ("line", _body),
    "cycle": ("line", _cycle),
    "tree": ("line", _tree),
    "path": ("line", _path),
    "text": ("stamp", _text),
    "piece": ("stamp", _piece),
    "stack": ("stamp", _stack),
    "crash": ("stamp", _crash),
    "fog": ("region", _fog),
    "head": ("stamp", _head),
}
"""Form, and shapes for a seat and a variant, by kind; the lowest layer first."""
LAYERS: Final = tuple(LOOKS)
