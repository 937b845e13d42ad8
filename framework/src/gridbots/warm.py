"""Compile ahead of time what bots need, and remember that it was done.

A mark on disk says that a bot with its options has been warmed for a game and its settings; it is
named by a digest of the sources, so a changed rule or bot is warmed again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gridbots import kernel
from gridbots.bot import Bot, Briefing
from gridbots.errors import UnknownNameError, nearest
from gridbots.installed import Installed, installed_bots, installed_games
from gridbots.plugins import load_bot, load_game
from gridbots.runner import make_bot
from gridbots.settings import parse_assignments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def compiles(plugin: Installed) -> bool:
    """Whether a bot's package asks for numba, by its metadata."""
    return any(
        need.startswith("numba") or (need.startswith("gridbots") and "fast" in need)
        for need in plugin.requires
    )


def warm(name: str, game_name: str, values: Mapping[str, str], options: Mapping[str, str]) -> None:
    """Compile in this process what a bot with these options needs for a game; leaves the mark.

    Raises:
        GridbotsError: the bot, an option, the game or a setting is unknown or does not fit.
    """
    game = load_game(game_name)
    settings = game.make_settings(values)
    bot = make_bot(load_bot(name), name, game, options)
    if isinstance(bot, Bot):
        bot.warm(Briefing(game, settings, seat=0, seats=game.seats(settings)))
    mark = warm_mark(installed_bots()[name], game_name, values, options)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def warm_mark(
    plugin: Installed, game: str, values: Mapping[str, str], options: Mapping[str, str]
) -> Path:
    """The file that exists once this bot has been warmed for this game."""
    brought = [plugin, *[each for each in [installed_games().get(game)] if each]]
    roots = {Path(__file__).parent, *(root for each in brought for root in package_roots(each))}
    asked = repr((plugin.name, game, sorted(values.items()), sorted(options.items())))
    key = hashlib.sha256(f"{kernel.digest(sorted(roots))} {asked}".encode()).hexdigest()[:16]
    return kernel.cache_home() / "warm" / f"{plugin.name}-{key}"


def package_roots(plugin: Installed) -> list[Path]:
    """The folder or file of the plugin's top-level package, found without importing it."""
    spec = importlib.util.find_spec(plugin.module.partition(":")[0].partition(".")[0])
    if spec is None or spec.origin is None:
        return []
    path = Path(spec.origin)
    return [path.parent if path.name == "__init__.py" else path]


def warm_installed(texts: Sequence[str], game: str | None, values: Mapping[str, str]) -> int:
    """Warm these bots, each `name` or `name:option=value,...`, for the games that they play.

    All bots that compile, with their default options, if none is named. Returns 0, or 1 if one of
    them could not be warmed.

    Raises:
        UnknownNameError: a name is not that of an installed bot.
        SettingsError: an option is not of the form name=value.
    """
    bots = installed_bots()
    asked = texts or [name for name, bot in bots.items() if compiles(bot)]
    failed = False
    for text, (name, options) in [(text, named(text, bots)) for text in asked]:
        for each in [game] if game else bots[name].games or tuple(installed_games()):
            print(f"{text} for {each} ...", end=" ", file=sys.stderr, flush=True)
            error = _attempt(name, each, values, options)
            print(error or "ready", file=sys.stderr)
            failed = failed or error is not None
    return int(failed)


def named(text: str, bots: Mapping[str, Installed]) -> tuple[str, dict[str, str]]:
    """The name and the options of `name:option=value,...`.

    Raises:
        UnknownNameError: the name is not that of an installed bot.
        SettingsError: an option is not of the form name=value.
    """
    name, _, words = text.partition(":")
    if name not in bots:
        raise UnknownNameError(f"unknown bot {name!r}; {nearest(name, bots)}")
    return name, parse_assignments([word for word in words.split(",") if word], f"{name} option")


def _attempt(
    name: str, game: str, values: Mapping[str, str], options: Mapping[str, str]
) -> str | None:
    try:
        warm(name, game, values, options)
    except Exception as error:  # noqa: BLE001  one broken bot must not keep the others cold
        return f"failed: {type(error).__name__}: {error}"
    return None
