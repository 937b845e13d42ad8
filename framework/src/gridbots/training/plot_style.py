"""Style of plots: colours, dashes and markers of lines, round scales, spacing of labels.

Lines differ in colour, dash and marker, so that they can be distinguished in greyscale as well.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class LineStyle(NamedTuple):
    """Style of a line."""

    colour: str
    dashes: tuple[float, ...]
    """Lengths of dashes and gaps, in pixels; empty: solid."""
    marker: str
    """A key of MARKERS."""


BLUE: Final = "#0072b2"
VERMILION: Final = "#d55e00"
GREEN: Final = "#00825c"
PURPLE: Final = "#a3478b"
BROWN: Final = "#7f5f00"
GREY: Final = "#57606a"
SKY: Final = "#1c85c4"
RED: Final = "#9c1f2e"
"""The palette of M. Okabe and K. Ito, darkened so that text is readable on white."""
INK: Final = "#24292f"
RULES: Final = "#d0d7de"
"""Grid lines."""

LINES: Final = (
    LineStyle(BLUE, (), "o"),
    LineStyle(VERMILION, (7, 3), "s"),
    LineStyle(GREEN, (2, 2), "^"),
    LineStyle(PURPLE, (8, 3, 2, 3), "D"),
    LineStyle(BROWN, (12, 3), "v"),
    LineStyle(GREY, (4, 2, 1, 2), "x"),
    LineStyle(SKY, (1, 2), "+"),
    LineStyle(RED, (12, 2, 2, 2, 2, 2), "*"),
)

MARKERS: Final = {
    "o": "M-3,0a3,3 0 1 0 6,0a3,3 0 1 0 -6,0z",
    "s": "M-2.6,-2.6h5.2v5.2h-5.2z",
    "^": "M0,-3.4l3.2,5.8h-6.4z",
    "D": "M0,-3.6l3.2,3.6l-3.2,3.6l-3.2,-3.6z",
    "v": "M0,3.4l3.2,-5.8h-6.4z",
    "x": "M-2.8,-2.8l5.6,5.6m0,-5.6l-5.6,5.6",
    "+": "M-3.4,0h6.8m-3.4,-3.4v6.8",
    "*": "M-3.4,0h6.8m-5,-3l3.2,6m0,-6l-3.2,6",
}
"""SVG paths around the origin, by the names that matplotlib uses."""


def line_style(number: int) -> LineStyle:
    return LINES[number % len(LINES)]


def scale_marks(low: float, high: float, most: int = 9) -> list[float]:
    """At most `most` round numbers in the interval: multiples of 1, 2, 2.5 or 5 times 10^n."""
    step = _round_step((high - low) / max(most - 1, 1))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def round_bounds(low: float, high: float, most: int = 9) -> tuple[float, float]:
    """The interval, widened to the next round numbers."""
    step = _round_step((high - low) / max(most - 1, 1))
    bounds = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return round(bounds[0] * step, 12), round(bounds[1] * step, 12)


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= least * (1 - 1e-9))


def number_text(value: float) -> str:
    """Format a number of a scale: thousands separators, and a minus as wide as a plus."""
    return f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")


def spread(places: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Move places apart to a minimum distance, in the same order.

    They stay between `low` and `high` if they fit; otherwise the last ones exceed `high`.
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    found: list[float] = []
    for at in order:
        found.append(max(places[at], low if not found else found[-1] + distance))
    limit = high
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], limit)
        limit = found[at] - distance
    if found and found[0] < low:
        found = [low + number * distance for number in range(len(found))]
    placed = dict(zip(order, found, strict=True))
    return [placed[at] for at in range(len(places))]
