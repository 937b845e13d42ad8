"""Display list: the shapes of a scene, in the order in which they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridbots_referee.show.drawing.shapes import (
    REACH,
    Border,
    Disc,
    Hatch,
    Path,
    Polygon,
    Text,
    Tiles,
)
from gridbots_referee.show.drawing.symbols import symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.show.drawing.scene import Element, Scene
    from gridbots_referee.show.drawing.shapes import Place, Point, Shape


def display_list(scene: Scene) -> Iterator[Shape]:
    """The shapes of a scene, from the lowest on; the board itself is not among them."""
    for element in scene.elements:
        yield from element_shapes(element, scene)


def element_shapes(element: Element, scene: Scene) -> Iterator[Shape]:
    """The shapes of one element."""
    look = symbol(element.symbol)
    if look.form == "region":
        yield from (replace(shape, cells=element.cells) for shape in look.shapes)
        return
    points = tuple(middle(cell, scene) for cell in element.cells)
    for shape in look.shapes:
        if look.form == "line":
            yield replace(shape, points=points)
        else:
            yield _moved(shape, points[0], element.text)


def middle(place: Place, scene: Scene) -> Point:
    """Where the middle of a cell is drawn: off the board not farther than REACH."""
    row, column = place
    return (
        min(max(column + 0.5, -REACH), scene.columns + REACH),
        min(max(row + 0.5, -REACH), scene.rows + REACH),
    )


def _moved(shape: Shape, place: Point, text: str) -> Shape:
    """A shape of a stamp in its place."""
    x, y = place
    match shape:
        case Path() | Polygon():
            return replace(shape, points=tuple((x + dx, y + dy) for dx, dy in shape.points))
        case Disc():
            return replace(shape, x=x + shape.x, y=y + shape.y)
        case Text():
            return replace(shape, x=x + shape.x, y=y + shape.y, text=shape.text or text)
        case Tiles() | Hatch() | Border():
            raise TypeError(f"expected a shape of a stamp, got {shape}")
