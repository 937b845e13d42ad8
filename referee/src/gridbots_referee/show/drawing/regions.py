"""Regions: the rectangles that tiles cover, and the lines along the edge of some cells."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.show.drawing.shapes import Cell, Point, Tiles

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height."""


def covered(tiles: Tiles) -> Iterator[Rectangle]:
    """The rectangles of tiles: those side by side in a row are one where they meet."""
    inset = tiles.inset
    side = 1 - 2 * inset
    if inset and not tiles.joined:
        yield from ((column + inset, row + inset, side, side) for row, column in tiles.cells)
        return
    for row, first, count in runs(tiles.cells):
        yield first + inset, row + inset, count - 2 * inset, side
    if inset:
        for column, first, count in runs([(column, row) for row, column in tiles.cells]):
            if count > 1:
                yield column + inset, first + inset, side, count - 2 * inset


def runs(cells: Sequence[Cell]) -> Iterator[tuple[int, int, int]]:
    """Neighbours in a row: the row, the first column, and how many there are."""
    ordered = sorted(set(cells))
    starts = [
        number
        for number, (row, column) in enumerate(ordered)
        if not number or ordered[number - 1] != (row, column - 1)
    ]
    for start, end in pairwise([*starts, len(ordered)]):
        yield *ordered[start], end - start


def borders(cells: Sequence[Cell], inset: float) -> Iterator[tuple[Point, Point]]:
    """Lines along those sides of cells beyond which there are none of them, a little within."""
    inside = set(cells)
    for row, column in cells:
        left, top, right, bottom = (
            column + inset,
            row + inset,
            column + 1 - inset,
            row + 1 - inset,
        )
        sides = (
            ((row - 1, column), (left, top), (right, top)),
            ((row, column + 1), (right, top), (right, bottom)),
            ((row + 1, column), (right, bottom), (left, bottom)),
            ((row, column - 1), (left, bottom), (left, top)),
        )
        yield from ((start, end) for beyond, start, end in sides if beyond not in inside)
