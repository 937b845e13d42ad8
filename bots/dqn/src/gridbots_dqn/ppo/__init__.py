"""ppo: plays Snake by a neural network, trained by proximal policy optimisation.

training  training, in torch
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

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
            description="ppo-8x8 or ppo-10x10; ppo-8x8-daring or ppo-10x10-daring, whose penalty "
            "for a collision was as large as the reward for an apple; or a .npz file written by "
            "a training run; empty: the weights for the size of the board"
        ),
    ] = ""
    mask: Annotated[
        Literal["none", "flood"],
        Meta(
            description="action mask: none, or flood (no step into a region that certainly cannot "
            "be left, found by flood fill, if there is another step)"
        ),
    ] = "none"


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays one game
    from gridbots_dqn.bot import PpoBot

    return PpoBot(options.weights, masks=options.mask == "flood")


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="fills the board of Snake on 8x8 and 10x10 with a network trained by PPO",
        make=make,
        options=Options,
        games=("snake",),
    )
