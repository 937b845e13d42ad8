"""Alpha-beta bots: minimax, and expectimax.

light_riders     agents of the CS221 paper, and the search of whole rounds
multisnake       agents of the CS221 paper on Multiplayer Snake
paperio          agents of the CS221 paper on Paper.io, and determinization
                 Of each: `entry` (how it is played), `options`, evaluations, bots and policies.
options          what all of them are told
learned_weights  evaluations that were learned
time_budget      how much of the time bank a move may take
overlay          what a search expects, drawn over the board

Loading this module says what is played; only playing loads the searches.
"""

from __future__ import annotations

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots_minimax.light_riders import entry as light_riders
from gridbots_minimax.multisnake import entry as multisnake
from gridbots_minimax.paperio import entry as paperio


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks ahead by alpha-beta, expecting the worst of others",
        entries={
            "light-riders": light_riders.MINIMAX,
            "multisnake": multisnake.MINIMAX,
            "paperio": paperio.MINIMAX,
        },
    )
