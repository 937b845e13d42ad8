"""qlearning: plays Light Riders and Multiplayer Snake by Q-functions that Q-learning has trained.

bot           weights on disk, and the policy by those that fit a match
light_riders  Q-functions of Light Riders, for playing
multisnake    Q-functions of Multiplayer Snake, for playing
training      training
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.settings import Settings

if TYPE_CHECKING:
    from typing import Any

    from gridbots import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the weights.


class Options(Settings, frozen=True):
    weights: Annotated[
        Literal[
            "",
            "riders-4x4", "riders-6x6", "riders-large",
            "snakes-config1", "snakes-config2", "snakes-config3", "snakes-config4a",
            "snakes-config4b", "snakes-config5", "snakes-config6", "snakes-network",
        ],
        Meta(
            description="for Light Riders riders-4x4, riders-6x6 (Q-tables, trained against "
            "minimax) or riders-large (a linear function, for two riders on boards of any size); "
            "for Multiplayer Snake snakes-config1 to 6 (the indicators of the CS221 paper, trained "
            "against the opponents of that configuration) or snakes-network (a network); empty: "
            "the weights that fit the match best"
        ),
    ] = ""  # fmt: skip


def make(game: Game, options: Options) -> Bot:
    from gridbots_qlearning.bot import LearnedBot, named

    if options.weights:
        named(options.weights, game.name)
    return LearnedBot(options.weights)


def policy(game: Game, options: Options) -> Any:
    """Light Riders needs named weights: a policy does not know the size of the board."""
    from gridbots_qlearning.bot import PREFERRED, named, policy_of

    if not options.weights and game.name == "light-riders":
        return None
    return policy_of(named(options.weights or PREFERRED[game.name][-1], game.name))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary=(
            "plays by Q-learning: Light Riders for two, best on 4x4, 6x6, 8x8 and 16x16, and "
            "Multiplayer Snake on 20x20"
        ),
        make=make,
        options=Options,
        games=("light-riders", "multisnake"),
        policy=policy,
    )
