"""dqn: plays Snake by a neural network that has learned it by deep Q-learning.

options   its options
training  training, in torch
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_dqn.dqn.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the weights.


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays one game
    from gridbots_dqn.bot import NetworkBot
    from gridbots_dqn.trained import read_trained

    return NetworkBot(read_trained(options.weights))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="has learned Snake on 8x8 with a neural network, by deep Q-learning",
        make=make,
        options=Options,
        games=("snake",),
    )
