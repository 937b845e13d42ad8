"""Training script of td: the command, and the test and curve it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.training import curves
from gridbots.training.progress import say
from gridbots.training.script import Learned, Script
from gridbots_td.trained import arrays_of
from gridbots_td.training.opponents import parts_of
from gridbots_td.training.parameters import Parameters
from gridbots_td.training.td_lambda import Training
from gridbots_td.training.validation import final_test, table_of

if TYPE_CHECKING:
    from pathlib import Path

MODULE: Final = "gridbots_td.training"
COLUMNS: Final = ("restart", "episodes", "margin", "won", "lost")
"""Columns of the curve; then a mean margin against each opponent."""


def finish(learned: Training, folder: Path) -> Learned:
    """Test the best restart; write the learning curve."""
    parameters, best = learned.parameters, learned.best()
    say(f"playing {parameters.n_test_episodes} matches against each opponent")
    figures = final_test(best, parameters, plain=learned.plain)
    say(table_of(figures))
    write_curve(folder, learned.curve, parameters)
    about = {**msgspec.to_builtins(best.about), "figures": figures}
    return Learned(about, arrays_of(best))


def write_curve(folder: Path, points: list[list[float]], parameters: Parameters) -> None:
    """Write curve.csv, and curve.svg with panels of margins and of results."""
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


SCRIPT: Final = Script(
    MODULE,
    "TD(lambda) in Paper.io. td:weights=FOLDER/weights.npz plays with the result.",
    Parameters,
    Training,
    finish,
    unit="episodes",
)
