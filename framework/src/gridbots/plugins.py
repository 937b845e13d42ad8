"""Installed games and bots: listed from package metadata, loaded one at a time."""

from __future__ import annotations

import importlib.metadata
from typing import TYPE_CHECKING, Any

import msgspec
import pluggy

from gridbots import hookspecs
from gridbots.errors import PluginError, UnknownNameError, nearest

if TYPE_CHECKING:
    from gridbots.bot import BotType
    from gridbots.game import Game


class Installed(msgspec.Struct, frozen=True):
    """A plugin as its package's metadata describe it; nothing of it has been imported."""

    name: str
    module: str
    """Where the plugin is: `package.module` or `package.module:object`."""
    package: str
    version: str
    summary: str
    """The summary of the package."""
    games: tuple[str, ...] = ()
    """For a bot, the games that it says it plays; empty: any."""
    options: tuple[str, ...] = ()
    """For a bot, the names of the options that it lists."""
    requires: tuple[str, ...] = ()
    """What the package requires."""


def installed_games() -> dict[str, Installed]:
    """Name -> plugin, in the order of the names."""
    return _installed(hookspecs.GAMES)


def installed_bots() -> dict[str, Installed]:
    """Name -> plugin, in the order of the names."""
    return _installed(hookspecs.BOTS)


def _installed(group: str) -> dict[str, Installed]:
    entries = importlib.metadata.entry_points()
    found = {
        entry.name: _describe(entry, group, entries) for entry in entries.select(group=group)
    }
    return dict(sorted(found.items()))


def _describe(
    entry: importlib.metadata.EntryPoint, group: str, entries: importlib.metadata.EntryPoints
) -> Installed:
    package = entry.dist
    about: Any = package.metadata if package else {}
    details = f"{group}.{entry.name}"
    return Installed(
        name=entry.name,
        module=entry.value,
        package=package.name if package else "",
        version=package.version if package else "",
        summary=about["Summary"] or "" if package else "",
        games=tuple(sorted(entries.select(group=f"{details}.games").names)),
        options=tuple(sorted(entries.select(group=f"{details}.options").names)),
        requires=tuple((package.requires if package else None) or ()),
    )


def load_game(name: str) -> Game:
    """The game of this name.

    Raises:
        UnknownNameError: no installed package brings a game of this name.
        PluginError: its plugin cannot be loaded.
    """
    game: Game = _load(hookspecs.GAMES, name, "game").gridbots_game()
    return game


def load_bot(name: str) -> BotType:
    """The kind of bot of this name; imports its plugin.

    Raises:
        UnknownNameError: no installed package brings a bot of this name.
        PluginError: its plugin cannot be loaded.
    """
    kind: BotType = _load(hookspecs.BOTS, name, "bot").gridbots_bot()
    return kind


def _load(group: str, name: str, what: str) -> pluggy.HookRelay:
    entries = importlib.metadata.entry_points(group=group)
    if name not in entries.names:
        raise UnknownNameError(f"unknown {what} {name!r}; {nearest(name, entries.names)}")
    entry = entries[name]
    package = entry.dist.name if entry.dist else "unknown package"
    try:
        return hooks_of(entry.load(), f"gridbots_{what}")
    except Exception as error:
        raise PluginError(
            f"the {what} {name!r} of {package} cannot be loaded: {type(error).__name__}: {error}"
        ) from error


def hooks_of(plugin: object, expected: str) -> pluggy.HookRelay:
    """The hooks that a plugin carries out.

    Raises:
        PluginError: it does not carry out the expected one.
    """
    manager = pluggy.PluginManager("gridbots")
    manager.add_hookspecs(hookspecs)
    manager.register(plugin)
    manager.check_pending()
    if not getattr(manager.hook, expected).get_hookimpls():
        raise PluginError(f"expected a function {expected} marked @hookimpl in {plugin!r}")
    return manager.hook
