"""expectimax: looks ahead, taking others for aimless: they move at random."""

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
        summary="looks ahead, expecting others to move at random",
        options=any_game.EXPECTIMAX.options,
        make=any_game.EXPECTIMAX.make,
        policy=any_game.EXPECTIMAX.policy,
        needs=any_game.EXPECTIMAX.needs,
        uses=any_game.EXPECTIMAX.uses,
        refusal=any_game.EXPECTIMAX.refusal,
        entries={
            "light-riders": light_riders.EXPECTIMAX,
            "multisnake": multisnake.EXPECTIMAX,
            "paperio": paperio.EXPECTIMAX,
        },
    )
