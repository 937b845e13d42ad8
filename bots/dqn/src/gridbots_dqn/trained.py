"""Weights on disk: an .npz with the arrays of a network, and a json that says what they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.errors import SettingsError, nearest
from gridbots_dqn.network import Network, Plan
from gridbots_dqn.views import VIEWS, View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).parent / "weights"


class Trained(msgspec.Struct, frozen=True):
    """What a file of weights says of itself; the weights are in a file beside it."""

    settings: dict[str, int]
    """Of the matches that it was trained in: width and height."""
    view: str
    """The name of what it sees, in VIEWS."""
    network: Plan
    command: str
    """Makes the same weights again."""
    algorithm: str = "dqn"
    parameters: dict[str, Any] = {}
    figures: dict[str, Any] = {}
    path: str = ""
    """Of the json file; empty in the file."""

    @property
    def name(self) -> str:
        return Path(self.path).stem

    @property
    def sight(self) -> View:
        return VIEWS[self.view]

    def fits(self, settings: Any) -> bool:
        """Whether these are the settings that it was trained for, as far as a bot is told."""
        return all(getattr(settings, name) == value for name, value in self.settings.items())

    def load(self) -> Network:
        with np.load(Path(self.path).with_suffix(".npz")) as file:
            return Network(self.network, {name: file[name] for name in file.files})


def shipped() -> list[str]:
    """Names of the weights that come with the package."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read_trained(name: str) -> Trained:
    """Weights that come with the package, or those of a file: a name that ends in `.json`.

    Raises:
        SettingsError: there are none, or they are not of this kind.
    """
    path = Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"
    if not path.is_file() or not path.with_suffix(".npz").is_file():
        known = nearest(name, shipped())
        raise SettingsError(f"weights: expected a name or a .json file, got {name!r}; {known}")
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Trained)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"weights: expected those of a network in {name}, got {error}"
        ) from None
    if found.view not in VIEWS:
        raise SettingsError(f"weights: expected a view of {sorted(VIEWS)}, got {found.view!r}")
    return msgspec.structs.replace(found, path=str(path))


def write_trained(path: Path, trained: Trained, weights: Mapping[str, NDArray[Any]]) -> None:
    """Write both files; the weights are kept in half precision."""
    about = msgspec.to_builtins(trained)
    del about["path"]
    text = msgspec.json.format(msgspec.json.encode(about), indent=2)
    path.with_suffix(".json").write_bytes(text + b"\n")
    halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in weights.items()}
    np.savez_compressed(path.with_suffix(".npz"), **halves)
