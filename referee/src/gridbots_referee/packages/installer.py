"""Installer: installs and uninstalls packages with pip, or with uv if there is no pip.

They go into the environment of the Python that runs the referee.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import PluginError, UnknownNameError, nearest
from gridbots.plugins.plugin_filter import OURS, plain
from gridbots_referee.packages.inventory import plugins

if TYPE_CHECKING:
    from collections.abc import Sequence

PROJECT: Final = ("pyproject.toml", "setup.py", "setup.cfg")
ARCHIVES: Final = (".whl", ".zip", ".tar.gz", ".tar.bz2", ".tgz")


def install(words: Sequence[str]) -> None:
    """Install packages: names, folders, archives and addresses, with options of pip.

    Raises:
        UnknownNameError: a word is a file or a folder that is not a package.
        PluginError: there is no installer, or it fails.
    """
    _run("install", [_requirement(word) for word in words])


def uninstall(names: Sequence[str]) -> None:
    """Uninstall packages, each given by its name or its only bot or game.

    Raises:
        UnknownNameError: no package, bot or game has this name.
        PluginError: the package has other plugins, there is no installer, or it fails.
    """
    _run("uninstall", [package_of(name) for name in names])


def package_of(name: str) -> str:
    """The package with this name, or with the bot or game of this name."""
    found = plugins()
    packages = {plain(each.package) for each in found}
    if plain(name) in OURS:
        raise PluginError(f"{name} runs this command; remove it with pip uninstall {name}")
    if plain(name) in packages:
        return plain(name)
    owners = sorted({each.package for each in found if each.name == name})
    if not owners:
        known = (packages | {each.name for each in found}) - OURS
        raise UnknownNameError(
            f"no installed package, bot or game {name!r}; {nearest(name, known)}"
        )
    if len(owners) > 1:
        raise UnknownNameError(
            f"{name} is in several packages: {', '.join(owners)}; name one of them"
        )
    if plain(owners[0]) in OURS:
        raise PluginError(f"{name} belongs to {owners[0]}, which runs this command")
    others = sorted({each.name for each in found if each.package == owners[0]} - {name})
    if others:
        raise PluginError(
            f"{name} is in the package {owners[0]} with {', '.join(others)}; to remove all: "
            f"referee uninstall {owners[0]}"
        )
    return owners[0]


def _requirement(word: str) -> str:
    """A word for the installer; a local folder gets a slash.

    Raises:
        UnknownNameError: it is a file or folder that is not a package, or a missing path.
    """
    if word.startswith("-") or "://" in word:
        return word
    # A folder may have extras: ./package[fast]
    path = Path(word.partition("[")[0])
    if path.is_dir():
        if not any((path / name).is_file() for name in PROJECT):
            raise UnknownNameError(
                f"expected a package, got the folder {word}, which has no pyproject.toml"
            )
        return word if os.sep in word or word.startswith(".") else f".{os.sep}{word}"
    if path.exists() and not word.endswith(ARCHIVES):
        raise UnknownNameError(
            f"expected the name of a package, a folder with a pyproject.toml, an archive "
            f"({', '.join(ARCHIVES)}) or an address, got the file {word}"
        )
    if not path.exists() and (os.sep in word or word.startswith(".")):
        raise UnknownNameError(f"expected a package, got the missing path {word}")
    return word


def _run(verb: str, words: Sequence[str]) -> None:
    command = _command(verb)
    result = subprocess.run([*command, *words], check=False, stdout=sys.stderr)
    if result.returncode:
        name = "pip" if "-m" in command else "uv"
        raise PluginError(f"{name} could not {verb} {' '.join(words)}; its error is above")


def _command(verb: str) -> list[str]:
    """The command of an installer for this environment.

    Raises:
        PluginError: there is none.
    """
    if importlib.util.find_spec("pip"):
        yes = ["--yes"] if verb == "uninstall" else []
        return [sys.executable, "-m", "pip", "--disable-pip-version-check", verb, *yes]
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", verb, "--python", sys.executable]
    raise PluginError(
        f"this environment has no pip, and there is no uv; {sys.executable} -m ensurepip adds pip"
    )
