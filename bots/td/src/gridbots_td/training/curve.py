"""The learning curve of td."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.training import curves
from gridbots_td.training.opponents import parts_of

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_td.training.parameters import Parameters

COLUMNS: Final = ("restart", "episodes", "margin", "won", "lost")
"""Of a point; a mean margin against each opponent follows."""


def write_curve(folder: Path, points: list[list[float]], parameters: Parameters) -> None:
    """Write curve.csv, and curve.svg: margins above, shares of matches below."""
    bots = [parts_of(each)[1] for each in parameters.opponents.split()]
    values = [list(column) for column in zip(*points, strict=True)]
    columns = dict(zip((*COLUMNS, *bots), values, strict=True))
    most = float(parameters.size**2)
    margins = {name: columns[name] for name in ("margin", *bots)}
    matches = {name: columns[name] for name in ("won", "lost")}
    panels = (
        curves.Panel("mean margin", margins, high=most, low=-most),
        curves.Panel("share of matches", matches, high=1.0),
    )
    title = f"td, {parameters.features}, seed {parameters.seed}"
    curves.write(folder, curves.Curve(title, "episodes", columns["episodes"], panels), columns)
