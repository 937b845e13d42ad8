"""Shapes: the primitives of a display list, which is what every back-end draws.

    for shape in display_list(scene(frame)):
        match shape:
            case Path(): ...

The unit is the side of a cell; x goes right and y down from the upper left corner of the board, so
that the middle of the first cell is (0.5, 0.5). A picture leaves MARGIN around the board. Colours
are names (`ground`, `seat3`, `seat3.dim`): `palette.colour` says what they are in a theme.
In symbols the same shapes are templates: about a place, or without points and cells of their own.
"""

from __future__ import annotations

from typing import Final

import msgspec

Point = tuple[float, float]
"""x and y."""
Cell = tuple[int, int]
"""Row and column."""
Place = tuple[float, float]
"""Row and column of something that may be between cells."""

MARGIN: Final = 0.8
"""Around the board, in cells: it holds what has left the board."""
REACH: Final = 0.3
"""So far beyond the edge the middle of what has left the board is drawn."""
LEGIBLE: Final = 14
"""Pixels of a cell from which on texts in it are drawn."""
TAIL: Final = 0.3
"""Width of the end of a line that narrows, as a share of its width."""


class Template(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="shape", tag=str.lower):
    """What all shapes have in common: in JSON they say of what kind they are."""


class Path(Template, frozen=True):
    """A line with round joints and caps; with dashes it has flat ones."""

    colour: str
    width: float
    points: tuple[Point, ...] = ()
    opacity: float = 1
    dashes: tuple[float, ...] = ()
    closed: bool = False
    taper: float = 0
    """Over so many cells at its end it narrows to TAIL of its width."""


class Polygon(Template, frozen=True):
    """A filled area, with an edge of rounded corners if that has a width."""

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
    """Text in bold about its middle; left out where a cell has fewer than LEGIBLE pixels."""

    colour: str
    x: float
    y: float
    size: float
    text: str = ""


class Tiles(Template, frozen=True):
    """Filled cells, `inset` on every side; if `joined`, neighbours reach each other."""

    colour: str
    cells: tuple[Cell, ...] = ()
    opacity: float = 1
    inset: float = 0
    corner: float = 0
    """Radius of the corners of those that are not joined."""
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
