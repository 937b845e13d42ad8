"""Fallback policy: one step of look-ahead, for boards that no network was trained for.

It looks one step ahead: it keeps a way to its tail if it can, then goes the shortest way to the
apple, then where the most cells are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import accepts, copy_state, evaluate, step
from gridbots.games.snake.features import FEATURES
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from gridbots.game import State

CELLS: Final = 4000.0
"""More than any board has, so that what matters more always wins."""
WORTH: Final = {"tail": CELLS**2, "length": CELLS, "way": -1.0, "reach": 1.0 / CELLS}
"""An apple that is eaten is worth more than any way to the next."""
WEIGHTS: Final = np.array([WORTH.get(name, 0.0) for name in FEATURES])


def choose_by_features(observation: State) -> int:
    """The move after which the position is worth most; straight on among equals."""
    heading = int(observation["heading"])
    best, most = NO_MOVE, -np.inf
    for move in (heading, (heading + 1) % 4, (heading + 3) % 4, (heading + 2) % 4):
        if accepts(observation, 0, move):
            value = value_after(observation, move)
            if value > most:
                best, most = move, value
    return best


def value_after(observation: State, move: int) -> float:
    after: Any = copy_state(observation)
    step(after, [move])
    if after["dead"]:
        return -(CELLS**3)
    return evaluate(after, 0, WEIGHTS)
