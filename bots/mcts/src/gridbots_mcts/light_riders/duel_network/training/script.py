"""The command `python -m gridbots_mcts.light_riders.duel_network.training`."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from gridbots.training.script import Learned, Script
from gridbots_mcts.light_riders.duel_network.features import INPUTS
from gridbots_mcts.light_riders.duel_network.training.parameters import Parameters
from gridbots_mcts.light_riders.duel_network.training.regression import fit, log_loss
from gridbots_mcts.light_riders.duel_network.training.self_play import Duels
from gridbots_mcts.light_riders.value_network.training.generations import Kind, Training

if TYPE_CHECKING:
    from pathlib import Path

DUELS: Final = Kind((INPUTS,), (), Duels, fit, log_loss)


def finish(learned: Training, folder: Path) -> Learned:  # noqa: ARG001  nothing else is written
    about = {
        "game": "light-riders",
        "settings": {},
        "learner": "duel network",
        "log-loss": [round(float(loss), 4) for loss in learned.losses],
    }
    return Learned(about, learned.network)


SCRIPT: Final = Script(
    "gridbots_mcts.light_riders.duel_network.training",
    "Learns the chance to win of two riders of Light Riders in contact, from matches of mcts with "
    "itself. mcts:network=FOLDER/weights.npz judges by what it has learned.",
    Parameters,
    functools.partial(Training, DUELS),
    finish,
)
