"""Rules, search, learning environments and the bot runner for bots that play games on a grid.

A bot:      Bot, Briefing, Budget, BotType, Command, hookimpl
A game:     Game, Outcome, Settings, and the verbs step, legal, observe, is_over, is_living, utility
Moves:      UP, RIGHT, DOWN, LEFT, NO_MOVE
"""

from gridbots.bot import Bot, BotType, Briefing, Budget, Command
from gridbots.errors import GridbotsError
from gridbots.game import (
    Game,
    Outcome,
    State,
    is_living,
    is_over,
    legal,
    observe,
    step,
    utility,
)
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.hookspecs import hookimpl
from gridbots.settings import Settings

__all__ = [
    "DOWN",
    "LEFT",
    "NO_MOVE",
    "RIGHT",
    "UP",
    "Bot",
    "BotType",
    "Briefing",
    "Budget",
    "Command",
    "Game",
    "GridbotsError",
    "Outcome",
    "Settings",
    "State",
    "hookimpl",
    "is_living",
    "is_over",
    "legal",
    "observe",
    "step",
    "utility",
]
