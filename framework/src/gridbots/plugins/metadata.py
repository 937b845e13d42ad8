"""Plugin discovery: installed games and bots, by entry points. Nothing is imported.

An installed package has an entry for each of its games in the entry-point group `gridbots.games`,
and for each of its bots in `gridbots.bots`. For a bot NAME, further groups are optional:

gridbots.bots.NAME.games            the games that it plays, `*` for all others, each with the
                                    settings type of its options, whose field names are read from
                                    the source: `light-riders = "package.module:Options"`
gridbots.bots.NAME.needs            `terminal` if a person plays it, `command` if it runs a program
                                    that the user names, `coroutine` if it can be a coroutine,
                                    `arena` if it runs a program of another arena
gridbots.bots.NAME.start_allowance  milliseconds that a slow bot may need to start
gridbots.bots.NAME.recommended      the games for which it is the recommended bot (see `bot_text`)

Further commands of `gridbots` are in the group `gridbots.commands`.
"""

from __future__ import annotations

import functools
import importlib.metadata
import re
import sys
from collections import defaultdict
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from gridbots.errors import PluginError
from gridbots.plugins.option_names import option_names
from gridbots.plugins.plugin_filter import why_blocked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GAMES: Final = "gridbots.games"
"""Entry-point group of games."""
BOTS: Final = "gridbots.bots"
"""Entry-point group of bots."""
COMMANDS: Final = "gridbots.commands"
"""Entry-point group of further commands of `gridbots`: functions that take the command-line words
after their name and return an exit code."""
TERMINAL: Final = "terminal"
"""Need of a bot that a person plays: the referee gives it the terminal and a long time bank."""
COMMAND: Final = "command"
"""Need of a bot written `NAME:COMMAND`: its option `command` holds the command."""
COROUTINE: Final = "coroutine"
"""Need of a bot whose program may run on another machine: the referee runs it as a `CoroutineBot`
in its own process if it can."""
ARENA: Final = "arena"
"""Need of a bridge whose program needs no options: its plugin declares the time control."""
ANY: Final = "*"
"""In place of a game: all games that are not named."""
MILLISECONDS: Final = re.compile("[0-9]{1,9}")
MOST_START_MS: Final = 600_000
"""Maximum start allowance that a bot can request."""
DEFAULT_GAME: Final = "light-riders"
"""The default game."""


class Installed(msgspec.Struct, frozen=True):
    """A plugin, as described by the metadata of its package, without importing it."""

    name: str
    module: str
    """Location of the plugin: `package.module` or `package.module:object`."""
    package: str
    version: str
    summary: str
    """The summary of the package."""
    entries: tuple[tuple[str, str], ...] = ()
    """For a bot, the games that it declares, ANY for all others, each with the location of its
    options: `package.module:Options`, or only a module if it has none."""
    needs: tuple[str, ...] = ()
    """For a bot, its needs besides requests: TERMINAL, COMMAND or COROUTINE."""
    start_allowance_ms: int = 0
    """For a bot, the start allowance that it requests; a longer one of the match takes
    precedence."""
    recommended: tuple[str, ...] = ()
    """For a bot, the games for which it recommends itself, ANY for all others."""
    requires: tuple[str, ...] = ()
    """The requirements of the package."""

    @property
    def games(self) -> tuple[str, ...]:
        """For a bot, the games that it declares; empty: any game."""
        names = tuple(name for name, _ in self.entries)
        return () if ANY in names else names

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """For a bot, the names of its options, by game."""
        return {game: option_names(place) for game, place in self.entries}


def installed_games() -> dict[str, Installed]:
    """Name -> plugin, in alphabetical order."""
    return _installed(GAMES)


def installed_bots() -> dict[str, Installed]:
    """Name -> plugin, in alphabetical order."""
    return _installed(BOTS)


def takes_command(bot: str) -> bool:
    """Whether the text after this bot's colon is a command line."""
    return COMMAND in entry_points(f"{BOTS}.{bot}.needs").names


def entry_points(group: str) -> Any:
    """The entry points of a group; metadata are read again after an installation.

    Raises:
        PluginError: the entry points of a package cannot be read.
    """
    return _entry_points_of(group, _folders())


def _folders() -> tuple[tuple[str, int], ...]:
    """The folders of packages, each with the time of its last change."""
    return tuple(map(_changed, sys.path))


@functools.lru_cache(maxsize=1)
def _entry_points(folders: tuple[tuple[str, int], ...]) -> Any:  # noqa: ARG001  where they are
    try:
        return importlib.metadata.entry_points()
    except ValueError as error:
        raise PluginError(f"{_unreadable()} cannot be read: {error}; reinstall it") from None


@functools.lru_cache(maxsize=8)
def _entry_points_of(group: str, folders: tuple[tuple[str, int], ...]) -> Any:
    return _entry_points(folders).select(group=group)


def _unreadable() -> str:
    """Description of the package whose entry points cannot be read."""
    for package in importlib.metadata.distributions():
        try:
            package.read_text("entry_points.txt")
        except ValueError:
            return f"the package {package.name} in {package.locate_file('')}"
    return "an installed package"


def _changed(folder: str) -> tuple[str, int]:
    """A folder of packages, and the time of its last change."""
    with suppress(OSError):
        return folder, Path(folder).stat().st_mtime_ns
    return folder, 0


def _installed(group: str) -> dict[str, Installed]:
    found: dict[str, Installed] = {}
    for entry, about in _described(group, _folders()):
        # If two packages bring the same name, neither is loaded.
        if entry.name not in found and not why_blocked(entry):
            found[entry.name] = about
    return dict(sorted(found.items()))


class _Package(NamedTuple):
    """Metadata of a package."""

    name: str = ""
    version: str = ""
    summary: str = ""
    requires: tuple[str, ...] = ()


@functools.lru_cache(maxsize=2)
def _described(
    group: str, folders: tuple[tuple[str, int], ...]
) -> list[tuple[importlib.metadata.EntryPoint, Installed]]:
    """Every plugin of a group; each metadata file is read once."""
    entries, by_group = _entry_points(folders), defaultdict[str, dict[str, str]](dict)
    # Before Python 3.12 they are a dict of groups, whose methods warn.
    is_dict = isinstance(entries, dict)
    for entry in chain.from_iterable(dict.values(entries)) if is_dict else entries:
        by_group[entry.group][entry.name] = entry.value
    package_of = functools.cache(_package)
    entries = entries.select(group=group)
    return [(entry, _describe(entry, package_of(entry.dist), by_group)) for entry in entries]


def _package(package: importlib.metadata.Distribution | None) -> _Package:
    if package is None:
        return _Package()
    about: Any = package.metadata
    requires = tuple(package.requires or ())
    return _Package(about["Name"], about["Version"], about.get("Summary") or "", requires)


def _describe(
    entry: importlib.metadata.EntryPoint,
    package: _Package,
    by_group: Mapping[str, Mapping[str, str]],
) -> Installed:
    def named(what: str) -> Mapping[str, str]:
        return by_group.get(f"{entry.group}.{entry.name}.{what}", {})

    return Installed(
        name=entry.name,
        module=entry.value,
        package=package.name,
        version=package.version,
        summary=package.summary,
        entries=tuple(sorted(named("games").items())),
        needs=tuple(sorted(named("needs"))),
        start_allowance_ms=_start_allowance_ms(named("start_allowance")),
        recommended=tuple(sorted(named("recommended"))),
        requires=package.requires,
    )


def _start_allowance_ms(names: Iterable[str]) -> int:
    """The longest start allowance among these; anything else than milliseconds is ignored."""
    asked = [int(name) for name in names if MILLISECONDS.fullmatch(name)]
    return min(max(asked, default=0), MOST_START_MS)
