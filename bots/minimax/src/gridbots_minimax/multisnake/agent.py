"""Agent record: the parameters of an agent of the CS221 paper on Multiplayer Snake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.features import FEATURES
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots_minimax.learned_weights import learned_weights

if TYPE_CHECKING:
    from gridbots_minimax.multisnake.options import Options

STRATEGIES: Final = ("fixed", "coward", "claustrophobic", "smart_coward", "survivor")
FIXED, COWARD, CLAUSTROPHOBIC, SMART_COWARD, SURVIVOR = range(len(STRATEGIES))
EVALUATIONS: Final = ("naive", "greedy", "adaptive", "learned")
NAIVE, GREEDY, ADAPTIVE, LEARNED = range(len(EVALUATIONS))

ORDER: Final = (RIGHT, DOWN, LEFT, UP)
"""Order in which the program tries moves; it affects pruning."""

AGENT: Final = np.dtype(
    [
        ("compactness", "f8"),  # above this share of own cells around the head, look far ahead
        ("radius", "i8"),  # cells that count as near
        ("depth", "i8"),  # own moves to look ahead with the strategy FIXED
        ("strategy", "i8"),
        ("evaluation", "i8"),
        ("averages", "i8"),  # 1: others move at random (expectimax); 0: they move adversarially
        ("careful", "i8"),  # 1: avoid cells that another head can reach at once
        ("layered", "i8"),  # 1: the strategy is applied within the tree too
        ("weights", "f8", (len(FEATURES),)),  # with the evaluation LEARNED
    ]
)


def agent_of(options: Options, *, averages: bool) -> Any:
    """Parameters of minimax or, with averages over the moves of others, of expectimax."""
    agent = np.zeros(1, AGENT)[0]
    agent["strategy"] = FIXED if options.depth else STRATEGIES.index(options.strategy)
    agent["radius"] = options.radius
    agent["compactness"] = options.compactness
    agent["depth"] = options.depth or 1
    agent["evaluation"] = EVALUATIONS.index(options.evaluation_name)
    weights = learned_weights("multisnake", FEATURES, options)
    if weights is not None:
        agent["evaluation"] = LEARNED
        agent["weights"] = weights
    agent["averages"] = averages
    agent["careful"] = options.careful
    agent["layered"] = options.layered
    return agent
