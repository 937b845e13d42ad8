"""beam: beam search over its own moves, against others as it has seen them play.

options        width, depth and penalties
decision       the decision as a kernel
beam_search    the search
opponents      models of opponents, and which fits whom
evaluation     worth of the positions where it stops
territory      cells that each snake reaches first
survival       survival search, and the cost of first moves that end early
position       copies of positions, and where heads are

Loading this module says what is played; only playing loads the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots import BotType, Entry
from gridbots.plugins.hookspecs import hookimpl
from gridbots_minimax.beam.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays this game alone
    from gridbots.bot.policy_bot import PolicyBot
    from gridbots_minimax.beam.decision import policy_for

    return PolicyBot(policy_for(options), options.seed)


def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  as above
    from gridbots_minimax.beam.decision import policy_for

    return policy_for(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks far ahead along its own best lines, against others as they have played",
        entries={"multisnake": Entry(Options, make, policy)},
    )
