"""Files of a new package with a bot or a game, from an example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.errors import SettingsError
from gridbots_referee.scaffold.bot import NewFiles
from gridbots_referee.scaffold.renaming import rename_package
from gridbots_referee.scaffold.starters import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridbots.plugins import Installed
    from gridbots_referee.scaffold.renaming import Name

TEXTS: Final = {".py", ".pl", ".toml"}
"""Suffixes of the files of an example; others were generated."""


class PackageKind(NamedTuple):
    """A kind of package, and its example."""

    what: str
    folder: str
    """Folder of the example."""
    name: str
    """Name of the example."""
    steps: Mapping[str, str]
    """As `NewFiles.steps`, for the example."""


INSTALL: Final = "referee install ."
GAME: Final = PackageKind(
    "game", "games/claim", "claim",
    {
        "install": INSTALL,
        "check": "gridbots check-game claim",
        "play": "referee run --game claim random random --watch",
        "start a bot": "referee new bot --language python --game claim",
    },
)  # fmt: skip
PLUGIN: Final = PackageKind(
    "bot", "plugin-bot", "spiral",
    {
        "install": INSTALL,
        "check": "referee check spiral",
        "play": "referee run spiral straight --watch",
    },
)  # fmt: skip
COMMAND_PLUGIN: Final = PackageKind(
    "bot", "plugin-command", "zigzag",
    {
        "install": INSTALL,
        "check": "referee check zigzag",
        "play": "referee run zigzag straight --watch",
    },
)  # fmt: skip


def new_package(kind: PackageKind, name: Name, installed: Mapping[str, Installed]) -> NewFiles:
    """A package of this kind.

    Raises:
        SettingsError: a plugin with this name exists.
    """
    if name.dashed in installed:
        package = installed[name.dashed].package
        raise SettingsError(
            f"the package {package} has a {kind.what} {name.dashed!r}; choose another name"
        )
    files = {
        rename_package(path, kind.name, name): rename_package(text, kind.name, name)
        for path, text in _files(TEMPLATES / kind.folder)
    }
    steps = {what: rename_package(text, kind.name, name) for what, text in kind.steps.items()}
    page = PAGE.format(name=name.dashed, what=kind.what, commands="\n".join(steps.values()))
    return NewFiles({**files, "README.md": page}, steps, ())


def _files(folder: Path) -> list[tuple[str, str]]:
    """Path within the folder and text of each file of an example."""
    return [
        (str(path.relative_to(folder)), path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*"))
        if path.suffix in TEXTS
    ]


PAGE: Final = """\
# {name}

A gridbots {what} as a package: `pyproject.toml` declares it, and the module implements it.

```sh
{commands}
```

Install it again after each change, or once with `referee install --editable .`.
"""
