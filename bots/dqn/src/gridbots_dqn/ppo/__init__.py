"""ppo: plays Snake by a network that has learned it by proximal policy optimisation.

bot       a network that fits the board, and an action mask
options   its options
training  training, in torch
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_dqn.ppo.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the weights.


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays one game
    from gridbots_dqn.ppo.bot import PpoBot

    return PpoBot(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="has learned to fill the board of Snake, on 8x8 and 10x10, by policy optimisation",
        make=make,
        options=Options,
        games=("snake",),
    )
