"""Policy by a linear Q-function of Light Riders."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots_qlearning.light_riders.features import LINEAR, choose_by_sight

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sight_policy(weights: NDArray[Any]) -> Any:
    """The decision by weights of what is seen of a move, as a kernel."""
    learned = np.zeros(1, LINEAR)
    learned["weights"] = weights
    return functools.partial(choose_by_sight, learned[0])
