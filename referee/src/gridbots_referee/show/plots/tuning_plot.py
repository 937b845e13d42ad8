"""Plot of a tuning, by matplotlib: a panel for each parameter.

Of SPSA its way over the matches; of grid and random search the score of each candidate.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from gridbots_referee.show.plots.experiment_plot import OURS, PAPER, STYLE, WIDTH

if TYPE_CHECKING:
    from gridbots_referee.tuning.runner import Tuned
    from gridbots_referee.tuning.tuning import Parameter

HEIGHT = 1.5
"""Inches for each panel."""


def svg(tuned: Tuned) -> str:
    """The curve; needs matplotlib."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    tuning = tuned.tuning
    with mpl.rc_context(STYLE):
        count = len(tuning.parameters)
        figure: Any = Figure(figsize=(WIDTH, HEIGHT * count + 0.5), layout="constrained")
        figure.suptitle(tuning.title or tuning.name)
        is_path = tuning.method == "spsa"
        panels = figure.subplots(count, squeeze=False, sharex=is_path)[:, 0]
        for panel, parameter in zip(panels, tuning.parameters, strict=True):
            (_draw_path if is_path else _draw_scores)(panel, tuned, parameter)
            panel.grid(alpha=0.3)
        if is_path:
            panels[-1].set_xlabel("matches")
        text = io.BytesIO()
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(text, metadata={"Date": None, "Creator": None})
    return text.getvalue().decode()


def _draw_path(panel: Any, tuned: Tuned, parameter: Parameter) -> None:
    name = parameter.name
    matches = [0, *(step.matches for step in tuned.steps)]
    panel.plot(matches, [parameter.start, *(step.values[name] for step in tuned.steps)], color=OURS)
    panel.axhline(parameter.start, color=PAPER, linestyle="--", linewidth=1)
    panel.set_ylabel(name)
    if parameter.log:
        panel.set_yscale("log")


def _draw_scores(panel: Any, tuned: Tuned, parameter: Parameter) -> None:
    name = parameter.name
    values = [step.values[name] for step in tuned.steps]
    panel.plot(values, [step.score for step in tuned.steps], "o", color=OURS, markersize=3)
    panel.axvline(parameter.start, color=PAPER, linestyle="--", linewidth=1)
    panel.set_xlabel(name)
    panel.set_ylabel("score")
    if parameter.log:
        panel.set_xscale("log")
