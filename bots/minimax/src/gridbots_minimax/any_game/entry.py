"""How minimax and expectimax play any game that has no part of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.bot import Entry
from gridbots_minimax.any_game.options import Options, SampledOptions

if TYPE_CHECKING:
    from gridbots.bot import Bot
    from gridbots.game import Game


def entry(options: type[SampledOptions], *, averages: bool) -> Entry:
    """Of minimax or, where others count with their mean, of expectimax."""

    def make(game: Game, options: SampledOptions) -> Bot:
        from gridbots_minimax.any_game.bot import AnyGameBot

        return AnyGameBot(game, options, averages=averages)

    def policy(game: Game, options: SampledOptions) -> Any:
        from gridbots_minimax.any_game.policy import policy_for

        return policy_for(game, options, averages=averages)

    return Entry(options, make, policy)


MINIMAX: Final = entry(Options, averages=False)
EXPECTIMAX: Final = entry(SampledOptions, averages=True)
