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

This module holds the plugins minimax and expectimax. Loading it loads no search: that happens when
a bot is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_minimax import any_game, light_riders, multisnake, paperio

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots import Entry


@dataclass(frozen=True)
class TreeSearcher:
    """Plugin object of a bot that searches the game tree."""

    summary: str
    any_game: Entry
    """How it plays a game that is not in `entries`."""
    entries: Mapping[str, Entry]

    @hookimpl
    def gridbots_bot(self) -> BotType:
        usual = self.any_game
        return BotType(
            summary=self.summary,
            options=usual.options,
            make=usual.make,
            policy=usual.policy,
            needs=usual.needs,
            uses=usual.uses,
            refusal=usual.refusal,
            entries=self.entries,
        )


minimax = TreeSearcher(
    "looks ahead by alpha-beta, expecting the worst of others",
    any_game.MINIMAX,
    {
        "light-riders": light_riders.MINIMAX,
        "multisnake": multisnake.MINIMAX,
        "paperio": paperio.MINIMAX,
    },
)
expectimax = TreeSearcher(
    "looks ahead, expecting others to move at random",
    any_game.EXPECTIMAX,
    {
        "light-riders": light_riders.EXPECTIMAX,
        "multisnake": multisnake.EXPECTIMAX,
        "paperio": paperio.EXPECTIMAX,
    },
)
