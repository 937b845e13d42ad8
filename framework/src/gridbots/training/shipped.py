"""Weights that come with a package: NAME.npz, and NAME.json, which says what they are.

They lie in one folder. The JSON is the `about.json` of the training; a bot reads of it the game,
the settings of the matches it was trained in, how the weights are used, and the command.
"""

from __future__ import annotations

import functools
import zipfile
from pathlib import Path  # noqa: TC003  the type of a field, read when it runs
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from gridbots.errors import PluginError, SettingsError, nearest
from gridbots.training.progress import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


class About(msgspec.Struct, frozen=True):
    """What a bot reads of the JSON."""

    game: str
    settings: dict[str, Any]
    """Of the matches that it was trained in: those that a bot is told."""
    learner: str
    """How the weights are used, in a word of the bot's."""
    command: str


class Trained(msgspec.Struct, frozen=True):
    """Weights of a name."""

    name: str
    folder: Path
    about: About

    @property
    def learner(self) -> str:
        return self.about.learner

    def fits(self, settings: Any) -> bool:
        """Whether these are the settings that it was trained for, as far as a bot is told."""
        return not differing(self.about.settings, settings)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights, by their names in the file.

        Raises:
            PluginError: the file is missing or damaged.
        """
        path = self.folder / f"{self.name}.npz"
        try:
            with path.open("rb") as file, np.load(file) as saved:
                return {name: saved[name] for name in saved.files}
        except (OSError, EOFError, ValueError, zipfile.BadZipFile) as error:
            raise PluginError(f"expected weights in {path}, got {error}") from None


@functools.cache
def shipped(folder: Path) -> tuple[Trained, ...]:
    """All weights in a folder, in the order of their names.

    Raises:
        PluginError: one does not say what it is.
    """
    return tuple(trained_at(path) for path in sorted(folder.glob("*.json")))


def trained_at(path: Path) -> Trained:
    """The weights that this JSON file tells of."""
    try:
        about = msgspec.json.decode(path.read_bytes(), type=About)
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise PluginError(f"expected what the weights in {path} are, got {error}") from None
    return Trained(path.stem, path.parent, about)


def named(folder: Path, name: str, game: str) -> Trained:
    """The weights of this name.

    Raises:
        SettingsError: there are none for this game.
    """
    known = {each.name: each for each in shipped(folder) if each.about.game == game}
    if name not in known:
        names = ", ".join(known)
        raise SettingsError(
            f"weights: expected one of {game} ({names}), got {name!r}; {nearest(name, known)}"
        )
    return known[name]


def differing(wanted: Mapping[str, Any], settings: Any) -> list[str]:
    """The names of the settings that are other than those wanted."""
    return [name for name, value in wanted.items() if getattr(settings, name, None) != value]


def warn_of_other_settings(
    name: str, wanted: Mapping[str, Any], settings: Any, instead: str
) -> None:
    """Say on stderr if a match is unlike those of the training: which settings differ.

    `name` is who plays by which weights, `instead` what it does now.
    """
    names = differing(wanted, settings)
    if names:
        expected = ", ".join(f"{each} {wanted[each]}" for each in names)
        got = ", ".join(f"{each} {getattr(settings, each, None)}" for each in names)
        say(f"{name} was trained for {expected}, got {got}: {instead}")
