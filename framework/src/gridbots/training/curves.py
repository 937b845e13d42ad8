"""Learning curves as tables (CSV) and as pictures (SVG)."""

from __future__ import annotations

import csv
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

from gridbots.training.plot_style import (
    INK,
    MARKERS,
    RULES,
    LineStyle,
    line_style,
    number_text,
    round_bounds,
    scale_marks,
    spread,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    Columns = Mapping[str, Sequence[float]]

PLOT: Final = 434
"""Width of a panel, without margins."""
HEIGHT: Final = 330
"""Height of a panel, with margins."""
LEFT: Final = 60
RIGHT: Final = 150
"""Margin for the names of the lines; wider if necessary."""
TOP: Final = 44
BOTTOM: Final = 40
LETTER: Final = 6.4
"""Approximate width of a letter."""
SAMPLE: Final = 26
"""Length of the line sample beside a name."""
APART: Final = 15
"""Minimum distance of two names; markers of a line are three times as far apart."""


class Level(NamedTuple):
    """Reference line: a value to compare with, such as a published one, dashed and labelled."""

    text: str
    value: float
    line: int = 5
    """Number of the line whose colour it takes."""


class Panel(NamedTuple):
    """Panel of a plot: lines that share a scale."""

    up: str
    """Label of the scale; empty if the names of the lines suffice."""
    lines: Mapping[str, Sequence[float]]
    """By name: a value for each x value; nan if unknown."""
    high: float = 100.0
    low: float = 0.0
    """Bounds of the scale, widened to round numbers; values beyond are drawn on them."""
    levels: Sequence[Level] = ()


class Curve(NamedTuple):
    """Learning curve: panels, one below the other, over the same x values."""

    title: str
    across: str
    """Label of the x axis, such as matches."""
    places: Sequence[float]
    """The x values. Where they fall, the lines start again."""
    panels: Sequence[Panel]
    mark: float = 0.0
    """x value of a vertical line; 0: no line."""

    def columns(self) -> dict[str, Sequence[float]]:
        lines = [line for panel in self.panels for line in panel.lines.items()]
        return {self.across: self.places, **dict(lines)}

    def picture(self) -> str:
        """The picture as SVG text."""
        names = [name for panel in self.panels for name in [*panel.lines, *_texts(panel)]]
        longest = max(map(len, names), default=0)
        right = max(RIGHT, math.ceil(SAMPLE + 26 + LETTER * longest))
        width, height = LEFT + PLOT + right, HEIGHT * len(self.panels)
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        style = f'font-family="sans-serif" font-size="11" fill="{INK}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            text(LEFT, 18, self.title, 'font-size="13"'),
        ]
        for number, panel in enumerate(self.panels):
            parts += Drawing(self, panel, HEIGHT * number).parts()
        return "\n".join([*parts, "</svg>", ""])


def _texts(panel: Panel) -> list[str]:
    return [level.text for level in panel.levels]


class Drawing(NamedTuple):
    """A panel of a curve, placed in the picture."""

    curve: Curve
    panel: Panel
    above: float
    """Its top edge."""

    def left(self, place: float) -> float:
        return LEFT + PLOT * place / max(self.curve.places)

    def top(self, value: float) -> float:
        low, high = round_bounds(self.panel.low, self.panel.high)
        share = (min(max(value, low), high) - low) / (high - low)
        return self.above + HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def parts(self) -> list[str]:
        parts = self.scales()
        for number, values in enumerate(self.panel.lines.values()):
            parts += self.line(values, line_style(number))
        for level in self.panel.levels:
            ends = f'x1="{LEFT}" x2="{LEFT + PLOT}"'
            parts.append(_level(ends, self.top(level.value), level))
        return parts + self.names()

    def scales(self) -> list[str]:
        """Axes: round numbers on both sides, grid lines, labels, and the mark."""
        bounds = round_bounds(self.panel.low, self.panel.high)
        below = self.above + HEIGHT - BOTTOM + 16
        parts = [
            text(LEFT + PLOT / 2, below + 16, self.curve.across, 'text-anchor="middle"'),
            text(LEFT, self.above + TOP - 10, self.panel.up),
        ]
        for value in scale_marks(*bounds):
            top = self.top(value)
            ends = f'x1="{LEFT}" x2="{LEFT + PLOT}" y1="{top:.1f}" y2="{top:.1f}"'
            parts += [
                f'<line {ends} stroke="{RULES}"/>',
                text(LEFT - 6, top + 4, number_text(value), 'text-anchor="end"'),
            ]
        for place in scale_marks(0.0, max(self.curve.places), 6):
            parts.append(text(self.left(place), below, number_text(place), 'text-anchor="middle"'))
        return parts + self.mark()

    def mark(self) -> list[str]:
        if self.curve.mark <= 0:
            return []
        across = f"{self.left(self.curve.mark):.1f}"
        ends = f'y1="{self.above + TOP}" y2="{self.above + HEIGHT - BOTTOM}"'
        return [f'<line x1="{across}" x2="{across}" {ends} stroke="#000000"/>']

    def line(self, values: Sequence[float], style: LineStyle) -> list[str]:
        return [
            part
            for points in self.runs(values)
            for part in (_polyline(points, style), *_markers(points, style))
        ]

    def runs(self, values: Sequence[float]) -> Iterator[str]:
        """Segments of a line: interrupted at nan, and where the x values fall."""
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

    def names(self) -> list[str]:
        """The names of lines and levels beside the panel, each near its last value."""
        ends = [_last(values, self.panel.low) for values in self.panel.lines.values()]
        ends += [level.value for level in self.panel.levels]
        first, last = self.above + TOP, self.above + HEIGHT - BOTTOM
        tops = spread([self.top(value) for value in ends], APART, first, last)
        left = LEFT + PLOT + 12
        parts: list[str] = []
        for number, name in enumerate(self.panel.lines):
            style, top = line_style(number), tops[number]
            middle = f"{left + SAMPLE / 2:.1f},{top:.1f}"
            parts += [
                _polyline(f"{left:.1f},{top:.1f} {left + SAMPLE:.1f},{top:.1f}", style),
                *_markers(middle, style),
                text(left + SAMPLE + 6, top + 4, name, f'fill="{style.colour}"'),
            ]
        for level, top in zip(self.panel.levels, tops[len(self.panel.lines) :], strict=True):
            parts += [
                _level(f'x1="{left}" x2="{left + SAMPLE}"', top, level),
                text(left + SAMPLE + 6, top + 4, level.text, f'fill="{_colour(level)}"'),
            ]
        return parts


def _last(values: Sequence[float], default: float) -> float:
    return next((value for value in reversed(values) if not math.isnan(value)), default)


def _colour(level: Level) -> str:
    return line_style(level.line).colour


def _level(ends: str, top: float, level: Level) -> str:
    """A dotted line; no curve is drawn so."""
    return (
        f'<line {ends} y1="{top:.1f}" y2="{top:.1f}" stroke="{_colour(level)}" '
        f'stroke-dasharray="1 4" stroke-width="1.6" stroke-linecap="round"/>'
    )


def _polyline(points: str, style: LineStyle) -> str:
    ink = f'fill="none" stroke="{style.colour}" stroke-width="1.5"'
    dashes = " ".join(f"{each:g}" for each in style.dashes) or "none"
    return f'<polyline points="{points}" {ink} stroke-dasharray="{dashes}"/>'


def _markers(points: str, style: LineStyle) -> list[str]:
    """Markers on a segment: at its first point, and at least 3 * APART apart."""
    parts: list[str] = []
    before = -math.inf
    for point in points.split():
        left = float(point.split(",")[0])
        if left - before >= 3 * APART:
            before = left
            parts.append(
                f'<path transform="translate({point})" d="{MARKERS[style.marker]}" '
                f'fill="#ffffff" stroke="{style.colour}" stroke-width="1.2"/>'
            )
    return parts


def write(folder: Path, curve: Curve, columns: Columns | None = None) -> None:
    """Write curve.svg and curve.csv; `columns` replace those of the curve in the table."""
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


def read_table(path: Path) -> dict[str, list[float]]:
    """Read the columns of a table by name."""
    with path.open(encoding="utf-8") as file:
        columns = zip(*csv.reader(file), strict=True)
        return {name: [float(value) for value in values] for name, *values in columns}
