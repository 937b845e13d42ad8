"""viper: searches whole rounds of Battlesnake by alpha-beta, against all others.

options    options
search     the search, as kernels
ordering   move ordering
replies    the replies of other snakes that are searched
decision   iterative deepening, as a policy
bot        the same as a bot, with a clock

Loading this module does not load the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_battlesnake.bots.viper.options import ViperOptions

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def make_policy(game: Game, options: ViperOptions) -> Any:
    from gridbots_battlesnake.bots.viper.decision import policy_for

    return policy_for(game, options)


def make(game: Game, options: ViperOptions) -> Bot:  # noqa: ARG001  one game only
    from gridbots_battlesnake.bots.viper.bot import ViperBot

    return ViperBot(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="searches whole rounds of Battlesnake for space, heads and food, against all "
        "opponents",
        options=ViperOptions,
        games=("battlesnake",),
        make=make,
        policy=make_policy,
    )
