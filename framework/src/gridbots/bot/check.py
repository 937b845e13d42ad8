"""Check of bots before a match: whether they play this game with these options.

Package metadata are checked without importing anything. For the rest the plugin is loaded in a
separate process, by `gridbots check-bots`, which compiles nothing.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.errors import GridbotsError, PluginError, UnknownNameError
from gridbots.limits import ArenaTime
from gridbots.plugins import Installed, installed_bots
from gridbots.plugins.bot_text import parse_bot
from gridbots.plugins.metadata import ARENA

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


UNFIT = 2
"""Exit code of `gridbots check-bots` if a bot cannot play."""
ARENAS: Final = "arenas "
"""Begins the line in which `gridbots check-bots` prints the time controls of bridges."""
SECONDS: Final = 120.0
"""Maximum time for importing and checking plugins."""


def check_bots(texts: Iterable[str], game: str) -> dict[str, ArenaTime]:
    """Refuse installed bots, `name` or `name:option=value,...`, that cannot play a game.

    Returns the time controls of the arenas of those that are bridges.

    Raises:
        GridbotsError: a bot does not play this game, or an option is unknown or has a bad value.
    """
    installed, asked = installed_bots(), dict.fromkeys(texts)
    for text in asked:
        check_metadata(installed[text.partition(":")[0]], game, installed)
    open_questions = tuple(text for text in asked if is_open(text, game, installed))
    return _ask(open_questions, game) if open_questions else {}


def check_metadata(bot: Installed, game: str, installed: Mapping[str, Installed]) -> None:
    """Refuse a bot that plays only other games, by its package metadata.

    Raises:
        UnknownNameError: the bot does not play this game.
    """
    if bot.games and game not in bot.games:
        raise UnknownNameError(
            f"{bot.name} plays {', '.join(bot.games)}, got {game}; {who_plays(game, installed)}"
        )


def who_plays(game: str, installed: Mapping[str, Installed]) -> str:
    """A sentence that lists the bots that play a game."""
    names = [name for name, bot in installed.items() if game in bot.games or not bot.games]
    return f"{game} is played by {', '.join(names)}" if names else f"no installed bot plays {game}"


def is_open(text: str, game: str, installed: Mapping[str, Installed]) -> bool:
    """Whether the plugin must be loaded to find out if a bot can play."""
    from gridbots.bot.warm import compiles

    name, options = parse_bot(text)
    places = dict(installed[name].entries)
    if options or not places or ARENA in installed[name].needs:
        return True
    # Bots that search or learn may need parts of a game that the metadata do not mention.
    return game not in places and compiles(installed[name])


@functools.cache
def _ask(texts: tuple[str, ...], game: str) -> dict[str, ArenaTime]:
    """Check the plugins in a separate process; the time controls of the bridges among them.

    Raises:
        GridbotsError: a bot cannot play.
        PluginError: a plugin cannot be loaded, or not in time.
    """
    command = [sys.executable, "-P", "-m", "gridbots", "check-bots", "--game", game, *texts]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise PluginError(
            f"expected {' and '.join(texts)} to be loaded within {SECONDS:g} s, got no answer; "
            "keep slow work out of the plugin's import"
        ) from None
    if done.returncode == UNFIT:
        raise GridbotsError(done.stderr.strip().removeprefix("gridbots: "))
    if done.returncode:
        text = done.stderr.strip().removeprefix("gridbots: ")
        raise PluginError(f"cannot load the bots: {text}")
    lines = [line for line in done.stdout.splitlines() if line.startswith(ARENAS)]
    found = lines[-1].removeprefix(ARENAS) if lines else "{}"
    return msgspec.json.decode(found, type=dict[str, ArenaTime])


def check_here(texts: Iterable[str], game_name: str) -> dict[str, ArenaTime]:
    """Check bots in this process, by loading their plugins; the time controls of bridges.

    Raises:
        GridbotsError: a bot does not play this game, or an option is unknown or has a bad value.
    """
    from gridbots.bot.runner import entry_with_options
    from gridbots.plugins import load_bot, load_game

    game, found = load_game(game_name), {}
    for text in texts:
        name, options = parse_bot(text)
        entry, chosen = entry_with_options(load_bot(name), name, game, options)
        if entry.arena:
            found[text] = entry.arena(chosen)
    return found
