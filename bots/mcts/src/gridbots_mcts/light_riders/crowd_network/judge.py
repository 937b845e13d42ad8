"""Chances to be first by the network; by regression where it has not learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.games.light_riders.all_riders import measure_by_bits
from gridbots.games.light_riders.features import find_heads
from gridbots.kernel import kernel
from gridbots_mcts.light_riders.crowd_chance import chances_by_regression, write_shares
from gridbots_mcts.light_riders.crowd_network.features import write_features
from gridbots_mcts.light_riders.crowd_network.layers import NETWORK, write_log_odds
from gridbots_mcts.light_riders.value_network.sizes import is_known

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

FIELDS: Final[tuple[tuple[Any, ...], ...]] = (("crowd_network", NETWORK, (1,)),)
"""What this writes to, beside that of regression."""


@kernel
def chances_by_network(search: Record, state: State) -> None:
    """Write the chance of each living seat, from -1 to 1."""
    spaces, scratch = search["spaces"], search["scratch"][0]
    find_heads(state, 0, scratch)
    is_small = is_known(state["width"], state["height"])
    if not (is_small and measure_by_bits(state, spaces, scratch)):
        chances_by_regression(search, state)
        return
    network = search["crowd_network"][0]
    write_features(state, spaces, scratch, network["seen"])
    write_log_odds(network, state, search["values"])
    write_shares(search, state)
