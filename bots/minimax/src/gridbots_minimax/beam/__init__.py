"""beam: beam search over its own moves, with models of the opponents.

options        width, depth and penalties
decision       the decision as a kernel
beam_search    the search
opponents      opponent models, inferred from the moves seen
evaluation     evaluation of the last positions
territory      cells that each snake reaches first
survival       survival search, and the cost of first moves that end early
position       copies of positions, and places of heads

Loading this module does not load the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots import BotType, Entry
from gridbots.plugins.hookspecs import hookimpl
from gridbots_minimax.beam.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  one game only
    from gridbots.bot.policy_bot import PolicyBot
    from gridbots_minimax.beam.decision import policy_for

    return PolicyBot(policy_for(options), options.seed)


def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  one game only
    from gridbots_minimax.beam.decision import policy_for

    return policy_for(options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks far ahead along its best lines, with models of the opponents",
        entries={"multisnake": Entry(Options, make, policy)},
    )
