"""expectimax: looks ahead, taking others for aimless: they move at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots_minimax.options import Options, checked

if TYPE_CHECKING:
    from typing import Any

    from gridbots.bot import Bot
    from gridbots.game import Game


def make(game: Game, options: Options) -> Bot:
    if game.name == "light-riders":
        from gridbots_minimax.light_riders.selection import make_agent

        return make_agent(game, in_turns(options), averages=True)
    checked(game.name, options)
    if game.name == "paperio":
        from gridbots_minimax.paperio.selection import make_bot

        return make_bot(options, averages=True)
    from gridbots_minimax.multisnake.bot import make_bot as make_bot_for_snakes

    return make_bot_for_snakes(options, averages=True)


def policy(game: Game, options: Options) -> Any:
    if game.name == "light-riders":
        from gridbots_minimax.light_riders.paper_bot import policy_for

        return policy_for(in_turns(options), averages=True)
    checked(game.name, options)
    if game.name == "paperio":
        from gridbots_minimax.paperio.bot import policy_for as policy_for_land

        return policy_for_land(options, averages=True)
    from gridbots_minimax.multisnake.bot import policy_for as policy_for_snakes

    return policy_for_snakes(options, averages=True)


def in_turns(options: Options) -> Options:
    """The checked options for Light Riders: there expectimax searches as the paper does."""
    return checked("light-riders", msgspec.structs.replace(options, search="paper"))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="looks ahead, expecting others to move at random",
        make=make,
        options=Options,
        games=("light-riders", "multisnake", "paperio"),
        policy=policy,
    )
