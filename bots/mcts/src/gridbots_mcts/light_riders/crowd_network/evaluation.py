"""Leaf evaluation of a crowd: the probability of each rider to be first, by the network.

The probabilities are a softmax over the outputs of all living riders. On boards of other sizes, the
regression of `crowd_chance` evaluates.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots.game import is_living
from gridbots.games.light_riders.all_riders import measure_by_bits
from gridbots.games.light_riders.features import find_heads
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import kernel
from gridbots_mcts.light_riders.crowd_chance import chances_by_regression, write_shares
from gridbots_mcts.light_riders.crowd_network.features import INPUTS, write_features
from gridbots_mcts.light_riders.options import SHIPPED_CROWD
from gridbots_mcts.light_riders.value_network import layers
from gridbots_mcts.light_riders.value_network.layers import (
    is_trained_size,
    last_sum,
    network_type,
    sum_up_four,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots.space import Array, Record

FOLDER: Final = Path(__file__).parent / "weights"
NETWORK: Final = network_type(MOST_SEATS, INPUTS)
"""The rows of `seen` are the features of each seat."""
FIELDS: Final[tuple[tuple[Any, ...], ...]] = (("crowd_network", NETWORK, (1,)),)
"""Fields that a search needs for it, besides those of the regression."""


def read_network(name: str = SHIPPED_CROWD) -> dict[str, NDArray[Any]]:
    """Read weights by name or file, as `layers.read_network`."""
    return layers.read_network(FOLDER, name, INPUTS)


@kernel
def chances_by_network(search: Record, state: State) -> None:
    """Write the value of each living seat, from -1 to 1."""
    spaces, scratch = search["spaces"], search["scratch"][0]
    find_heads(state, 0, scratch)
    fits = is_trained_size(state["width"], state["height"])
    if not (fits and measure_by_bits(state, spaces, scratch)):
        chances_by_regression(search, state)
        return
    network = search["crowd_network"][0]
    write_features(state, spaces, scratch, network["seen"])
    write_log_odds(network, state, search["values"])
    write_shares(search, state)


@kernel
def write_log_odds(network: Record, state: State, odds: Array) -> None:
    """Write the log-odds of each living seat, up to a constant that is the same for all."""
    sum_up_four(network)
    for seat in range(state["seats"]):
        if is_living(state, seat):
            odds[seat] = last_sum(network, seat)
