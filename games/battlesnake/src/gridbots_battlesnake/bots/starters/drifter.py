"""drifter: goes anywhere in Battlesnake that is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.plugins.hookspecs import hookimpl
from gridbots_battlesnake.bots.starters.plugin import starter
from gridbots_battlesnake.bots.starters.policies import drift

if TYPE_CHECKING:
    from gridbots import BotType


@hookimpl
def gridbots_bot() -> BotType:
    return starter("goes anywhere in Battlesnake that is free", drift)
