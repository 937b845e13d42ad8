"""dqn: plays Snake by a neural network, trained by deep Q-learning.

training  training, in torch
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the weights.


class Options(Settings, frozen=True):
    weights: Annotated[
        str,
        Meta(
            description="dqn-8x8, or dqn-8x8-small (a smaller network, trained for minutes), both "
            "for 8x8; or a .npz file written by a training run"
        ),
    ] = "dqn-8x8"


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays one game
    from gridbots_dqn.bot import NetworkBot
    from gridbots_dqn.trained import read_trained

    return NetworkBot(read_trained(options.weights))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="plays Snake on 8x8 with a neural network trained by deep Q-learning",
        make=make,
        options=Options,
        games=("snake",),
    )
