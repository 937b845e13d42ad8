"""Plot of an experiment, by matplotlib: a panel for each measure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gridbots.training.plot_style import LINES
from gridbots_referee.experiments.estimates import half_interval
from gridbots_referee.experiments.measures import MEASURES
from gridbots_referee.show.plots.figure import WIDTH, styled_figure, svg_text
from gridbots_referee.show.tables.experiment import markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from gridbots_referee.experiments.comparison import Cell, Reproduction
    from gridbots_referee.experiments.experiment import Experiment

OURS, PAPER, PROGRAM = LINES[0].colour, LINES[1].colour, LINES[2].colour
"""The markers also differ in shape."""
PER_CELL, PER_PANEL = 0.28, 0.55
"""Inches."""


def svg(reproduction: Reproduction) -> str:
    """The measured values with error bars beside the published ones; needs matplotlib."""
    experiment, groups = reproduction.experiment, _by_measure(reproduction.cells)
    heights = [PER_CELL * len(group) + PER_PANEL for group in groups]
    with styled_figure(WIDTH, sum(heights) + PER_PANEL) as figure:
        figure.suptitle(experiment.title)
        panels = figure.subplots(len(groups), squeeze=False, height_ratios=heights)[:, 0]
        for panel, group in zip(panels, groups, strict=True):
            _draw(panel, group, experiment)
        marks = _marks_of(panels)
        figure.legend(marks.values(), list(marks), loc="outside lower center", ncols=3)
        return svg_text(figure)


def _by_measure(cells: Sequence[Cell]) -> list[list[Cell]]:
    names = dict.fromkeys(cell.measure for cell in cells)
    return [[cell for cell in cells if cell.measure == name] for name in names]


def _draw(panel: Axes, cells: Sequence[Cell], experiment: Experiment) -> None:
    """One line per cell, the first on top."""
    lines = range(len(cells))
    halves = [_half(cell, experiment.z) for cell in cells]
    panel.errorbar(
        [cell.ours.value for cell in cells], lines,
        xerr=halves,
        fmt="o", color=OURS, markersize=5, capsize=3, label="ours",
    )  # fmt: skip
    _mark(panel, cells, lambda cell: cell.paper, "x", PAPER, "paper")
    _mark(panel, cells, lambda cell: cell.program, "d", PROGRAM, "program")
    panel.set_yticks(lines, [_line_name(cell, experiment) for cell in cells])
    panel.set_ylim(len(cells) - 0.5, -0.5)
    panel.set_xlabel(cells[0].measure)
    panel.grid(axis="x")


def _half(cell: Cell, certainty: float) -> float:
    half = half_interval(cell.ours, certainty, is_share=MEASURES[cell.measure].is_share)
    return 0.0 if math.isnan(half) else half


def _marks_of(panels: Iterable[Axes]) -> dict[str, Artist]:
    """The entries of the legend: each marker that occurs, by name."""
    marks: dict[str, Artist] = {}
    for panel in panels:
        for mark, name in zip(*panel.get_legend_handles_labels(), strict=True):
            marks.setdefault(name, mark)
    return marks


def _mark(  # noqa: PLR0913, PLR0917  the values, and their look
    panel: Axes,
    cells: Sequence[Cell],
    value: Callable[[Cell], float],
    marker: str,
    colour: str,
    name: str,
) -> None:
    if all(math.isnan(value(cell)) for cell in cells):
        return
    panel.plot(
        [value(cell) for cell in cells], range(len(cells)), marker, color=colour, label=name,
        markersize=6, markerfacecolor="none",
    )  # fmt: skip


def _line_name(cell: Cell, experiment: Experiment) -> str:
    player = cell.player or "match"
    return f"{cell.lineup}: {player}" if len(experiment.lineups) > 1 else player


def write_page(played: Reproduction, folder: Path, command: str, *, plot: bool) -> Path:
    """Write `NAME.md`, and `NAME.svg` if `plot` is true; return the path of the page.

    `command` is the command that reproduces the page.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{played.experiment.name}.md"
    picture = page.with_suffix(".svg")
    if plot:
        picture.write_text(svg(played), encoding="utf-8")
    text = markdown(played, command, picture.name if plot else "")
    page.write_text(text, encoding="utf-8")
    return page
