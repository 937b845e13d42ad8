"""Plot of a tuning, by matplotlib: a panel for each parameter.

It shows the path of SPSA over the matches, or the scores of the candidates of grid and random
search.
"""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING, Final

from gridbots.training.plot_style import LINES
from gridbots_referee.show.plots.figure import WIDTH, plain_log, styled_figure, svg_text
from gridbots_referee.show.tables.tuning import csv_text, page_text

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from gridbots_referee.tuning.parameters import Parameter
    from gridbots_referee.tuning.runner import Tuned

HEIGHT: Final = 1.5
"""Height of a panel in inches."""
TUNED, START = LINES[0].colour, LINES[1].colour


def svg(tuned: Tuned) -> str:
    """The curve; needs matplotlib."""
    tuning = tuned.tuning
    count, is_path = len(tuning.parameters), tuning.method == "spsa"
    with styled_figure(WIDTH, HEIGHT * count + 0.5) as figure:
        figure.suptitle(tuning.title or tuning.name)
        panels = figure.subplots(count, squeeze=False, sharex=is_path)[:, 0]
        for panel, parameter in zip(panels, tuning.parameters, strict=True):
            (_draw_path if is_path else _draw_scores)(panel, tuned, parameter)
            panel.grid()
        panels[0].legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.1)
        if is_path:
            panels[-1].set_xlabel("matches")
        return svg_text(figure)


def _draw_path(panel: Axes, tuned: Tuned, parameter: Parameter) -> None:
    matches = [0, *(step.matches for step in tuned.steps)]
    values = [parameter.start, *(step.values[parameter.name] for step in tuned.steps)]
    panel.plot(matches, values, color=TUNED, label="tuned")
    panel.axhline(parameter.start, color=START, linestyle="--", linewidth=1.2, label="start")
    panel.set_ylabel(parameter.name)
    if parameter.log:
        panel.set_yscale("log")
        plain_log(panel.yaxis, min(values), max(values))


def _draw_scores(panel: Axes, tuned: Tuned, parameter: Parameter) -> None:
    values = [step.values[parameter.name] for step in tuned.steps]
    scores = [step.score for step in tuned.steps]
    panel.plot(values, scores, "o", color=TUNED, markersize=3, label="candidate")
    panel.axvline(parameter.start, color=START, linestyle="--", linewidth=1.2, label="start")
    panel.set_xlabel(parameter.name)
    panel.set_ylabel("score")
    if parameter.log:
        panel.set_xscale("log")
        plain_log(panel.xaxis, min([parameter.start, *values]), max([parameter.start, *values]))


def write_page(tuned: Tuned, folder: Path, command: str, *, plot: bool, is_new: bool) -> Path:
    """Write `NAME.md`, `NAME.csv`, and `NAME.svg` if `plot` is true; return the path of the page.

    `command` is the command that reproduces the page; the page contains the CPU time if `is_new`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{tuned.tuning.name}.md"
    picture = page.with_suffix(".svg")
    if plot:
        picture.write_text(svg(tuned), encoding="utf-8")
    page.with_suffix(".csv").write_text(csv_text(tuned), encoding="utf-8")
    seconds = cpu_seconds() if is_new else None
    text = page_text(tuned, command, picture.name if plot else "", seconds)
    page.write_text(text, encoding="utf-8")
    return page


def cpu_seconds() -> float:
    """CPU time of this process and of its finished child processes."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
