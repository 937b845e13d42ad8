"""Weights of the network that judges duels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots import weights
from gridbots_mcts.light_riders.duel_network.layers import FIRST, SECOND, SHAPES
from gridbots_mcts.light_riders.options import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.space import Record

FOLDER: Final = Path(__file__).parent / "weights"
EXPECTED: Final[weights.Expected] = {name: (shape, np.float32) for name, shape in SHAPES.items()}


def read_network(name: str = SHIPPED) -> dict[str, NDArray[Any]]:
    """Weights that come with the package, or those of a file: a name that ends in `.npz`.

    Raises:
        SettingsError: there are none, or they are not of this kind.
    """
    path = weights.find(FOLDER, name)
    return weights.read(path, weights.About, "weights of a network").arrays(EXPECTED)


def write_network(network: Record, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Set the weights in a record of a network."""
    network["units"] = FIRST, SECOND
    for name in SHAPES:
        network[name] = arrays[name]
