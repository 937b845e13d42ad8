"""The command `python -m gridbots_mcts.light_riders.duel_network.training`."""

from __future__ import annotations

from typing import Final

from gridbots_mcts.light_riders.duel_network.features import INPUTS
from gridbots_mcts.light_riders.duel_network.training.parameters import Parameters
from gridbots_mcts.light_riders.duel_network.training.regression import fit, log_loss
from gridbots_mcts.light_riders.duel_network.training.self_play import Duels
from gridbots_mcts.light_riders.value_network.training.generations import NetworkRecipe
from gridbots_mcts.light_riders.value_network.training.script import script_of

SCRIPT: Final = script_of(
    "gridbots_mcts.light_riders.duel_network.training",
    "Learns the chance to win of two riders of Light Riders in contact, from matches of mcts with "
    "itself. mcts:network=FOLDER/weights.npz judges by what it has learned.",
    Parameters,
    NetworkRecipe("duel network", (INPUTS,), (), Duels, fit, log_loss),
)
