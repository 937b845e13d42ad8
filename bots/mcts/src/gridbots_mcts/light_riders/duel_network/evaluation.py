"""Leaf evaluation of a duel: the win probability of two riders by the network.

The log-odds are the output of the layers minus their output with the seats exchanged, so that
neither seat is favoured. On boards of other sizes, the regression of `win_chance` evaluates.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots.kernel import kernel
from gridbots_mcts.light_riders.duel_network.features import INPUTS, exchange, write_features
from gridbots_mcts.light_riders.options import SHIPPED
from gridbots_mcts.light_riders.value_network import layers
from gridbots_mcts.light_riders.value_network.layers import (
    SECOND,
    is_trained_size,
    network_type,
    rectified,
    sum_up_two,
)
from gridbots_mcts.light_riders.win_chance import by_space, way_to_centre, win_chance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots.space import Record

FOLDER: Final = Path(__file__).parent / "weights"
NETWORK: Final = network_type(2, INPUTS)
"""The rows of `seen` are the features of the seat and of the other one."""
FIELDS: Final[tuple[tuple[Any, ...], ...]] = (("duel_network", NETWORK, (1,)),)
"""Fields that a search needs for it."""


def read_network(name: str = SHIPPED) -> dict[str, NDArray[Any]]:
    """Read weights by name or file, as `layers.read_network`."""
    return layers.read_network(FOLDER, name, INPUTS)


@kernel
def network_chance(search: Record, state: State, seat: int, other: int) -> float:
    """The value for the first of the two living seats, from -1 (a certain loss) to 1."""
    if not is_trained_size(state["width"], state["height"]):
        return float(win_chance(search, state, seat, other))
    value, scratch = by_space(search, state, seat), search["scratch"][0]
    if not scratch["in_contact"]:
        return math.tanh(value / search["scale"])
    network = search["duel_network"][0]
    centre = way_to_centre(state, other) - way_to_centre(state, seat)
    write_features(state, seat, other, value, centre, scratch, network["seen"][0])
    return math.tanh(0.5 * log_odds(network))


@kernel
def log_odds(network: Record) -> float:
    """Log-odds of a win for the seat whose features are in `seen`."""
    exchange(network["seen"][0], network["seen"][1])
    sum_up_two(network)
    second, total = network["second_sums"], 0.0
    for unit in range(SECOND):
        apart = rectified(second[0, unit]) - rectified(second[1, unit])
        total += apart * network["last"][unit]
    return float(total)
