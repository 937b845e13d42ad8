"""What was learned of Multiplayer Snake as a policy, and as a bot."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots_qlearning.multisnake.choosing import choose_linear
from gridbots_qlearning.multisnake.indicators import WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray


def linear_policy(weights: NDArray[Any]) -> Any:
    """The decision by weights of the paper's indicators, as a kernel."""
    learned = np.zeros(1, WEIGHTS)
    learned["indicators"] = weights
    return functools.partial(choose_linear, learned[0])
