"""Parameters of the training of the value network for crowds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gridbots_mcts.light_riders.value_network.training import parameters


class Parameters(parameters.Parameters, frozen=True):
    leaves: Annotated[int, Meta(ge=1, description="of the tree search of each round")] = 400
    folder: Annotated[str, Meta(description="where weights and checkpoint are written")] = (
        "training/crowd"
    )
