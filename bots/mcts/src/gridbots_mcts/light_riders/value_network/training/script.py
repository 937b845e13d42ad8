"""The commands that train value networks."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from gridbots.training.script import Learned, Script
from gridbots_mcts.light_riders.value_network.training.generations import NetworkRecipe, Training

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_mcts.light_riders.value_network.training.parameters import Parameters


def script_of(
    module: str, about: str, parameters: type[Parameters], recipe: NetworkRecipe
) -> Script[Parameters, Training]:
    """The script of the command `python -m MODULE`, which trains networks of a kind."""
    return Script(
        module, about, parameters, functools.partial(Training, recipe),
        functools.partial(finish, recipe),
    )  # fmt: skip


def finish(recipe: NetworkRecipe, learned: Training, folder: Path) -> Learned:  # noqa: ARG001  nothing else is written
    about = {
        "game": "light-riders",
        "settings": {},
        "learner": recipe.learner,
        "log-loss": [round(float(loss), 4) for loss in learned.losses],
    }
    return Learned(about, learned.network)
