"""Chance to win of two riders by the network; by regression on boards that it does not know."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from gridbots.kernel import kernel
from gridbots_mcts.light_riders.duel_network.features import write_features
from gridbots_mcts.light_riders.duel_network.layers import NETWORK, log_odds
from gridbots_mcts.light_riders.value_network.sizes import is_known
from gridbots_mcts.light_riders.win_chance import by_space, way_to_centre, win_chance

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

FIELDS: Final[tuple[tuple[Any, ...], ...]] = (("duel_network", NETWORK, (1,)),)
"""What this writes to."""


@kernel
def network_chance(search: Record, state: State, seat: int, other: int) -> float:
    """From -1, a certain loss, to 1; of the first and the last living seat."""
    if not is_known(state["width"], state["height"]):
        return float(win_chance(search, state, seat, other))
    value, scratch = by_space(search, state, seat), search["scratch"][0]
    if not scratch["in_contact"]:
        return math.tanh(value / search["scale"])
    network = search["duel_network"][0]
    centre = way_to_centre(state, other) - way_to_centre(state, seat)
    write_features(state, seat, other, value, centre, scratch, network["seen"][0])
    return math.tanh(0.5 * log_odds(network))
