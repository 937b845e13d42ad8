"""Weights of the network that judges crowds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots_mcts.light_riders.crowd_network.features import INPUTS
from gridbots_mcts.light_riders.options import SHIPPED_CROWD
from gridbots_mcts.light_riders.value_network import trained

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).parent / "weights"


def read_network(name: str = SHIPPED_CROWD) -> dict[str, NDArray[Any]]:
    """As `value_network.trained.read_network`; those that come with the package first."""
    return trained.read_network(FOLDER, name, INPUTS)
