"""The command `python -m gridbots_td.training`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from gridbots.training.progress import say
from gridbots.training.script import Script, command_of
from gridbots_td.minds import text_of
from gridbots_td.training.curve import write_curve
from gridbots_td.training.parameters import Parameters
from gridbots_td.training.td_lambda import Training
from gridbots_td.training.validation import examined_at_last, told

if TYPE_CHECKING:
    from pathlib import Path

MODULE: Final = "gridbots_td.training"


def finish(learned: Training, folder: Path) -> dict[str, Any]:
    """Examine the best mind; write it, and the curve."""
    parameters, best = learned.parameters, learned.best()
    say(f"playing {parameters.matches} matches with each examiner")
    figures = examined_at_last(best, parameters, plain=learned.plain)
    say(told(figures))
    made = {"command": command_of(MODULE, parameters), **msgspec.to_builtins(parameters)}
    mind = replace(best, name=folder.name, figures=figures, made=made)
    (folder / "mind.json").write_bytes(text_of(mind))
    write_curve(folder, learned.curve, parameters)
    return {
        "game": "paperio",
        "settings": msgspec.to_builtins(mind.trained),
        "learner": parameters.features,
        "figures": figures,
    }


SCRIPT: Final = Script(
    MODULE,
    "TD(lambda) in Paper.io. td:mind=FOLDER/mind.json plays by what it has learned.",
    Parameters,
    Training,
    finish,
    counts="episodes",
)
