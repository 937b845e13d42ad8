"""The weights that come with this package, and what each was trained for."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).parent / "weights"
PREFERRED: Final = {
    "light-riders": ("riders-4x4", "riders-6x6"),
    "multisnake": ("snakes-network",),
}
"""By game: the first of these that was trained for a match is played by, or else the last."""


class Trained(msgspec.Struct, frozen=True):
    """What a file of weights says of itself; the weights are in a file beside it."""

    name: str
    game: str
    settings: dict[str, int]
    """Of the matches that it was trained in: those that a bot is told."""
    learner: str
    """How the weights are used: `table` or `linear`."""
    command: str

    def fits(self, settings: Any) -> bool:
        """Whether these are the settings that it was trained for, as far as a bot is told."""
        return all(getattr(settings, name) == value for name, value in self.settings.items())

    def trained_for(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.settings.items())
        return f"{self.game} with {told}"

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights, by their names in the file."""
        with np.load(FOLDER / f"{self.name}.npz") as file:
            return {name: file[name] for name in file.files}


@functools.cache
def shipped() -> tuple[Trained, ...]:
    """Everything that was trained, in the order of the names."""
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        about = json.loads(path.read_text(encoding="utf-8"))
        fields = {name: about[name] for name in ("game", "settings", "learner", "command")}
        found.append(Trained(name=path.stem, **fields))
    return tuple(found)


def named(name: str, game: str) -> Trained:
    """The weights of this name.

    Raises:
        SettingsError: they are of another game.
    """
    known = [each for each in shipped() if each.game == game]
    for each in known:
        if each.name == name:
            return each
    names = ", ".join(each.name for each in known)
    raise SettingsError(f"weights: expected one of {game} ({names}), got {name!r}")


def best_for(game: str, settings: Any) -> Trained:
    """What a match with these settings is played by where no weights are asked for."""
    preferred = [named(name, game) for name in PREFERRED[game]]
    return next((each for each in preferred if each.fits(settings)), preferred[-1])
