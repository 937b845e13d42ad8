"""Page of a tuning: Markdown, with the curve as CSV and as a plot beside it."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

from gridbots_referee.show.tables.tuning import csv_text, page_text

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.tuning.runner import Tuned


def write_page(tuned: Tuned, folder: Path, command: str, *, plot: bool, is_new: bool) -> Path:
    """Write `NAME.md`, `NAME.csv`, and `NAME.svg` if it is plotted; the path of the page.

    `command` makes the page again; the CPU time is told of what was played in one run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{tuned.tuning.name}.md"
    picture = page.with_suffix(".svg")
    if plot:
        from gridbots_referee.show.plots.tuning_plot import svg

        picture.write_text(svg(tuned), encoding="utf-8")
    page.with_suffix(".csv").write_text(csv_text(tuned), encoding="utf-8")
    seconds = cpu_seconds() if is_new else None
    text = page_text(tuned, command, picture.name if plot else "", seconds)
    page.write_text(text, encoding="utf-8")
    return page


def cpu_seconds() -> float:
    """CPU time of this process and of all that it has started and waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
