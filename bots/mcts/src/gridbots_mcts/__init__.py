"""mcts: Monte-Carlo tree search for any game.

options           what can be set
defaults          what was measured to be best, by game
parameters        both together, as numbers and kernels
search            the record of a search, and its loop
tree              nodes, arms and the hash table of children
selection         UCT, decoupled UCT, regret matching
chance            chance nodes, or open loop
leaves            roll-outs and evaluations
backup            what is added to the path; regrets
reuse             tree reuse, and room in a full tree
root              the move that is chosen
tree_search       the search for Python
bot               the bot, by the clock or by a budget
policy            the same by a budget, as a kernel
light_riders      what is different in that game
overlay           value, principal variation and visits, drawn over the board

Loading this module says what is played; only playing loads the search.
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
        summary="plays on in thought, many times, and follows what went best",
        options=Options,
        make=make_bot,
        policy=make_policy,
        needs=(seats_at_most(16),),
        uses=("candidates", "features", "evaluate", "weights", "score", "sample", "belief_model"),
        entries={"light-riders": light_riders.ENTRY},
    )
