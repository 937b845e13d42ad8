"""Hook specifications: all hooks of a plugin.

A plugin is a module (or an object) with functions marked `@hookimpl`, named in the metadata of its
distribution: one entry in the group `gridbots.games` per game, one in `gridbots.bots` per bot. The
name of the entry is the name that users type. Listing never imports a plugin. Only the chosen
plugin is loaded, a bot in its own process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.plugins.bot import BotType

hookspec = pluggy.HookspecMarker("gridbots")
hookimpl = pluggy.HookimplMarker("gridbots")


@hookspec(firstresult=True)
def gridbots_game() -> Game:  # type: ignore[empty-body]
    """Return the game that this plugin brings."""


@hookspec(firstresult=True)
def gridbots_bot() -> BotType:  # type: ignore[empty-body]
    """Return the bot type that this plugin brings."""


@dataclass(frozen=True, eq=False)
class BotPlugin:
    """A bot as a plugin object, for modules that bring several bots."""

    bot: BotType

    @hookimpl
    def gridbots_bot(self) -> BotType:
        return self.bot


@dataclass(frozen=True, eq=False)
class GamePlugin:
    """A game as a plugin object, for modules that bring several games."""

    game: Game

    @hookimpl
    def gridbots_game(self) -> Game:
        return self.game
