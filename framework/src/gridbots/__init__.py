"""Rules, search, learning environments and the bot runner for bots that play games on a grid.

A bot:      Bot, Briefing, Budget, BotType, Command, Entry, hookimpl
A game:     Game, Verbs, Outcome, Settings, State, and the verbs step, legal, accepts, observe,
            evaluate, utility, is_over, is_living, is_to_move, has_choice
Moves:      UP, RIGHT, DOWN, LEFT, NO_MOVE

Names are imported on first use, so that listing bots does not wait for numpy.

Rules, and the arithmetic under them:

game             the descriptor of a game, and the verbs
games            the games that gridbots ships
grid             directions and padded boards
settings         typed settings and options
errors           exceptions, and the author's line that raised one
command_line     arguments, tables and standard streams of commands
toml_reader      TOML files, and values in messages

Compiled code:

kernel           kernels and verbs, plain and compiled by numba, with a cache on disk

Search and learning:

search           alpha-beta, minimax, expectimax, max-n, longest path
space            Voronoi territories and trees of chambers
belief           belief state and information set under partial observability
vector           vectorised stepping of many matches
environments     Gymnasium and PettingZoo environments
training         scripts that train, and learned weights on disk

Bots:

bot              runs bots
protocol         the lines between referee and bot
limits           time control, and its defaults
pictures         frames and overlays, for viewers

Plugins:

plugins          discovery, hooks and loader
testing          conformance laws for games

Records of matches:

record           the file format, replays and verification
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from gridbots.plugins.bot import Bot, BotType, Briefing, Budget, Command, Entry
    from gridbots.plugins.hookspecs import hookimpl
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
    "plugins.bot": ("Bot", "BotType", "Briefing", "Budget", "Command", "Entry"),
    "errors": ("GridbotsError",),
    "grid": ("DOWN", "LEFT", "NO_MOVE", "RIGHT", "UP"),
    "plugins.hookspecs": ("hookimpl",),
    "settings": ("Settings",),
}
"""Module -> names in it; all other names of `__all__` are in `game`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'gridbots' has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names), "game")
    return getattr(importlib.import_module(f"gridbots.{home}"), name)
