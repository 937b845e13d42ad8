"""Strokes in pixels: thick lines with round joints, and dashes along a line."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.ImageDraw import ImageDraw

    from gridbots_referee.show.drawing.shapes import Point

Fill = int | tuple[int, ...]
Station = tuple[float, float, float]
"""A point of a line, and half of its width there."""


def thick(
    draw: ImageDraw, points: Sequence[Point], width: float, fill: Fill, *, is_round: bool = True
) -> None:
    """A line of some width."""
    tapered(draw, [(x, y, width / 2) for x, y in points], fill, is_round=is_round)


def tapered(
    draw: ImageDraw, stations: Sequence[Station], fill: Fill, *, is_round: bool = True
) -> None:
    """A line with half of its width at each corner and end; `is_round`: there it is."""
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


def straightened(points: Sequence[Point]) -> list[Point]:
    """Without the points between two steps in the same direction: fewer joints to draw."""
    kept = list(points[:2])
    for point in points[2:]:
        (ax, ay), (bx, by) = kept[-2], kept[-1]
        if (bx - ax) * (point[1] - by) == (by - ay) * (point[0] - bx) and (
            (bx - ax) * (point[0] - bx) + (by - ay) * (point[1] - by) > 0
        ):
            kept.pop()
        kept.append(point)
    return kept


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
            # A gap of no length would never end.
            left = max(dashes[number % len(dashes)], 1e-6)
        left -= length - done
        stroke.append(end)
    if number % 2 == 0 and len(stroke) > 1:
        yield stroke
