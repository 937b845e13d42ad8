"""Paper.io: the agents of the CS221 paper, and determinization.

options          options of minimax and expectimax
agent            search record and evaluation of an agent
end_values       values of decided positions, as kernels
decision         decision of an agent, as kernels
bot              the agents as bots with iterative deepening and as policies
determinization  search of several sampled states

This module holds the plugin entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import Entry
from gridbots_minimax import learned_weights
from gridbots_minimax.paperio.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def entry(*, averages: bool) -> Entry:
    """The entry of minimax or, with averages over the moves of others, of expectimax."""

    def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  one game only
        if options.belief == "sampled":
            from gridbots_minimax.paperio.determinization import SamplingBot

            return SamplingBot(options, averages=averages)
        from gridbots_minimax.paperio.bot import PaperioBot

        return PaperioBot(options, averages=averages)

    def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  one game only
        from gridbots_minimax.paperio.bot import policy_for

        return policy_for(options, averages=averages)

    return Entry(Options, make, policy, refusal=refusal)


def refusal(game: Game, options: Options) -> str:
    """Check the weights and the other bot in the options; nothing else can be missing.

    Raises:
        GridbotsError: the weights are not those of this game, or the bot has no value function.
    """
    if options.value:
        from gridbots_minimax.paperio.agent import value_of

        value_of(options.value)
    return learned_weights.refusal(game, options)


MINIMAX: Final = entry(averages=False)
EXPECTIMAX: Final = entry(averages=True)
