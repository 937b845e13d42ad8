"""Search of any game that has no package of its own here.

options          options of minimax and expectimax
sampled_search   mean values over sampled states
bot              the bot, with iterative deepening
policy           the same search to a fixed depth, as a policy

This module holds the plugin entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import Entry
from gridbots.plugins.needs import moves_at_most, seats_at_most
from gridbots_minimax.any_game.options import Options, SampledOptions

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


NEEDS: Final = (moves_at_most(250), seats_at_most(16))
USES: Final = ("candidates", "features", "evaluate", "weights", "score", "sample", "belief_model")


def entry(options: type[SampledOptions], *, averages: bool) -> Entry:
    """The entry of minimax or, with averages over the moves of others, of expectimax."""

    def make(game: Game, options: SampledOptions) -> Bot:
        from gridbots_minimax.any_game.bot import AnyGameBot

        return AnyGameBot(game, options, averages=averages)

    def policy(game: Game, options: SampledOptions) -> Any:
        from gridbots_minimax.any_game.policy import policy_for

        return policy_for(game, options, averages=averages)

    return Entry(options, make, policy, needs=NEEDS, uses=USES, refusal=refusal)


def refusal(game: Game, options: SampledOptions) -> str:
    """The reason why the game cannot be searched with these options; empty if it can."""
    from gridbots_minimax.any_game.bot import evaluation_for

    try:
        evaluation_for(game, game.record_type(game.settings()), options)
    except ValueError as error:
        return str(error)
    return ""


MINIMAX: Final = entry(Options, averages=False)
EXPECTIMAX: Final = entry(SampledOptions, averages=True)
