"""Bots that search: minimax, expectimax and beam.

any_game         games that have no part of their own
beam             beam search, the plugin beam
light_riders     agents of the CS221 paper, and alpha-beta over whole rounds
multisnake       agents of the CS221 paper on Multiplayer Snake
paperio          agents of the CS221 paper on Paper.io, and determinization
expectimax       the plugin expectimax; this module is minimax
options          options that all games have
search_bot       iterative deepening against the clock
learned_weights  learned evaluations
overlay          principal variation and value, drawn over the board

Loading this module says what is played; only playing loads the searches.
"""

from __future__ import annotations

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_minimax.any_game import entry as any_game
from gridbots_minimax.light_riders import entry as light_riders
from gridbots_minimax.multisnake import entry as multisnake
from gridbots_minimax.paperio import entry as paperio


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks ahead by alpha-beta, expecting the worst of others",
        options=any_game.MINIMAX.options,
        make=any_game.MINIMAX.make,
        policy=any_game.MINIMAX.policy,
        needs=any_game.MINIMAX.needs,
        uses=any_game.MINIMAX.uses,
        refusal=any_game.MINIMAX.refusal,
        entries={
            "light-riders": light_riders.MINIMAX,
            "multisnake": multisnake.MINIMAX,
            "paperio": paperio.MINIMAX,
        },
    )
