"""Rules, search, learning environments and the bot runner for bots that play games on a grid.

A bot:      Bot, Briefing, Budget, BotType, Command, Entry, hookimpl
A game:     Game, Verbs, Outcome, Settings, State, and the verbs step, legal, accepts, observe,
            evaluate, utility, is_over, is_living, is_to_move, has_choice
Moves:      UP, RIGHT, DOWN, LEFT, NO_MOVE

Names are imported when they are used: listing bots must not wait for numpy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridbots.bot import Bot, BotType, Briefing, Budget, Command, Entry
    from gridbots.errors import GridbotsError
    from gridbots.game import (
        Game,
        Outcome,
        State,
        Verbs,
        accepts,
        evaluate,
        has_choice,
        is_living,
        is_over,
        is_to_move,
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
    "Entry",
    "Game",
    "GridbotsError",
    "Outcome",
    "Settings",
    "State",
    "Verbs",
    "accepts",
    "evaluate",
    "has_choice",
    "hookimpl",
    "is_living",
    "is_over",
    "is_to_move",
    "legal",
    "observe",
    "step",
    "utility",
]

_HOMES = {
    "bot": ("Bot", "BotType", "Briefing", "Budget", "Command", "Entry"),
    "errors": ("GridbotsError",),
    "grid": ("DOWN", "LEFT", "NO_MOVE", "RIGHT", "UP"),
    "hookspecs": ("hookimpl",),
    "settings": ("Settings",),
}
"""Module -> names in it; all other names of `__all__` are in `game`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'gridbots' has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names), "game")
    return getattr(importlib.import_module(f"gridbots.{home}"), name)
