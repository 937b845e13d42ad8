"""Layers of the network for duels: for both seats at once.

What it says of a position is what the layers make of it, less what they make of it with the seats
exchanged: so it has no favourite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.kernel import kernel
from gridbots_mcts.light_riders.duel_network.features import INPUTS, exchange
from gridbots_mcts.light_riders.value_network.layers import (
    SECOND,
    network_type,
    rectified,
    sum_up_two,
)

if TYPE_CHECKING:
    from gridbots.space import Record

NETWORK: Final = network_type(2, INPUTS)
"""In `seen` what the seat sees, and what the other one does."""


@kernel
def log_odds(network: Record) -> float:
    """Logarithm of the chance to win by that to lose, of the seat whose features are in `seen`."""
    exchange(network["seen"][0], network["seen"][1])
    sum_up_two(network)
    second, total = network["second_sums"], 0.0
    for unit in range(SECOND):
        apart = rectified(second[0, unit]) - rectified(second[1, unit])
        total += apart * network["last"][unit]
    return float(total)
