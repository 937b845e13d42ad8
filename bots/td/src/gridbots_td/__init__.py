"""td: plays Paper.io by a value that it has learned by temporal differences.

bot             the bot, and its policy
options         its options
plan            what a decision is made by
state_value     value of a state
opponent_model  opponent model
decision        its decision, as kernels
rounds          search by whole rounds, where two seats move at once
best_response   best response to td itself, where seats move in turn
response_plans  plans of own moves with td's replies
matrix_game     mixed strategies in matrix games
features        features of a position
network         residual network, added to the linear value
trained         learned value functions on disk
value_function  the value function, for bots that search by it
training        training by TD(lambda)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_td.options import Options

if TYPE_CHECKING:
    from typing import Any

    from gridbots import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the rest.


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays one game
    from gridbots_td.bot import TdBot

    return TdBot(options)


def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  as above
    from gridbots_td.bot import policy_for

    return policy_for(options)


def value(game: Game, options: Options) -> Any:  # noqa: ARG001  as above
    from gridbots_td.value_function import value_for

    return value_for(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="has learned Paper.io by temporal differences, for two seats on 7x7 with radius 2",
        make=make,
        options=Options,
        games=("paperio",),
        policy=policy,
        value=value,
    )
