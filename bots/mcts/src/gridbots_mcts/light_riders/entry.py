"""Entry of mcts for Light Riders: its options, bot and policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import Entry
from gridbots_mcts.light_riders.options import RiderOptions

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def make(game: Game, options: RiderOptions) -> Bot:
    from gridbots_mcts.light_riders.bot import RiderBot

    return RiderBot(game, options)


def policy(game: Game, options: RiderOptions) -> Any:
    from gridbots_mcts.light_riders.parameters import parameters_of_riders
    from gridbots_mcts.policy import policy_for

    return policy_for(game, options, parameters_of_riders)


ENTRY: Final = Entry(
    RiderOptions, make, policy, uses=("candidates", "features", "evaluate", "weights")
)
