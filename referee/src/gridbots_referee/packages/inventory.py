"""Inventory of plugins: what is installed, from which package, and what is hidden or blocked.

It comes from the metadata of the packages, without importing them.
"""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.plugins import BOTS, GAMES, entry_points
from gridbots.plugins.plugin_filter import ALLOWED, BLOCKED, named, plain, why_blocked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.metadata import EntryPoint


GROUPS: Final = {"game": GAMES, "bot": BOTS}


class Plugin(msgspec.Struct, frozen=True):
    kind: str
    """`bot` or `game`."""
    name: str
    package: str
    version: str
    module: str
    state: str = ""
    """`loads`, or why it does not load; empty if not tested."""

    @property
    def fails(self) -> bool:
        return self.state not in {"", "loads"} and not self.state.startswith("blocked")


def plugins() -> list[Plugin]:
    """All installed plugins: games, then bots, by name and package."""
    found = [
        _plugin(kind, entry) for kind, group in GROUPS.items() for entry in entry_points(group)
    ]
    # A package may be in two folders; the first one counts.
    return _with_conflicts(sorted(dict.fromkeys(found), key=lambda each: each.name))


def _plugin(kind: str, entry: EntryPoint) -> Plugin:
    variable = why_blocked(entry)
    return Plugin(
        kind=kind,
        name=entry.name,
        package=entry.dist.name if entry.dist else "",
        version=entry.dist.version if entry.dist else "",
        module=entry.value,
        state=f"blocked by {variable}" if variable else "",
    )


def _with_conflicts(found: Sequence[Plugin]) -> list[Plugin]:
    """The plugins, with the state of those whose name is in several packages."""
    counts = Counter((each.kind, each.name) for each in found if not each.state)
    return sorted(
        (
            msgspec.structs.replace(each, state=_conflict(each, found))
            if not each.state and counts[each.kind, each.name] > 1
            else each
            for each in found
        ),
        key=lambda each: (each.kind != "game", each.name, each.package),
    )


def _conflict(plugin: Plugin, found: Sequence[Plugin]) -> str:
    others = [
        each.package
        for each in found
        if (each.kind, each.name) == (plugin.kind, plugin.name) and each.package != plugin.package
    ]
    return (
        f"not loaded: {', '.join(others)} has a {plugin.kind} of the same name; uninstall one of "
        f"them, or add one to {BLOCKED}"
    )


def hidden_packages() -> Iterator[str]:
    """Packages with plugins that are hidden by an earlier package of the same name in sys.path."""
    first: dict[str, importlib.metadata.Distribution] = {}
    for package in importlib.metadata.distributions():
        name = plain(package.name or "")
        if not any(entry.group in GROUPS.values() for entry in package.entry_points):
            continue
        if name in first:
            place, other = package.locate_file(""), first[name]
            yield (
                f"{name} {package.version} in {place} is hidden by {other.version} "
                f"in {other.locate_file('')}"
            )
        first.setdefault(name, package)


def unknown_names(found: Sequence[Plugin]) -> Iterator[str]:
    """Names in the filter variables that are not installed."""
    known = {word for each in found for word in (each.name, plain(each.package))}
    for variable in (ALLOWED, BLOCKED):
        for name in sorted(named(variable) - known):
            yield f"{variable} has the unknown name {name!r}"


LOAD_SECONDS: Final = 60
"""Timeout for loading a plugin."""
LOADERS: Final = 4
"""Plugins loaded at the same time."""
LOADER: Final = """
import sys
from gridbots.errors import GridbotsError
from gridbots.plugins import load_bot, load_game
try:
    {"bot": load_bot, "game": load_game}[sys.argv[1]](sys.argv[2])
except GridbotsError as error:
    sys.exit(str(error))
"""


def checked(plugins: Sequence[Plugin]) -> list[Plugin]:
    """The plugins with the result of loading them; blocked and conflicting ones do not change."""
    with ThreadPoolExecutor(LOADERS) as pool:
        return list(pool.map(_checked, plugins))


def _checked(plugin: Plugin) -> Plugin:
    if plugin.state:
        return plugin
    return msgspec.structs.replace(plugin, state=_state(plugin.kind, plugin.name))


def _state(kind: str, name: str) -> str:
    command = [sys.executable, "-P", "-c", LOADER, kind, name]
    try:
        result = subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace", timeout=LOAD_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"does not load within {LOAD_SECONDS} s"
    if result.returncode == 0:
        return "loads"
    errors = result.stderr.strip().splitlines()
    return errors[-1] if errors else f"its process ended with exit code {result.returncode}"
