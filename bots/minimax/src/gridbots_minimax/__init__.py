"""minimax: looks ahead, taking others for its enemies; how, depends on the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots_minimax.options import Options, checked

if TYPE_CHECKING:
    from typing import Any

    from gridbots.bot import Bot
    from gridbots.game import Game

# Listing bots imports this module; only playing should load the searches.


def make(game: Game, options: Options) -> Bot:
    checked(game.name, options)
    if game.name == "multisnake":
        from gridbots_minimax.multisnake.bot import make_bot as make_bot_for_snakes

        return make_bot_for_snakes(options, averages=False)
    if game.name == "paperio":
        from gridbots_minimax.paperio.selection import make_bot as make_bot_for_land

        return make_bot_for_land(options, averages=False)
    from gridbots_minimax.light_riders.selection import make_bot

    return make_bot(game, options)


def policy(game: Game, options: Options) -> Any:
    checked(game.name, options)
    if game.name == "multisnake":
        from gridbots_minimax.multisnake.bot import policy_for
    elif game.name == "paperio":
        from gridbots_minimax.paperio.bot import policy_for
    elif options.search == "paper":
        from gridbots_minimax.light_riders.paper_bot import policy_for
    else:
        from gridbots_minimax.light_riders.round_policy import policy_for as policy_for_rounds

        return policy_for_rounds(options)
    return policy_for(options, averages=False)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks ahead by alpha-beta, expecting the worst of others",
        make=make,
        options=Options,
        games=("light-riders", "multisnake", "paperio"),
        policy=policy,
    )
