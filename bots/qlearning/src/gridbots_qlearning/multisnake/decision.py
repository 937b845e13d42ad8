"""Greedy policy by a linear Q-function of Multiplayer Snake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.movement import accepts
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.indicators import MOST_SEEN, see, worth

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Record

ORDER: Final = (RIGHT, DOWN, LEFT, UP)
"""The order of moves in the program behind the paper; of equals it takes the last."""


@kernel
def choose_linear(weights: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  nothing is drawn
    """The legal move for which the weights of what it leads to have the greatest sum."""
    seen = np.empty(MOST_SEEN, np.int32)
    best, most = NO_MOVE, -np.inf
    for move in ORDER:
        if accepts(observation, seat, move):
            count = see(observation, seat, move, seen)
            value = worth(weights["indicators"], seen, count)
            if value >= most:
                best, most = move, value
    return best
