"""Shapes: the primitives of a display list, which is what every back-end draws.

    for shape in display_list(scene(frame)):
        match shape:
            case Path(): ...

The unit is the side of a cell; x goes right and y down from the upper left corner of the board, so
that the middle of the first cell is (0.5, 0.5). A picture leaves MARGIN around the board. Colours
are names (`ground`, `seat3`, `seat3.dim`) that `palette.colour` looks up in a theme.
In symbols the same shapes are templates: around the origin, or without points and cells.
"""

from __future__ import annotations

from typing import Final

import msgspec

Point = tuple[float, float]
"""x and y."""
Cell = tuple[int, int]
"""Row and column."""
Place = tuple[float, float]
"""Row and column; fractions lie between cells."""

MARGIN: Final = 0.8
"""Width of the margin around the board, in cells: it shows what has left the board."""
REACH: Final = 0.3
"""What has left the board is drawn with its middle at this distance beyond the edge."""
LEGIBLE: Final = 14
"""Least size of a cell, in pixels, for text in it to be drawn."""
TAIL: Final = 0.3
"""Width of the end of a line that narrows, as a share of its width."""


class Template(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="shape", tag=str.lower):
    """Base of all shapes; in JSON the field `shape` holds the kind."""


class Path(Template, frozen=True):
    """A line with round joints and caps, or flat ones if it is dashed."""

    colour: str
    width: float
    points: tuple[Point, ...] = ()
    opacity: float = 1
    dashes: tuple[float, ...] = ()
    closed: bool = False
    taper: float = 0
    """Number of cells at its end over which it narrows to TAIL of its width."""


class Polygon(Template, frozen=True):
    """A filled area; its edge has rounded corners."""

    fill: str
    points: tuple[Point, ...]
    edge: str = ""
    width: float = 0


class Disc(Template, frozen=True):
    fill: str
    x: float
    y: float
    radius: float
    edge: str = ""
    width: float = 0


class Text(Template, frozen=True):
    """Bold text centred on a point; not drawn if a cell has fewer than LEGIBLE pixels."""

    colour: str
    x: float
    y: float
    size: float
    text: str = ""


class Tiles(Template, frozen=True):
    """Filled cells, smaller by `inset` on every side; if `joined`, neighbours touch."""

    colour: str
    cells: tuple[Cell, ...] = ()
    opacity: float = 1
    inset: float = 0
    corner: float = 0
    """Radius of the corners, if the cells are not joined."""
    joined: bool = False


class Hatch(Template, frozen=True):
    """Cells with a pattern of a seat: see `palette.PATTERNS`."""

    colour: str
    pattern: int
    cells: tuple[Cell, ...] = ()
    opacity: float = 1


class Border(Template, frozen=True):
    """A line along the inside of the edge of some cells."""

    colour: str
    width: float
    cells: tuple[Cell, ...] = ()


Shape = Path | Polygon | Disc | Text | Tiles | Hatch | Border
