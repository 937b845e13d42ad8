"""The command `python -m gridbots_td.training`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.training.progress import say
from gridbots.training.script import Learned, Script
from gridbots_td.trained import arrays_of
from gridbots_td.training.curve import write_curve
from gridbots_td.training.parameters import Parameters
from gridbots_td.training.td_lambda import Training
from gridbots_td.training.validation import examined_at_last, told

if TYPE_CHECKING:
    from pathlib import Path

MODULE: Final = "gridbots_td.training"


def finish(learned: Training, folder: Path) -> Learned:
    """Examine the best restart; write the curve."""
    parameters, best = learned.parameters, learned.best()
    say(f"playing {parameters.n_test_episodes} matches with each examiner")
    figures = examined_at_last(best, parameters, plain=learned.plain)
    say(told(figures))
    write_curve(folder, learned.curve, parameters)
    about = {**msgspec.to_builtins(best.about), "figures": figures}
    return Learned(about, arrays_of(best))


SCRIPT: Final = Script(
    MODULE,
    "TD(lambda) in Paper.io. td:weights=FOLDER/weights.npz plays by what it has learned.",
    Parameters,
    Training,
    finish,
    counts="episodes",
)
