"""Weights of networks: what their JSON says besides game and settings, and how they are loaded.

The json is the `about.json` of a training.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots import weights
from gridbots.errors import SettingsError
from gridbots_dqn.network import Network, Plan
from gridbots_dqn.views import VIEWS, View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[Any]]

FOLDER: Final = Path(__file__).parent / "weights"


class About(weights.About, frozen=True):
    """What the player reads of the json."""

    view: str
    """The name of what it sees, in VIEWS."""
    network: Plan


class Trained(weights.Trained, frozen=True):
    """Weights with what they say of themselves."""

    about: About

    @property
    def sight(self) -> View:
        return VIEWS[self.about.view]

    def load(self) -> Network:
        """The network, ready to play."""
        plan = self.about.network
        expected = {name: (shape, np.float32) for name, shape in plan.shapes().items()}
        return Network(plan, self.arrays(expected))


def names() -> list[str]:
    """Of the weights that come with the package."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read_trained(name: str) -> Trained:
    """Weights that come with the package, or those of a file: a name that ends in `.json`.

    `about.json`, as a training writes it, belongs to the `weights.npz` beside it.

    Raises:
        SettingsError: there are none, or they are not of this kind.
    """
    path = weights.find(FOLDER, name)
    about = weights.read(path, About, "weights of a network")
    if about.view not in VIEWS:
        raise SettingsError(f"expected a view among {', '.join(VIEWS)}, got {about.view!r}")
    stem = "weights" if path.name == "about.json" else path.stem
    return Trained(stem, path.parent, about)


def halves(arrays: Arrays) -> dict[str, NDArray[np.float16]]:
    """The weights in half precision, as they are kept."""
    return {name: array.astype(np.float16) for name, array in arrays.items()}


def write_weights(path: Path, arrays: Arrays) -> None:
    """Write the arrays of a network to an .npz file."""
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
