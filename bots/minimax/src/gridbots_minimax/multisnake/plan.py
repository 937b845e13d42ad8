"""How an agent of the CS221 paper decides, as a record that compiled code takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots_minimax.options import evaluation_of

if TYPE_CHECKING:
    from gridbots_minimax.options import Options

STRATEGIES: Final = ("fixed", "coward", "claustrophobic", "smart_coward", "survivor")
FIXED, COWARD, CLAUSTROPHOBIC, SMART_COWARD, SURVIVOR = range(len(STRATEGIES))
EVALUATIONS: Final = ("naive", "greedy", "adaptive")
NAIVE, GREEDY, ADAPTIVE = range(len(EVALUATIONS))

PLAN: Final = np.dtype(
    [
        ("compactness", "f8"),  # beyond this share of own cells around the head, look far ahead
        ("radius", "i8"),  # what is near, in cells
        ("depth", "i8"),  # own moves, with the strategy FIXED
        ("strategy", "i8"),
        ("evaluation", "i8"),
        ("averages", "u1"),  # 1: others move at random (expectimax); 0: they do their worst
        ("exact", "u1"),  # 1: answers are best moves only, not such as only seem as good
        ("careful", "u1"),  # 1: keep away from cells that another head can reach at once
        ("layered", "u1"),  # 1: the strategy is asked in the tree too
    ]
)


def plan_of(options: Options, *, averages: bool) -> Any:
    """The plan of minimax or, where others count with their mean, of expectimax."""
    plan = np.zeros(1, PLAN)[0]
    plan["strategy"] = FIXED if options.depth else STRATEGIES.index(options.strategy)
    plan["radius"] = options.radius
    plan["compactness"] = options.compactness
    plan["depth"] = options.depth or 1
    plan["evaluation"] = EVALUATIONS.index(evaluation_of("multisnake", options))
    plan["averages"] = averages
    plan["exact"] = options.exact
    plan["careful"] = options.careful
    plan["layered"] = options.layered
    return plan
