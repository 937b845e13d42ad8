"""How an agent of the CS221 paper on Light Riders decides, as a record that compiled code takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.light_riders.features import FEATURES
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.search.turns import TREE, Manner, write_manner
from gridbots_minimax.light_riders.evaluations import weights_of
from gridbots_minimax.options import evaluation_of

if TYPE_CHECKING:
    from gridbots_minimax.options import Options

ORDER: Final = (UP, DOWN, RIGHT, LEFT)
"""In which order the program tries moves: it takes the first of equals."""
DEEPER: Final = 2
"""Rounds that an agent looks farther ahead where another head is near."""

SEARCHES, NAIVE, STRAIGHT = range(3)
"""Kinds of agents."""

PLAN: Final = np.dtype(
    [
        ("tree", TREE),  # the manner of the search; `seat`, `seats` and `limit` are open
        ("weights", "f8", (len(FEATURES),)),
        ("depth", "i8"),  # rounds to look ahead
        ("near", "i8"),  # with the other's head within so many steps, DEEPER more; 0: never
        ("kind", "u1"),
        ("any_of_best", "u1"),  # 1: draw one of equals; else the first in ORDER
    ]
)


def manner_of(*, averages: bool, any_of_best: bool) -> Manner:
    """The search of the paper's program, with its rewards.

    Its alpha-beta finds the first of the best moves; for all of them fewer branches can be left.
    """
    cut = "beyond" if any_of_best else "equal"
    return Manner(
        cut="never" if averages else cut,  # type: ignore[arg-type]
        others="random" if averages else "worst",
        won=50_000.0,
        drawn=10_000.0,
        lost=-50_000.0,
        leaf_first=True,
        preference=ORDER,
    )


def plan_of(options: Options, *, averages: bool) -> Any:
    """The plan of minimax or, where the other counts with its mean, of expectimax."""
    plan = np.zeros(1, PLAN)[0]
    plan["any_of_best"] = options.ties == "random"
    write_manner(plan["tree"], manner_of(averages=averages, any_of_best=options.ties == "random"))
    evaluation = evaluation_of("light-riders", options)
    plan["weights"] = weights_of(evaluation, seats=2)
    plan["depth"] = options.depth
    plan["near"] = options.near
    plan["kind"] = {"naive": NAIVE, "straight": STRAIGHT}.get(evaluation, SEARCHES)
    return plan
