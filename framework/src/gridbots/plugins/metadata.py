"""Plugin discovery: installed games and bots, by entry points. Nothing is imported.

An installed package names each game that it brings in the entry-point group `gridbots.games`, and
each bot in `gridbots.bots`. For listings, a bot NAME may also name the games that it plays in the
group `gridbots.bots.NAME.games`, `*` for all others, each with the settings type of its options:
`light-riders = "package.module:Options"`. The names of these options are read from the source. A
bot that a person plays names `terminal` in `gridbots.bots.NAME.needs`; one that runs a program that
the user names, `command`; one that can be a coroutine, `coroutine`. One that starts slowly names
the milliseconds that it may need in `gridbots.bots.NAME.start_allowance`. A bot that is the best to
take for some games names them in `gridbots.bots.NAME.recommended` (see `recommendation`). Further
commands of `gridbots` are in the group `gridbots.commands`.
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
"""Entry-point group of further commands of `gridbots`: functions of the words behind their names,
which return an exit code."""
TERMINAL: Final = "terminal"
"""The need of a bot that a person plays: the referee lends it the terminal, and a patient clock."""
COMMAND: Final = "command"
"""The need of a bot that is written `NAME:COMMAND`: its option `command` has the words."""
COROUTINE: Final = "coroutine"
"""The need of a bot whose program may run elsewhere: that the referee looks whether it can have it
in its own process, as a `CoroutineBot`."""
ANY: Final = "*"
"""In the place of a game: all that are not named."""
MILLISECONDS: Final = re.compile("[0-9]{1,9}")
MOST_START_MS: Final = 600_000
"""Of the start allowance that a bot can ask for."""
DEFAULT_GAME: Final = "light-riders"
"""The game that is played where none is named."""


class Installed(msgspec.Struct, frozen=True):
    """A plugin as its package's metadata describe it; nothing of it has been imported."""

    name: str
    module: str
    """Where the plugin is: `package.module` or `package.module:object`."""
    package: str
    version: str
    summary: str
    """The summary of the package."""
    entries: tuple[tuple[str, str], ...] = ()
    """For a bot, the games that it says it plays, ANY for all others, each with where its options
    are: `package.module:Options`, or a module alone where there are none."""
    needs: tuple[str, ...] = ()
    """For a bot, what the referee has to give it besides requests: TERMINAL, COMMAND or
    COROUTINE."""
    start_allowance_ms: int = 0
    """For a bot, the start allowance that it asks for; that of the match counts if it is longer."""
    recommended: tuple[str, ...] = ()
    """For a bot, the games for which it recommends itself, ANY for all others."""
    requires: tuple[str, ...] = ()
    """What the package requires."""

    @property
    def games(self) -> tuple[str, ...]:
        """For a bot, the games that it says it plays; empty: any."""
        names = tuple(name for name, _ in self.entries)
        return () if ANY in names else names

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """For a bot, the names of its options, by game."""
        return {game: option_names(place) for game, place in self.entries}


def installed_games() -> dict[str, Installed]:
    """Name -> plugin, in the order of the names."""
    return _installed(GAMES)


def installed_bots() -> dict[str, Installed]:
    """Name -> plugin, in the order of the names."""
    return _installed(BOTS)


def takes_command(bot: str) -> bool:
    """Whether what stands behind this bot's colon is a command line."""
    return COMMAND in entry_points(f"{BOTS}.{bot}.needs").names


def entry_points(group: str) -> Any:
    """Those of a group, of all packages; metadata are read again when something was installed.

    Raises:
        PluginError: those of a package cannot be read.
    """
    return _entry_points_of(group, _folders())


def _folders() -> tuple[tuple[str, int], ...]:
    """The folders of packages, and when one of them came or went."""
    return tuple(map(_changed, sys.path))


@functools.lru_cache(maxsize=1)
def _entry_points(folders: tuple[tuple[str, int], ...]) -> Any:  # noqa: ARG001  where they are
    try:
        return importlib.metadata.entry_points()
    except ValueError as error:
        raise PluginError(f"{_unreadable()} cannot be read: {error}; install it anew") from None


@functools.lru_cache(maxsize=8)
def _entry_points_of(group: str, folders: tuple[tuple[str, int], ...]) -> Any:
    return _entry_points(folders).select(group=group)


def _unreadable() -> str:
    """The package whose entry points cannot be read."""
    for package in importlib.metadata.distributions():
        try:
            package.read_text("entry_points.txt")
        except ValueError:
            return f"the package {package.name} in {package.locate_file('')}"
    return "an installed package"


def _changed(folder: str) -> tuple[str, int]:
    """A folder of packages, and when one of them came or went."""
    with suppress(OSError):
        return folder, Path(folder).stat().st_mtime_ns
    return folder, 0


def _installed(group: str) -> dict[str, Installed]:
    found: dict[str, Installed] = {}
    for entry, about in _described(group, _folders()):
        # Where two packages bring the same name, neither is loaded.
        if entry.name not in found and not why_blocked(entry):
            found[entry.name] = about
    return dict(sorted(found.items()))


class _Package(NamedTuple):
    """What the metadata of a package say of it."""

    name: str = ""
    version: str = ""
    summary: str = ""
    requires: tuple[str, ...] = ()


@functools.lru_cache(maxsize=2)
def _described(
    group: str, folders: tuple[tuple[str, int], ...]
) -> list[tuple[importlib.metadata.EntryPoint, Installed]]:
    """Every plugin of a group; each file of metadata is read once."""
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
    """The longest of those that are named; what is no number of milliseconds is none."""
    asked = [int(name) for name in names if MILLISECONDS.fullmatch(name)]
    return min(max(asked, default=0), MOST_START_MS)
