"""Plugins: games and bots that installed packages bring.

metadata        discovery by entry points: listing imports nothing of a plugin
option_names    names of a bot's options, by static analysis
plugin_filter   environment variables that block plugins
bot_text        a bot as users name it: its name or `best`, and its options
loading         loader: one game or bot
hookspecs       the hooks of a plugin
bot             Bot, ProtocolBot and Command; BotType describes how a plugin makes one
needs           requirements of algorithms on a game
algorithms      table of these requirements
"""

from gridbots.plugins.loading import hooks_of, load_bot, load_command, load_game
from gridbots.plugins.metadata import (
    ANY,
    BOTS,
    COMMAND,
    COMMANDS,
    COROUTINE,
    DEFAULT_GAME,
    GAMES,
    TERMINAL,
    Installed,
    entry_points,
    installed_bots,
    installed_games,
    takes_command,
)

__all__ = [
    "ANY",
    "BOTS",
    "COMMAND",
    "COMMANDS",
    "COROUTINE",
    "DEFAULT_GAME",
    "GAMES",
    "TERMINAL",
    "Installed",
    "entry_points",
    "hooks_of",
    "installed_bots",
    "installed_games",
    "load_bot",
    "load_command",
    "load_game",
    "takes_command",
]
