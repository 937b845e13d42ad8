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
"""In which order the program tries moves: it decides what is cut off."""

AGENT: Final = np.dtype(
    [
        ("compactness", "f8"),  # beyond this share of own cells around the head, look far ahead
        ("radius", "i8"),  # what is near, in cells
        ("depth", "i8"),  # own moves, with the strategy FIXED
        ("strategy", "i8"),
        ("evaluation", "i8"),
        ("averages", "i8"),  # 1: others move at random (expectimax); 0: they do their worst
        ("careful", "i8"),  # 1: keep away from cells that another head can reach at once
        ("layered", "i8"),  # 1: the strategy is asked in the tree too
        ("weights", "f8", (len(FEATURES),)),  # with the evaluation LEARNED
    ]
)


def agent_of(options: Options, *, averages: bool) -> Any:
    """What an agent of minimax or, where others count with their mean, of expectimax goes by."""
    agent = np.zeros(1, AGENT)[0]
    agent["strategy"] = FIXED if options.depth else STRATEGIES.index(options.strategy)
    agent["radius"] = options.radius
    agent["compactness"] = options.compactness
    agent["depth"] = options.depth or 1
    agent["evaluation"] = EVALUATIONS.index(options.evaluates_by)
    weights = learned_weights("multisnake", FEATURES, options)
    if weights is not None:
        agent["evaluation"] = LEARNED
        agent["weights"] = weights
    agent["averages"] = averages
    agent["careful"] = options.careful
    agent["layered"] = options.layered
    return agent
