"""Bots that search: minimax, expectimax and beam.

any_game         search of any game, from what the game declares
beam             beam search in Multiplayer Snake, the plugin beam
light_riders     agents of the CS221 paper, and alpha-beta over whole rounds
multisnake       agents of the CS221 paper on Multiplayer Snake
paperio          agents of the CS221 paper on Paper.io, and determinization
options          options that all games share
search_bot       iterative deepening against the clock
learned_weights  learned and given weights of features
overlay          principal variation and value, drawn over the board

This module holds the plugins minimax and expectimax. Loading it does not load the searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots import BotType
from gridbots.plugins.hookspecs import BotPlugin
from gridbots_minimax import any_game, light_riders, multisnake, paperio

if TYPE_CHECKING:
    from gridbots import Entry


def tree_searcher(summary: str, usual: Entry, **entries: Entry) -> BotPlugin:
    """A bot that plays the named games by their entries, and every other game by the usual one."""
    return BotPlugin(
        BotType(
            summary=summary,
            options=usual.options,
            make=usual.make,
            policy=usual.policy,
            needs=usual.needs,
            uses=usual.uses,
            refusal=usual.refusal,
            entries={name.replace("_", "-"): entry for name, entry in entries.items()},
        )
    )


minimax = tree_searcher(
    "looks ahead by alpha-beta and assumes the worst from opponents",
    any_game.MINIMAX,
    light_riders=light_riders.MINIMAX,
    multisnake=multisnake.MINIMAX,
    paperio=paperio.MINIMAX,
)
expectimax = tree_searcher(
    "looks ahead and assumes that opponents move at random",
    any_game.EXPECTIMAX,
    light_riders=light_riders.EXPECTIMAX,
    multisnake=multisnake.EXPECTIMAX,
    paperio=paperio.EXPECTIMAX,
)
