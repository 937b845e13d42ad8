"""mcts: Monte-Carlo tree search for any game.

options           options
parameters        parameters of a search, from the options and the defaults of a game
search            the record of a search, its loop, and chance nodes
tree              nodes, arms and the hash table of children
selection         UCT, decoupled UCT, regret matching; choice of the move at the root
leaves            roll-outs and evaluations
backup            backup of values along the path; regrets
reuse             tree reuse, and compaction of a full tree
tree_search       the search for Python
bot               the bot, limited by the clock or by a budget
policy            the same with a budget, as a kernel
light_riders      options, leaves and end-game of Light Riders
overlay           value, principal variation and visits, drawn over the board

Loading this module does not load the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.plugins.needs import seats_at_most
from gridbots_mcts.light_riders import entry as light_riders
from gridbots_mcts.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def make_bot(game: Game, options: Options) -> Bot:
    from gridbots_mcts.bot import TreeSearchBot

    return TreeSearchBot(game, options)


def make_policy(game: Game, options: Options) -> Any:
    from gridbots_mcts.policy import policy_for

    return policy_for(game, options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="simulates many continuations and plays the move that did best",
        options=Options,
        make=make_bot,
        policy=make_policy,
        needs=(seats_at_most(16),),
        uses=("candidates", "features", "evaluate", "weights", "score", "sample", "belief_model"),
        entries={"light-riders": light_riders.ENTRY},
    )
