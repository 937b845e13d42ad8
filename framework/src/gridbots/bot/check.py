"""Check of bots before anything starts: do they play this game, and with these options.

What the metadata of packages say is checked without importing anything. The rest only the plugin
knows: it is asked in a process of its own, by `gridbots check-bots`, which compiles nothing.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from gridbots.errors import GridbotsError, PluginError, UnknownNameError
from gridbots.plugins import Installed, installed_bots
from gridbots.plugins.bot_text import parse_bot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


UNFIT = 2
"""Exit code of `gridbots check-bots` where a bot does not fit."""
SECONDS: Final = 120.0
"""How long plugins may take to be imported and to answer."""


def check_bots(texts: Iterable[str], game: str) -> None:
    """Refuse installed bots, `name` or `name:option=value,...`, that do not fit a game.

    Raises:
        GridbotsError: one does not play this game, or an option is unknown or has a bad value.
    """
    installed, asked = installed_bots(), dict.fromkeys(texts)
    for text in asked:
        check_metadata(installed[text.partition(":")[0]], game, installed)
    open_questions = tuple(text for text in asked if is_open(text, game, installed))
    if open_questions:
        _ask(open_questions, game)


def check_metadata(bot: Installed, game: str, installed: Mapping[str, Installed]) -> None:
    """Refuse a bot whose package says that it plays other games.

    Raises:
        UnknownNameError: it does.
    """
    if bot.games and game not in bot.games:
        raise UnknownNameError(
            f"{bot.name} plays {', '.join(bot.games)}, got {game}; {who_plays(game, installed)}"
        )


def who_plays(game: str, installed: Mapping[str, Installed]) -> str:
    """Which bots say that they play a game."""
    names = [name for name, bot in installed.items() if game in bot.games or not bot.games]
    return f"{game} is played by {', '.join(names)}" if names else f"no installed bot plays {game}"


def is_open(text: str, game: str, installed: Mapping[str, Installed]) -> bool:
    """Whether only the plugin knows if a bot fits."""
    from gridbots.bot.warm import compiles

    name, options = parse_bot(text)
    places = dict(installed[name].entries)
    if options or not places:
        return True
    # Who searches or learns may need something of a game that it does not name.
    return game not in places and compiles(installed[name])


@functools.cache
def _ask(texts: tuple[str, ...], game: str) -> None:
    """Ask the plugins, in a process of their own.

    Raises:
        GridbotsError: one does not fit.
        PluginError: one cannot be loaded, or not in time.
    """
    command = [sys.executable, "-P", "-m", "gridbots", "check-bots", "--game", game, *texts]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise PluginError(
            f"expected {' and '.join(texts)} to be loaded within {SECONDS:g} s, got no answer; "
            "a plugin should do nothing that takes long when it is imported"
        ) from None
    if done.returncode == UNFIT:
        raise GridbotsError(done.stderr.strip().removeprefix("gridbots: "))
    if done.returncode:
        raise PluginError(f"expected bots that can be loaded, got {done.stderr.strip()}")


def check_here(texts: Iterable[str], game_name: str) -> None:
    """The same in this process, by loading the plugins.

    Raises:
        GridbotsError: a bot does not play this game, or an option is unknown or has a bad value.
    """
    from gridbots.bot.runner import entry_with_options
    from gridbots.plugins import load_bot, load_game

    game = load_game(game_name)
    for text in texts:
        name, options = parse_bot(text)
        entry_with_options(load_bot(name), name, game, options)
