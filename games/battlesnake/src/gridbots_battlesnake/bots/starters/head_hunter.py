"""head-hunter: goes for heads of shorter snakes in Battlesnake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.plugins.hookspecs import hookimpl
from gridbots_battlesnake.bots.starters.plugin import starter
from gridbots_battlesnake.bots.starters.policies import hunt_heads

if TYPE_CHECKING:
    from gridbots import BotType


@hookimpl
def gridbots_bot() -> BotType:
    return starter("goes for heads of shorter snakes in Battlesnake", hunt_heads)
