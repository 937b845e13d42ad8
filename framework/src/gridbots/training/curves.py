"""Learning curves, as tables (CSV) and as pictures (SVG)."""

from __future__ import annotations

import csv
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    Columns = Mapping[str, Sequence[float]]

PLOT: Final = 434
"""Width of a panel without its margins."""
HEIGHT: Final = 320
"""Of a panel with its margins."""
LEFT: Final = 56
RIGHT: Final = 150
"""Where the names of the lines are; more, if they need it."""
TOP: Final = 34
BOTTOM: Final = 40
LETTER: Final = 6.4
"""Width of a letter, about."""
COLOURS: Final = (
    "#1f6feb", "#d1242f", "#1a7f37", "#8250df", "#bf8700", "#57606a", "#0a7ea4", "#bf3989",
)  # fmt: skip


class Level(NamedTuple):
    """Reference line: a value to compare with, such as a published one, dashed and labelled."""

    text: str
    value: float
    colour: int = 5
    """An index into COLOURS."""


class Panel(NamedTuple):
    """Panel of a plot: lines that share a scale."""

    up: str
    """What the scale is of; empty if the names of the lines say it."""
    lines: Mapping[str, Sequence[float]]
    """By name: a value for each place; not a number where there is none."""
    high: float = 100.0
    low: float = 0.0
    """Bounds of the scale; what lies beyond is drawn on them."""
    levels: Sequence[Level] = ()


class Curve(NamedTuple):
    """Learning curve: panels, one below the other, over the same x values."""

    title: str
    across: str
    """What the places are, such as matches."""
    places: Sequence[float]
    """Where the values are known. They rise; where they fall, the lines begin anew."""
    panels: Sequence[Panel]
    mark: float = 0.0
    """A vertical line here; 0: none."""

    def columns(self) -> dict[str, Sequence[float]]:
        lines = [line for panel in self.panels for line in panel.lines.items()]
        return {self.across: self.places, **dict(lines)}

    def picture(self) -> str:
        """The picture, as the text of an SVG file."""
        names = [name for panel in self.panels for name in panel.lines]
        right = max(RIGHT, math.ceil(20 + LETTER * max(map(len, names), default=0)))
        width, height = LEFT + PLOT + right, HEIGHT * len(self.panels)
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        style = 'font-family="sans-serif" font-size="11" fill="#24292f"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            text(LEFT, 18, self.title, 'font-size="13"'),
        ]
        for number, panel in enumerate(self.panels):
            parts += Drawing(self, panel, HEIGHT * number).parts()
        return "\n".join([*parts, "</svg>", ""])


class Drawing(NamedTuple):
    """One panel of a curve at its place."""

    curve: Curve
    panel: Panel
    above: float
    """Where it begins."""

    def left(self, place: float) -> float:
        return LEFT + PLOT * place / max(self.curve.places)

    def top(self, value: float) -> float:
        low, high = self.panel.low, self.panel.high
        share = (min(max(value, low), high) - low) / (high - low)
        return self.above + HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def parts(self) -> list[str]:
        parts = self.scales()
        for number, (name, values) in enumerate(self.panel.lines.items()):
            parts += self.line(name, values, number)
        for level in self.panel.levels:
            parts += self.dashed(level)
        return parts

    def scales(self) -> list[str]:
        """Axes: numbers on both sides, grid lines, labels, and the mark."""
        low, high = self.panel.low, self.panel.high
        parts = [
            text(LEFT, self.above + HEIGHT - 8, self.curve.across),
            text(4, self.above + TOP - 6, self.panel.up),
        ]
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            value, place = low + share * (high - low), share * max(self.curve.places)
            left, top = self.left(place), self.top(value)
            ends = f'x1="{LEFT}" x2="{LEFT + PLOT}" y1="{top:.1f}" y2="{top:.1f}"'
            below = self.above + HEIGHT - BOTTOM + 16
            parts += [
                f'<line {ends} stroke="#d0d7de"/>',
                text(LEFT - 6, top + 4, f"{value:g}", 'text-anchor="end"'),
                text(left, below, f"{place:g}", 'text-anchor="middle"'),
            ]
        return parts + self.mark()

    def mark(self) -> list[str]:
        if self.curve.mark <= 0:
            return []
        across = f"{self.left(self.curve.mark):.1f}"
        ends = f'y1="{self.above + TOP}" y2="{self.above + HEIGHT - BOTTOM}"'
        return [f'<line x1="{across}" x2="{across}" {ends} stroke="#000000"/>']

    def line(self, name: str, values: Sequence[float], number: int) -> list[str]:
        colour = COLOURS[number % len(COLOURS)]
        below = self.above + TOP + 14 * number + 10
        style = f'fill="none" stroke="{colour}" stroke-width="1.3"'
        return [
            *(f'<polyline points="{points}" {style}/>' for points in self.runs(values)),
            text(LEFT + PLOT + 10, below, name, f'fill="{colour}"'),
        ]

    def runs(self, values: Sequence[float]) -> Iterator[str]:
        """Segments of a line: parted where there is no number, and where the x values fall."""
        places = self.curve.places
        falls = {at + 1 for at, (one, next_one) in enumerate(pairwise(places)) if next_one < one}
        run: list[str] = []
        for at, (place, value) in enumerate(zip(places, values, strict=True)):
            if run and (at in falls or math.isnan(value)):
                yield " ".join(run)
                run = []
            if not math.isnan(value):
                run.append(f"{self.left(place):.1f},{self.top(value):.1f}")
        if run:
            yield " ".join(run)

    def dashed(self, level: Level) -> list[str]:
        colour, top = COLOURS[level.colour], self.top(level.value)
        ends = f'x1="{LEFT}" x2="{LEFT + PLOT}" y1="{top:.1f}" y2="{top:.1f}"'
        return [
            f'<line {ends} stroke="{colour}" stroke-dasharray="5 4"/>',
            text(LEFT + PLOT + 10, top + 4, level.text, f'fill="{colour}"'),
        ]


def write(folder: Path, curve: Curve, columns: Columns | None = None) -> None:
    """Write curve.svg, and curve.csv with the same columns if no others are given."""
    write_table(folder / "curve.csv", columns or curve.columns())
    (folder / "curve.svg").write_text(curve.picture(), encoding="utf-8")


def write_table(path: Path, columns: Columns) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow([f"{value:g}" for value in row])


def text(left: float, top: float, words: str, more: str = "") -> str:
    return f'<text x="{left:.1f}" y="{top:.1f}" {more}>{escape(words)}</text>'
