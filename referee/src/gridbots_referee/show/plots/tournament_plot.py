"""Plots of a tournament, as SVG or PNG: standings with intervals, and the cross table."""

from __future__ import annotations

import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError
from gridbots.training.plot_style import LINES, number_text
from gridbots_referee.show.plots.figure import WIDTH, check_matplotlib, styled_figure
from gridbots_referee.show.tables.result_text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

    from gridbots_referee.tournament.stats.pairwise import Crosstable
    from gridbots_referee.tournament.store.summary import TournamentSummary

Interval = tuple[float, float, float]
"""A value, and the lower and upper bound of its interval."""
FORMATS: Final = (".svg", ".png")
DIVERGING: Final = "PuOr_r"
"""Purple to orange over white; safe for the colour-blind according to ColorBrewer."""
EMPTY: Final = "#dddddd"
"""Colour of cells without matches; white would be an even score."""
ROW: Final = 0.4
"""Height of a row, in inches."""


def check_plot(path: Path) -> None:
    """Raises GridbotsError if the format is unknown or matplotlib is not installed."""
    if path.suffix.lower() not in FORMATS:
        raise SettingsError(f"expected a plot named *{' or *'.join(FORMATS)}, got {path}")
    check_matplotlib()


@contextmanager
def _figure(path: Path, width: float, height: float) -> Iterator[Axes]:
    """Axes to draw on; the figure is written to `path` afterwards. Sizes are in inches."""
    check_plot(path)
    with styled_figure(width, height) as figure:
        yield figure.subplots()
        is_svg = path.suffix.lower() == ".svg"
        metadata = {"Date": None, "Creator": None} if is_svg else {"Software": None}
        try:
            figure.savefig(path, metadata=metadata, dpi=150)
        except OSError as error:
            raise SettingsError(f"{path}: {error.strerror}") from error


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Label the rows with the names, the first at the top."""
    axes.set_yticks(range(len(names)), [shown_name(name) for name in names])
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)


def plot_crosstable(path: Path, title: str, entrants: Mapping[int, str], met: Crosstable) -> None:
    """A heat map: the share of points of each row against each column, labelled with the points.

    `entrants` maps entrants to names, the best first. Cells without matches stay empty.
    """
    import numpy as np

    names, count = list(entrants.values()), len(entrants)
    shares = np.full((max(count, 1), max(count, 1)), np.nan)
    place = {entrant: index for index, entrant in enumerate(entrants)}
    cells = {(place[row], place[column]): found for (row, column), found in met.items()}
    for cell, found in cells.items():
        shares[cell] = found.points / found.matches
    with _figure(path, 5 + 0.7 * count, 2 + 0.45 * count) as axes:
        drawn = axes.imshow(shares, cmap=DIVERGING, vmin=0, vmax=1, aspect="auto")
        axes.set_facecolor(EMPTY)
        for (row, column), found in sorted(cells.items()):
            ink = "white" if abs(shares[row, column] - 0.5) > 0.35 else "black"
            text = f"{found.points:g}/{found.matches}"
            text += f" ({found.forfeits})" if found.forfeits else ""
            axes.text(column, row, text, ha="center", va="center", color=ink)
        _name_rows(axes, names)
        axes.set_xticks(range(len(names)), [str(each) for each in range(1, len(names) + 1)])
        axes.set_yticks(range(len(names)), _numbered(names))
        axes.set_title(shown_name(title))
        axes.figure.colorbar(
            drawn, ax=axes, label="points of the row, share (in brackets: forfeits)"
        )


def _numbered(names: Sequence[str]) -> list[str]:
    return [f"{shown_name(name)}  {index}" for index, name in enumerate(names, 1)]


def plot_standings(path: Path, summary: TournamentSummary) -> None:
    """Plot Elo if the entrants have ratings, else the score, with intervals."""
    title, names = summary.tournament.name, [row.entrant.name for row in summary.rows]
    if ratings := [row.rating for row in summary.rows if row.rating]:
        intervals = [(each.elo, each.low, each.high) for each in ratings]
        plot_intervals(path, title, names, intervals, "Elo, with intervals of 95 %")
        return
    shares = [row.score_rates.overall for row in summary.rows]
    intervals = [
        (100 * (0.5 if each.mean is None else each.mean), 100 * each.low, 100 * each.high)
        for each in shares
    ]
    plot_intervals(path, title, names, intervals, "score in %, with intervals of 95 %")


def plot_intervals(
    path: Path,
    title: str,
    names: Sequence[str],
    found: Sequence[Interval],
    unit: str,
) -> None:
    """Points with error bars, the first at the top.

    If a few distant rows would make the others indistinguishable, the axis is cut: the label says
    so, and the edge shows the values of those rows.
    """
    values = [value for value, _, _ in found]
    below = [value - low for value, low, _ in found]
    above = [high - value for value, _, high in found]
    rows = range(len(names))
    with _figure(path, WIDTH, 1.2 + ROW * len(names)) as axes:
        style = LINES[0]
        axes.errorbar(
            values, rows, xerr=(below, above), fmt=style.marker, capsize=3, color=style.colour
        )
        _name_rows(axes, names)
        axes.grid(axis="x")
        if bounds := cut_axis(found):
            _cut(axes, found, bounds)
            unit = f"{unit}; the axis is truncated, values outside it are written"
        axes.set(xlabel=unit)
        axes.set_title(shown_name(title))


def cut_axis(found: Sequence[Interval]) -> tuple[float, float] | None:
    """The bounds of a cut axis; None if the axis can show all intervals.

    Up to a quarter of the rows (or one of three) are left out if that shortens the axis to a third
    or less.
    """
    kept = list(found)
    for _ in range(max(len(found) // 4, len(found) > 2)):
        middle = statistics.median(value for value, _, _ in kept)
        kept.remove(max(kept, key=lambda each: max(each[2] - middle, middle - each[1])))
    if len(kept) < 2:
        return None
    (first, last), (low, high) = _ends(found), _ends(kept)
    if high <= low or 3 * (high - low) > last - first:
        return None
    margin = 0.08 * (high - low)
    # The cut axis never extends beyond the whole one.
    return max(low - margin, first - margin), min(high + margin, last + margin)


def _ends(found: Sequence[Interval]) -> tuple[float, float]:
    return min(low for _, low, _ in found), max(high for _, _, high in found)


def _cut(axes: Axes, found: Sequence[Interval], bounds: tuple[float, float]) -> None:
    """Show the axis between the bounds, and the points beyond at its edges."""
    low, high = bounds
    axes.set_xlim(low, high)
    for row, (value, _, _) in enumerate(found):
        if low <= value <= high:
            continue
        edge, arrow, side = (low, "<", "left") if value < low else (high, ">", "right")
        axes.plot([edge], [row], arrow, color=LINES[1].colour, clip_on=False, markersize=8)
        shift = (10 if side == "left" else -10, 0)
        axes.annotate(
            number_text(round(value)), (edge, row), shift, textcoords="offset points",
            ha=side, va="center", color=LINES[1].colour,
        )  # fmt: skip
