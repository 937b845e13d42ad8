"""Parameters of the training of the value network for duels."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gridbots_mcts.light_riders.value_network.training import parameters


class Parameters(parameters.Parameters, frozen=True):
    folder: Annotated[str, Meta(description="where weights and checkpoint are written")] = (
        "training/duel"
    )
