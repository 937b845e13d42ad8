"""Weights of the value networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots import weights
from gridbots_mcts.light_riders.value_network.layers import FIRST, SECOND, shapes_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from gridbots.space import Record


def read_network(folder: Path, name: str, inputs: int) -> dict[str, NDArray[Any]]:
    """Weights that come with the package, or those of a file: a name that ends in `.npz`.

    Raises:
        SettingsError: there are none, or they are not of this kind.
    """
    expected: weights.Expected = {
        name: (shape, np.float32) for name, shape in shapes_of(inputs).items()
    }
    path = weights.find(folder, name)
    return weights.read(path, weights.About, "weights of a network").arrays(expected)


def write_network(network: Record, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Set the weights in a record of a network."""
    network["units"] = FIRST, SECOND
    for name, array in arrays.items():
        network[name] = array
