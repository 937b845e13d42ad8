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

    return Entry(options, make, policy, refusal=refusal)


def refusal(game: Game, options: SampledOptions) -> str:
    """What a search lacks: too many moves or seats, or no evaluation such as is asked for."""
    from gridbots.search.ply_stack import check_seats, moves_of
    from gridbots_minimax.any_game.evaluations import evaluation_for

    settings = game.settings()
    dtype = game.record_type(settings)
    try:
        moves_of(dtype)
        check_seats(game.seats(settings))
        evaluation_for(game, dtype, options)
    except ValueError as error:
        return str(error)
    return ""


MINIMAX: Final = entry(Options, averages=False)
EXPECTIMAX: Final = entry(SampledOptions, averages=True)
