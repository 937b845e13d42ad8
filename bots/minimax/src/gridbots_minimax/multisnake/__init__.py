"""The agents of the CS221 paper on Multiplayer Snake: minimax and expectimax.

options      options of minimax and expectimax
evaluations  parameters of an agent, and its evaluation functions
tree_search  the paper's searches, with variable depth
bot          the agents as policies and as bots

This module holds the plugin entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import Entry
from gridbots_minimax.learned_weights import refusal
from gridbots_minimax.multisnake.options import Options

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def entry(*, averages: bool) -> Entry:
    """The entry of minimax or, with averages over the moves of others, of expectimax."""

    def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  one game only
        from gridbots_minimax.multisnake.bot import make_bot

        return make_bot(options, averages=averages)

    def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  one game only
        from gridbots_minimax.multisnake.bot import policy_for

        return policy_for(options, averages=averages)

    return Entry(Options, make, policy, refusal=refusal)


MINIMAX: Final = entry(averages=False)
EXPECTIMAX: Final = entry(averages=True)
