"""ppo: plays Snake by a network that has learned it by proximal policy optimisation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.bot import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the weights.


class Options(Settings, frozen=True):
    weights: Annotated[
        str,
        Meta(
            description="what it has learned: ppo-8x8 or ppo-10x10; or a .json file that a "
            "training has written, its .npz beside it; else what was learned on such a board"
        ),
    ] = ""
    mask: Annotated[
        Literal["none", "flood"],
        Meta(
            description="none: the network alone decides; flood: never a step into a region that "
            "surely cannot be left, which a flood fill finds, if there is another"
        ),
    ] = "none"


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
