"""What is installed, by the metadata of packages: nothing of a plugin is imported.

metadata        games and bots, by entry points
plugin_filter   variables that say which are left alone
option_names    names of options, by static analysis
recommendation  the bot that is meant by `best`
bot_text        a bot as users name it
"""

from gridbots.installed.metadata import (
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
    "installed_bots",
    "installed_games",
    "takes_command",
]
