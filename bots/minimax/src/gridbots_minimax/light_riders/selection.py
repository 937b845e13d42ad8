"""Which bot plays Light Riders, by its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_minimax.options import Options

if TYPE_CHECKING:
    from gridbots.bot import Bot
    from gridbots.game import Game
    from gridbots_minimax.light_riders.round_bot import MinimaxBot


def make_bot(game: Game, options: Options) -> Bot:
    """A bot that searches whole rounds, or as the CS221 paper does."""
    if options.search == "paper":
        return make_agent(game, options, averages=False)
    from gridbots_minimax.light_riders.round_bot import MinimaxBot

    return MinimaxBot(game, options, also=lambda: [timed_agent(game)])


def make_agent(game: Game, options: Options, *, averages: bool) -> Bot:
    """A bot that looks a given number of rounds ahead, or as many as time or nodes allow."""
    from gridbots_minimax.light_riders.paper_bot import AgentBot, TimedAgentBot, is_timed

    if is_timed(options):
        return TimedAgentBot(game, options, averages=averages)
    return AgentBot(options, averages=averages)


def timed_agent(game: Game) -> MinimaxBot:
    from gridbots_minimax.light_riders.paper_bot import TimedAgentBot

    return TimedAgentBot(game, Options(search="paper"), averages=False)
