"""minimax: looks as many rounds ahead as its time allows, and fills its space once it is alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from gridbots.bot import BotType
from gridbots.hookspecs import hookimpl
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.bot import Bot
    from gridbots.game import Game


class Options(Settings, frozen=True):
    depth: Annotated[
        int, Meta(ge=0, description="rounds to look ahead; 0: as many as the time allows")
    ] = 0
    nodes: Annotated[
        int, Meta(ge=0, description="rounds to play in thought per move; 0: no limit")
    ] = 0
    evaluation: Annotated[
        Literal["chambers", "territory"],
        Meta(description="chambers: steps and liberties that can be held; territory: cells nearer"),
    ] = "chambers"


def make(game: Game, options: Options) -> Bot:
    # Listing bots imports this module; only playing should load the search.
    from gridbots_minimax.player import MinimaxBot

    return MinimaxBot(game, options)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="alpha-beta over whole rounds; fills its space once it is alone",
        make=make,
        options=Options,
        games=("light-riders",),
    )
