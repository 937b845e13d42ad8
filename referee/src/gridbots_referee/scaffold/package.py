"""Files of a new package: a plugin bot or a game, from the packages among the examples."""

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
"""Suffixes of what belongs to an example; what else lies there was made by its use."""


class PackageKind(NamedTuple):
    """A kind of package, and the example of it."""

    what: str
    folder: str
    """Of the example, within the folder of all."""
    name: str
    """Of the example."""
    steps: Mapping[str, str]
    """Like `NewFiles.steps`, for the example."""


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
        SettingsError: there is a plugin of this name.
    """
    if name.dashed in installed:
        package = installed[name.dashed].package
        raise SettingsError(
            f"the package {package} brings a {kind.what} {name.dashed!r}; take another name"
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

A {what} for gridbots, as a package: `pyproject.toml` says what it brings, the module what that is.

```sh
{commands}
```

After a change, install it again, or once as `referee install --editable .`.
"""
