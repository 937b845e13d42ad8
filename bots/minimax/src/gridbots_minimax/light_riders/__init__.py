"""Light Riders: the agents of the CS221 paper, and a search of whole rounds.

options       options of minimax and expectimax
evaluations   evaluation functions
agent         search record and decision of the paper's agents
paper_bot     these agents as bots and as policies
round_bot     alpha-beta with iterative deepening over whole rounds
round_policy  the same search to a fixed depth, as a policy

This module holds the plugin entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots import Entry
from gridbots_minimax.learned_weights import refusal
from gridbots_minimax.light_riders.options import Options, PaperOptions

if TYPE_CHECKING:
    from gridbots import Bot
    from gridbots.game import Game


def make(game: Game, options: Options) -> Bot:
    """A bot that searches whole rounds, or in turns like the CS221 paper."""
    if options.is_in_turns:
        return make_agent(game, options, averages=False)
    from gridbots_minimax.light_riders.round_bot import MinimaxBot

    return MinimaxBot(game, options)


def make_agent(game: Game, options: PaperOptions, *, averages: bool) -> Bot:
    """A bot of the paper, with a given depth or limited by time or nodes."""
    from gridbots_minimax.light_riders.paper_bot import AgentBot, TimedAgentBot, is_timed

    if is_timed(options):
        return TimedAgentBot(game, options, averages=averages)
    return AgentBot(options, averages=averages)


def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  one game only
    if options.is_in_turns:
        from gridbots_minimax.light_riders.paper_bot import policy_for

        return policy_for(options, averages=False)
    from gridbots_minimax.light_riders.round_policy import policy_for as policy_for_rounds

    return policy_for_rounds(options)


def make_expectimax(game: Game, options: PaperOptions) -> Bot:
    return make_agent(game, options, averages=True)


def policy_of_expectimax(game: Game, options: PaperOptions) -> Any:  # noqa: ARG001  one game only
    from gridbots_minimax.light_riders.paper_bot import policy_for

    return policy_for(options, averages=True)


MINIMAX: Final = Entry(Options, make, policy, refusal=refusal)
EXPECTIMAX: Final = Entry(PaperOptions, make_expectimax, policy_of_expectimax, refusal=refusal)
