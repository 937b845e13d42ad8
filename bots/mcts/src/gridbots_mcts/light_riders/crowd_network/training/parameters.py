"""Parameters of the training of the value network for crowds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gridbots.training.parameters import Folder
from gridbots_mcts.light_riders.value_network.training import parameters


class Parameters(parameters.Parameters, frozen=True):
    num_simulations: Annotated[
        int, Meta(ge=1, description="simulations of the tree search in each round")
    ] = 400
    folder: Folder = "training/crowd"
