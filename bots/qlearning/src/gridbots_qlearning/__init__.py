"""qlearning: plays by what it has learned by Q-learning; which that was, depends on the game.

bot           the policy of the weights that fit a match
options       its options
trained       weights that come with the package
light_riders  Q-functions of Light Riders, for playing
multisnake    Q-functions of Multiplayer Snake, for playing
training      training
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_qlearning.options import Options

if TYPE_CHECKING:
    from typing import Any

    from gridbots import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the weights.


def make(game: Game, options: Options) -> Bot:
    from gridbots_qlearning.bot import LearnedBot
    from gridbots_qlearning.trained import named

    if options.weights:
        named(options.weights, game.name)
    return LearnedBot(options)


def policy(game: Game, options: Options) -> Any:
    """For Light Riders the weights have to be named: a policy is not told the board."""
    from gridbots_qlearning.bot import policy_of
    from gridbots_qlearning.trained import PREFERRED, named

    if not options.weights and game.name == "light-riders":
        return None
    return policy_of(named(options.weights or PREFERRED[game.name][-1], game.name))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary=(
            "plays by what it has learned: Light Riders for two, best on 4x4, 6x6, 8x8 and 16x16, "
            "and Multiplayer Snake on 20x20"
        ),
        make=make,
        options=Options,
        games=("light-riders", "multisnake"),
        policy=policy,
    )
