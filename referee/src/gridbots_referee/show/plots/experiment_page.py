"""Page of an experiment: Markdown, with its plot beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_referee.show.tables.experiment import markdown

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.experiments.comparison import Reproduction


def write_page(played: Reproduction, folder: Path, command: str, *, plot: bool) -> Path:
    """Write `NAME.md`, and `NAME.svg` if it is plotted; the path of the page.

    `command` makes the page again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{played.experiment.name}.md"
    picture = page.with_suffix(".svg")
    if plot:
        from gridbots_referee.show.plots.experiment_plot import svg

        picture.write_text(svg(played), encoding="utf-8")
    text = markdown(played, command, picture.name if plot else "")
    page.write_text(text, encoding="utf-8")
    return page
