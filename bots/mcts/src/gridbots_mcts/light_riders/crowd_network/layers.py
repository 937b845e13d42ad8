"""Layers of the network for crowds: for all riders at once.

The chances to be first are proportional to the odds that it gives to each (softmax).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import is_living
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import kernel
from gridbots_mcts.light_riders.crowd_network.features import INPUTS
from gridbots_mcts.light_riders.value_network.layers import last_sum, network_type, sum_up_four

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

NETWORK: Final = network_type(MOST_SEATS, INPUTS)
"""In `seen` what each seat sees."""


@kernel
def write_log_odds(network: Record, state: State, odds: Array) -> None:
    """Write the logarithm of the odds of each living seat, up to what is the same for all."""
    sum_up_four(network)
    for seat in range(state["seats"]):
        if is_living(state, seat):
            odds[seat] = last_sum(network, seat)
