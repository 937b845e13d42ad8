"""The command `python -m gridbots_mcts.light_riders.crowd_network.training`."""

from __future__ import annotations

from typing import Final

from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots_mcts.light_riders.crowd_network.features import INPUTS
from gridbots_mcts.light_riders.crowd_network.training.parameters import Parameters
from gridbots_mcts.light_riders.crowd_network.training.regression import fit, log_loss
from gridbots_mcts.light_riders.crowd_network.training.self_play import Crowds
from gridbots_mcts.light_riders.value_network.training.generations import NetworkRecipe
from gridbots_mcts.light_riders.value_network.training.script import script_of

SCRIPT: Final = script_of(
    "gridbots_mcts.light_riders.crowd_network.training",
    "Learns the chance to be first of three or four riders of Light Riders, from matches of mcts "
    "with itself. mcts:crowd_network=FOLDER/weights.npz judges by what it has learned.",
    Parameters,
    NetworkRecipe("crowd network", (MOST_SEATS, INPUTS), (MOST_SEATS,), Crowds, fit, log_loss),
)
