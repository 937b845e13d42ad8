"""expectimax: looks ahead, taking others for aimless: they move at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots_minimax.options import Options, checked

if TYPE_CHECKING:
    from typing import Any

    from gridbots.bot import Bot
    from gridbots.game import Game


def make(game: Game, options: Options) -> Bot:
    checked(game.name, options)
    if game.name == "paperio":
        from gridbots_minimax.paperio.player import PaperioBot

        return PaperioBot(options, averages=True)
    from gridbots_minimax.multisnake.player import MultisnakeBot

    return MultisnakeBot(options, averages=True)


def policy(game: Game, options: Options) -> Any:
    checked(game.name, options)
    if game.name == "paperio":
        from gridbots_minimax.paperio.player import policy_for
    else:
        from gridbots_minimax.multisnake.player import policy_for
    return policy_for(options, averages=True)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks ahead, expecting others to move at random",
        make=make,
        options=Options,
        games=("multisnake", "paperio"),
        policy=policy,
    )
