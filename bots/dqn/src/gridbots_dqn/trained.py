"""Weights on disk: an .npz with the arrays of a network, and a json that says what they are.

The json is the `about.json` of a training.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.errors import SettingsError, nearest
from gridbots.training import shipped
from gridbots_dqn.network import Network, Plan
from gridbots_dqn.views import VIEWS, View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Weights = Mapping[str, NDArray[Any]]

FOLDER: Final = Path(__file__).parent / "weights"


class About(shipped.About, frozen=True):
    """What the player reads of the json."""

    view: str
    """The name of what it sees, in VIEWS."""
    network: Plan


class Trained(shipped.Trained, frozen=True):
    """Weights with what they say of themselves."""

    about: About

    @property
    def sight(self) -> View:
        return VIEWS[self.about.view]

    def load(self) -> Network:
        """The network, ready to play."""
        try:
            return Network(self.about.network, self.arrays())
        except ValueError as error:
            raise SettingsError(f"weights: {error}, in {self.name}") from None


def names() -> list[str]:
    """Of the weights that come with the package."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read_trained(name: str) -> Trained:
    """Weights that come with the package, or those of a file: a name that ends in `.json`.

    `about.json`, as a training writes it, belongs to the `weights.npz` beside it.

    Raises:
        SettingsError: there are none, or they are not of this kind.
    """
    path = Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"
    if not path.is_file():
        known = nearest(name, names())
        raise SettingsError(f"weights: expected a name or a .json file, got {name!r}; {known}")
    try:
        about = msgspec.json.decode(path.read_bytes(), type=About)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"expected weights of a network in {name}, got {error}") from None
    if about.view not in VIEWS:
        raise SettingsError(f"expected a view among {', '.join(VIEWS)}, got {about.view!r}")
    stem = "weights" if path.name == "about.json" else path.stem
    return Trained(stem, path.parent, about)


def halves(weights: Weights) -> dict[str, NDArray[np.float16]]:
    """The weights in half precision, as they are kept."""
    return {name: array.astype(np.float16) for name, array in weights.items()}


def write_weights(path: Path, weights: Weights) -> None:
    """Write the arrays of a network to an .npz file."""
    np.savez_compressed(path, **weights)  # type: ignore[arg-type]
