"""tail-chaser: follows its own tail in Battlesnake until it is hungry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.plugins.hookspecs import hookimpl
from gridbots_battlesnake.bots.starters.plugin import starter
from gridbots_battlesnake.bots.starters.policies import chase_tail

if TYPE_CHECKING:
    from gridbots import BotType


@hookimpl
def gridbots_bot() -> BotType:
    return starter("follows its own tail in Battlesnake until it is hungry", chase_tail)
