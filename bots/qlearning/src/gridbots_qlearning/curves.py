"""A learning curve as a table (CSV) and as a picture (SVG)."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

WIDTH: Final = 640
HEIGHT: Final = 320
LEFT: Final = 56
RIGHT: Final = 150
TOP: Final = 34
BOTTOM: Final = 40
COLOURS: Final = ("#1f6feb", "#d1242f", "#1a7f37", "#8250df", "#bf8700", "#57606a")


class Level(NamedTuple):
    """A published value, as a dashed line with its text."""

    text: str
    value: float
    colour: int = 5
    """An index into COLOURS."""


class Axes(NamedTuple):
    """What is shown, and between which bounds."""

    title: str
    across: str
    up: str
    most_across: float
    most_up: float
    mark: float = 0.0
    """A vertical line here; 0: none."""

    def left(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * value / self.most_across

    def top(self, value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / self.most_up


def write_table(path: Path, columns: Mapping[str, Sequence[float]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow([f"{value:g}" for value in row])


def picture(
    axes: Axes,
    across: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    levels: Sequence[Level] = (),
) -> str:
    """The picture of lines over the same places across."""
    parts = [*frame(axes)]
    for number, (name, values) in enumerate(lines.items()):
        colour, below = COLOURS[number % len(COLOURS)], TOP + 14 * number + 10
        points = " ".join(
            f"{axes.left(place):.1f},{axes.top(value):.1f}"
            for place, value in zip(across, values, strict=True)
        )
        parts += [
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.3"/>',
            text(WIDTH - RIGHT + 10, below, name, f'fill="{colour}"'),
        ]
    for level in levels:
        parts += dashed(axes, level)
    return "\n".join([*parts, "</svg>", ""])


def frame(axes: Axes) -> list[str]:
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="11" fill="#24292f"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        text(LEFT, 18, axes.title, 'font-size="13"'),
        text(LEFT, HEIGHT - 8, axes.across),
        text(4, TOP - 6, axes.up),
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        value, place = share * axes.most_up, share * axes.most_across
        line = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{axes.top(value):.1f}"'
        parts += [
            f'<line {line} y2="{axes.top(value):.1f}" stroke="#d0d7de"/>',
            text(LEFT - 6, axes.top(value) + 4, f"{value:g}", 'text-anchor="end"'),
            text(axes.left(place), HEIGHT - BOTTOM + 16, f"{place:g}", 'text-anchor="middle"'),
        ]
    if axes.mark > 0:
        across = f"{axes.left(axes.mark):.1f}"
        ends = f'x1="{across}" x2="{across}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"'
        parts.append(f'<line {ends} stroke="#000000"/>')
    return parts


def dashed(axes: Axes, level: Level) -> list[str]:
    colour, top = COLOURS[level.colour], f"{axes.top(level.value):.1f}"
    ends = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{top}" y2="{top}"'
    return [
        f'<line {ends} stroke="{colour}" stroke-dasharray="5 4"/>',
        text(WIDTH - RIGHT + 10, axes.top(level.value) + 4, level.text, f'fill="{colour}"'),
    ]


def text(left: float, top: float, words: str, more: str = "") -> str:
    return f'<text x="{left:.1f}" y="{top:.1f}" {more}>{escape(words)}</text>'
