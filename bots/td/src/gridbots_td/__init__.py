"""td: plays Paper.io by a value function, trained by temporal-difference learning.

bot             the bot, its policy, and its value function for other bots
options         its options
plan            parameters and scratch space of a decision
state_value     leaf evaluation
opponent_model  probabilities of the opponent's moves
decision        the decision, as kernels
rounds          search by rounds, where two seats move at once
best_response   best response to td itself, where seats move in turn
response_plans  plans of own moves with td's replies
matrix_game     mixed strategies in matrix games
features        features of a position
network         residual network, added to the linear value
trained         value functions on disk
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
    from gridbots_td.bot import value_for

    return value_for(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="plays Paper.io with a value function trained by TD(lambda), for two seats on 7x7",
        make=make,
        options=Options,
        games=("paperio",),
        policy=policy,
        value=value,
    )
