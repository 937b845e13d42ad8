"""Parameters of the training of the value network for duels."""

from __future__ import annotations

from gridbots.training.parameters import Folder
from gridbots_mcts.light_riders.value_network.training import parameters


class Parameters(parameters.Parameters, frozen=True):
    folder: Folder = "training/duel"
