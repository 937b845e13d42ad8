"""Learning curves: a table of numbers, and a picture of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

Rows = Sequence[Sequence[float]]
"""Points of a curve, by column."""

COLUMNS: Final = ("restart", "episodes", "margin", "won", "lost")
"""The first columns; a mean margin against each opponent follows."""
WIDTH: Final = 720
HEIGHT: Final = 240
LEFT: Final = 60
COLOURS: Final = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#a463f2", "#9498a0")
"""One per opponent."""
MOST: Final = 50
"""The scale of margins: from -MOST to MOST."""


def as_csv(rows: Rows, opponents: Sequence[str]) -> str:
    """The table as text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, *opponents])
    writer.writerows([[int(row[0]), int(row[1]), *(f"{x:.4f}" for x in row[2:])] for row in rows])
    return text.getvalue()


def as_svg(rows: Rows, opponents: Sequence[str], title: str) -> str:
    """Two panels: mean margins, in all and against each opponent; shares won and lost."""
    most = max(row[1] for row in rows)
    lines = [
        ("all", "#000000", 2),
        *((bot, _colour(at), 5 + at) for at, bot in enumerate(opponents)),
    ]
    parts = _panel(40, "mean margin", -MOST, MOST)
    parts += [_line(rows, most, column, (40, -MOST, MOST), colour) for _, colour, column in lines]
    parts += _panel(340, "share of matches", 0, 1)
    parts += [
        _line(rows, most, 3, (340, 0, 1), "#3ca951"),
        _line(rows, most, 4, (340, 0, 1), "#ff725c"),
    ]
    legend = [(name, colour) for name, colour, _ in lines] + [
        ("won", "#3ca951"),
        ("lost", "#ff725c"),
    ]
    for at, (name, colour) in enumerate(legend):
        parts.append(_text(LEFT, 640 + 18 * at, f"- {name}", colour))
    height = 650 + 18 * len(legend)
    parts.append(_text(LEFT + WIDTH, 610, f"{int(most)} episodes", "#000000", "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {height}" '
        'font-family="sans-serif" font-size="13">\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        f"{_text(LEFT, 22, title, '#000000')}\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _colour(at: int) -> str:
    return COLOURS[at % len(COLOURS)]


def _panel(top: int, name: str, low: float, high: float) -> list[str]:
    """A frame with its scale."""
    frame = (
        f'<rect x="{LEFT}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888"/>'
    )
    middle = top + HEIGHT // 2
    rule = f'<path d="M{LEFT} {middle}H{LEFT + WIDTH}" stroke="#ccc"/>'
    scale = [
        _text(LEFT - 6, top + 12, f"{high:g}", "#444", "end"),
        _text(LEFT - 6, middle + 4, f"{(low + high) / 2:g}", "#444", "end"),
        _text(LEFT - 6, top + HEIGHT, f"{low:g}", "#444", "end"),
    ]
    return [frame, rule, *scale, _text(LEFT + 6, top + 16, name, "#444")]


def _line(
    rows: Rows, most: float, column: int, panel: tuple[int, float, float], colour: str
) -> str:
    """One path, broken between restarts and where there is no number."""
    top, low, high = panel
    path, pen, restart = [], "M", None
    for row in rows:
        value = row[column]
        if row[0] != restart or value != value:  # noqa: PLR0124  not a number
            pen, restart = "M", row[0]
        if value == value:  # noqa: PLR0124  as above
            across = LEFT + WIDTH * row[1] / most
            down = top + HEIGHT * (high - min(max(value, low), high)) / (high - low)
            path.append(f"{pen}{across:.1f} {down:.1f}")
            pen = "L"
    return f'<path d="{" ".join(path)}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _text(across: float, down: float, text: str, colour: str, anchor: str = "start") -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{across}" y="{down}" fill="{colour}" text-anchor="{anchor}">{safe}</text>'
