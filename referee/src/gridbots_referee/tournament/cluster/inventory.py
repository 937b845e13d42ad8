"""Inventory of what a machine has installed, for comparison between machines.

Bots of the same name that play differently on two machines would silently spoil a tournament. So
sources are compared by digest, and all other files that bots read by content.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import gridbots
from gridbots.bot.warm import package_roots
from gridbots.kernel.packages import data_under, digest
from gridbots.plugins import installed_bots, installed_games
from gridbots_referee.play.cores import cores
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox
from gridbots_referee.play.launch import Launch  # noqa: TC001  msgspec reads the annotation
from gridbots_referee.play.warmup import cold_bots

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.plugins import Installed

PACKAGES = ("gridbots", "gridbots-referee", "numpy", "numba")
NONE = "none"
"""Version or digest of something missing."""


class Requirements(msgspec.Struct, frozen=True):
    """Requirements of a machine that plays matches of a tournament."""

    game: str
    values: dict[str, str]
    """Settings of the game, as text."""
    launches: tuple[Launch, ...]
    files: tuple[str, ...]
    """Absolute paths of files named in commands and options of bots."""
    needs_sandbox: bool = False


class Inventory(msgspec.Struct, frozen=True):
    """What a machine has, compared by `differences`."""

    host: str
    cores: tuple[int, ...]
    """Numbers of the cores that its matches may use."""
    cold: tuple[str, ...]
    """Bots that must be compiled before their clocks run."""
    versions: dict[str, str]
    plugins: dict[str, str]
    """Bot or game, as `bot minimax` -> its package with version."""
    sources: dict[str, str]
    """Top-level module -> digest of its files."""
    missing: tuple[str, ...]
    """Programs of commands that are not found."""
    files: dict[str, str]
    """Path -> digest of the content, or NONE."""
    no_sandbox: str = ""
    """Why a needed sandbox is unavailable; empty if it is available."""


def requirements_of(
    game: str, values: dict[str, str], launches: Sequence[Launch], *, needs_sandbox: bool = False
) -> Requirements:
    """The requirements of these bots, as on this machine."""
    named = {path for launch in launches for path in _named(launch) if os.path.isfile(path)}  # noqa: PTH113  a word may not be a path at all
    files = tuple(sorted(named))
    return Requirements(game, values, tuple(launches), files, needs_sandbox)


def _named(launch: Launch) -> Iterator[str]:
    """Words of a command and values of options that may be paths of files."""
    words = [option.partition("=")[2] for option in launch.options]
    words += [each for word in launch.words[1:] for each in (word, word.partition("=")[2])]
    # A script is the same text everywhere; a program may be compiled on each machine.
    words += [program for program in launch.words[:1] if _is_script(program)]
    return (word for word in words if os.path.isabs(word))  # noqa: PTH117  as above


def _is_script(program: str) -> bool:
    try:
        with Path(program).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


def inventory(needed: Requirements) -> Inventory:
    """The inventory of this machine."""
    bots, games = installed_bots(), installed_games()
    asked = {f"bot {each.plugin}": bots.get(each.plugin) for each in needed.launches if each.plugin}
    asked[f"game {needed.game}"] = games.get(needed.game)
    found = {name: plugin for name, plugin in asked.items() if plugin}
    have = [each for each in needed.launches if each.plugin in bots]
    return Inventory(
        host=platform.node(),
        cores=tuple(cores()),
        cold=tuple(cold_bots(have, bots, needed.game, needed.values)),
        versions=_versions(),
        plugins={name: f"{each.package} {each.version}" for name, each in found.items()},
        sources=_sources(list(found.values())),
        missing=tuple(sorted(each for each in _programs(needed) if not shutil.which(each))),
        files={path: _content(Path(path)) for path in needed.files},
        no_sandbox=why_no_sandbox() if needed.needs_sandbox else "",
    )


def _versions() -> dict[str, str]:
    found = dict.fromkeys(PACKAGES, NONE)
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    python = ".".join(platform.python_version_tuple()[:2])
    return {**found, platform.python_implementation(): python}


def _sources(plugins: Sequence[Installed]) -> dict[str, str]:
    roots = {each.module.partition(":")[0].partition(".")[0]: each for each in plugins}
    found = {name: [*package_roots(plugin)] for name, plugin in roots.items()}
    found["gridbots"] = [*map(Path, gridbots.__path__)]
    found["gridbots_referee"] = [Path(__file__).parents[2]]
    return {name: _digest(paths) for name, paths in sorted(found.items())}


def _digest(roots: Sequence[Path]) -> str:
    """Digest of sources and of all other files of a package, such as weights."""
    data = [file for root in roots for file in data_under(root)]
    return digest([*roots, *data]) if roots else NONE


def _programs(needed: Requirements) -> set[str]:
    return {launch.argv[0] for launch in needed.launches if not launch.plugin}


def _content(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return NONE


def differences(expected: Inventory, found: Inventory) -> list[str]:
    """Differences of another machine from this one, each in a sentence."""
    lists = [
        _differing("", expected.versions, found.versions),
        _missing_plugins(expected, found),
        # Other versions have other digests; only the versions are reported then.
        [] if expected.versions != found.versions else _differing_sources(expected, found),
        [f"the program {each!r} is missing" for each in found.missing],
        _differing_files(expected, found),
        [f"the sandbox is unavailable: {found.no_sandbox}"] if found.no_sandbox else [],
    ]  # fmt: skip
    return [line for lines in lists for line in lines]


def _differing(kind: str, expected: dict[str, str], found: dict[str, str]) -> list[str]:
    return [
        f"expected {kind}{name} {value}, got {found.get(name, NONE)}"
        for name, value in expected.items()
        if found.get(name, NONE) != value
    ]


def _missing_plugins(expected: Inventory, found: Inventory) -> list[str]:
    return [
        f"expected the {name} of {package}, got {_brought(found.plugins.get(name))}"
        for name, package in expected.plugins.items()
        if found.plugins.get(name) != package
    ]


def _brought(package: str | None) -> str:
    return f"that of {package}" if package else "none: it is not installed"


def _differing_sources(expected: Inventory, found: Inventory) -> list[str]:
    return [
        f"expected the files of {name} as they are here ({value}), got others "
        f"({found.sources[name]})"
        for name, value in expected.sources.items()
        if found.sources.get(name, value) != value
    ]


def _differing_files(expected: Inventory, found: Inventory) -> list[str]:
    return [
        f"expected the file {path} as it is here, "
        + ("found none" if found.files[path] == NONE else "got other content")
        for path, value in expected.files.items()
        if found.files[path] != value
    ]
