"""Outlines: the geometry of lines that narrow, of dashes, and of tiles and their borders."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from gridbots_referee.show.drawing.shapes import TAIL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.ImageDraw import ImageDraw

    from gridbots_referee.show.drawing.shapes import Cell, Path, Point, Tiles

CORNERS: Final = 8
"""Corners of the polygon in half a circle."""
Station = tuple[float, float, float]
"""A point of a line, and half of the width there."""


def outline(path: Path) -> list[Point]:
    """The outline of a path with a taper, to be filled by the non-zero rule."""
    found = stations(path)
    if len(found) == 1:
        x, y, half = found[0]
        return [*_arc(x, y, half, 0, 2 * pi)]
    return [*_side(found), *_side(found[::-1])]


def stations(path: Path) -> list[Station]:
    """Corners, ends and the start of the taper, each with half of the width."""
    points = straightened(path.points)
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    left = sum(lengths)  # to the end of the line
    taper = min(path.taper, left)
    stations: list[Station] = []
    for number, (x, y) in enumerate(points):
        stations.append((x, y, _half(path, left, taper)))
        if number < len(lengths) and left > taper > left - lengths[number]:
            share = (left - taper) / lengths[number]
            ahead = points[number + 1]
            place = (x + (ahead[0] - x) * share, y + (ahead[1] - y) * share)
            stations.append((*place, path.width / 2))
        left -= lengths[number] if number < len(lengths) else 0
    return stations


def _half(path: Path, left: float, taper: float) -> float:
    """Half of the width at the distance `left` from the end."""
    share = min(1.0, left / taper) if taper else 1.0
    return path.width / 2 * (TAIL + (1 - TAIL) * share)


def straightened(points: Sequence[Point]) -> list[Point]:
    """The points without repetitions and without those between two steps in the same direction."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and _goes_on(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _goes_on(before: Point, middle: Point, after: Point) -> bool:
    (ax, ay), (bx, by) = (
        (end[0] - start[0], end[1] - start[1]) for start, end in ((before, middle), (middle, after))
    )
    return abs(ax * by - ay * bx) < 1e-9 and ax * bx + ay * by > 0


def _side(stations: Sequence[Station]) -> Iterator[Point]:
    """The left side of a line, and half a circle around its end."""
    for number, (x, y, half) in enumerate(stations[:-1]):
        out = _angle(stations[number], stations[number + 1])
        into = _angle(stations[number - 1], stations[number]) if number else out
        turn = (out - into + pi) % (2 * pi) - pi
        if turn > 1e-6:  # to the right: the left side is the outer one
            yield from _arc(x, y, half, into - pi / 2, turn)
        elif turn < -1e-6:
            yield _inner(x, y, half, into, out)
        else:
            yield x + half * sin(out), y - half * cos(out)
    x, y, half = stations[-1]
    yield from _arc(x, y, half, _angle(stations[-2], stations[-1]) - pi / 2, pi)


def _angle(one: Station, other: Station) -> float:
    return atan2(other[1] - one[1], other[0] - one[0])


def _inner(x: float, y: float, half: float, into: float, out: float) -> Point:
    """The point where the inner sides of two parts meet."""
    return (
        x + half * (sin(into) + sin(out)),
        y - half * (cos(into) + cos(out)),
    )


def _arc(x: float, y: float, radius: float, start: float, turn: float) -> Iterator[Point]:
    steps = max(2, round(CORNERS * abs(turn) / pi))
    for step in range(steps + 1):
        angle = start + turn * step / steps
        yield x + radius * cos(angle), y + radius * sin(angle)


Rectangle = tuple[float, float, float, float]
"""Left, top, width and height."""


def covered(tiles: Tiles) -> Iterator[Rectangle]:
    """The rectangles of tiles; adjacent tiles of a row that touch are one rectangle."""
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
    """Runs of adjacent cells: the row, the first column, and the length."""
    ordered = sorted(set(cells))
    starts = [
        number
        for number, (row, column) in enumerate(ordered)
        if not number or ordered[number - 1] != (row, column - 1)
    ]
    for start, end in pairwise([*starts, len(ordered)]):
        yield *ordered[start], end - start


def borders(cells: Sequence[Cell], inset: float) -> Iterator[tuple[Point, Point]]:
    """Lines along the outer sides of a set of cells, moved inwards by `inset`."""
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


Fill = int | tuple[int, ...]


def thick(
    draw: ImageDraw, points: Sequence[Point], width: float, fill: Fill, *, is_round: bool = True
) -> None:
    """A line of some width."""
    tapered(draw, [(x, y, width / 2) for x, y in points], fill, is_round=is_round)


def tapered(
    draw: ImageDraw, stations: Sequence[Station], fill: Fill, *, is_round: bool = True
) -> None:
    """A line with the half width of each station; corners and ends are round if `is_round`."""
    for (x, y, half), (to_x, to_y, to_half) in pairwise(stations):
        if length := hypot(to_x - x, to_y - y):
            across, down = (y - to_y) / length, (to_x - x) / length
            corners = [
                (x + half * across, y + half * down),
                (to_x + to_half * across, to_y + to_half * down),
                (to_x - to_half * across, to_y - to_half * down),
                (x - half * across, y - half * down),
            ]
            draw.polygon(corners, fill=fill)
    if is_round:
        for x, y, half in stations:
            draw.ellipse((x - half, y - half, x + half, y + half), fill=fill)


def dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The strokes of a dashed line; `dashes` are the lengths of strokes and gaps in turn."""
    number, left, stroke = 0, dashes[0], [points[0]]
    for start, end in pairwise(points):
        length, done = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - done > left:
            done += left
            share = done / length
            place = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if number % 2 == 0:
                yield [*stroke, place]
            number, stroke = number + 1, [place]
            # A gap without length would never end.
            left = max(dashes[number % len(dashes)], 1e-6)
        left -= length - done
        stroke.append(end)
    if number % 2 == 0 and len(stroke) > 1:
        yield stroke
