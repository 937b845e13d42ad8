"""Weights of networks: their metadata, and how to load them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots.training import weights
from gridbots_dqn.network import Architecture, Network
from gridbots_dqn.views import VIEWS, View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).parent / "weights"


class NetworkAbout(weights.About, frozen=True):
    """Metadata of the weights of a network."""

    view: str
    """Name of its observation encoding, a key of VIEWS."""
    network: Architecture

    @property
    def encoding(self) -> View:
        return VIEWS[self.view]


Trained = weights.Weights[NetworkAbout]
"""Weights of a network in a file."""


def read_trained(name: str) -> Trained:
    """Read weights of the package by name, or those of a file: a name that ends in `.npz`.

    Raises:
        SettingsError: there are none, or they are not for a network.
    """
    path = weights.find(FOLDER, name)
    trained = weights.read(path, NetworkAbout, "weights of a network")
    if (view := trained.about.view) not in VIEWS:
        raise SettingsError(f"expected a view among {', '.join(VIEWS)} in {path}, got {view!r}")
    return trained


def network_of(trained: Trained) -> Network:
    """The network of these weights."""
    architecture = trained.about.network
    expected = {name: (shape, np.float32) for name, shape in architecture.shapes().items()}
    return Network(architecture, trained.arrays(expected))


def to_half(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float16]]:
    """The weights in half precision, as they are stored."""
    return {name: array.astype(np.float16) for name, array in arrays.items()}
