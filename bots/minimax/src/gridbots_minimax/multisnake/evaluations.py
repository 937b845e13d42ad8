"""Parameters of an agent of the CS221 paper, and its evaluation functions.

naive: own points; -M for a snake that is eliminated or has no legal move, M for the last living
snake, and 1 - M if no snake lives, with M = 3 * side^2, more than the points on any board.

greedy: the same minus the steps to the nearest candy / (2 * side), while the match is not decided.

adaptive: the score if the current standing became final: points divided by rank. So the value of
survival grows with the points at stake.

learned: the game's features with learned or given weights, while the match is not decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.features import FEATURES, evaluate, steps_to_candy
from gridbots.games.multisnake.movement import has_choice
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.kernel import kernel
from gridbots_minimax.learned_weights import learned_weights

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record
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


POINTS_PER_CELL: Final = 3.0
"""Points per cell in the paper's bound of the points on a board."""


@kernel
def is_settled(state: State, seat: int) -> bool:
    """Whether the seat is eliminated or at most one snake lives."""
    return bool(state["over"] != 0 or state["eliminated"][seat] != 0)


@kernel
def settled_value(agent: Record, state: State, seat: int) -> float:
    """The value of a settled position."""
    living = count_living(state)
    if agent["evaluation"] == ADAPTIVE:
        return settled_score(state, seat, living)
    if living == 0:
        return 1.0 - most_points(state)
    if state["eliminated"][seat] != 0:
        return -most_points(state)
    return most_points(state)


@kernel
def value_of(agent: Record, state: State, seat: int) -> float:
    """The value of a position that is not settled."""
    if not has_choice(state, seat):
        if agent["evaluation"] == ADAPTIVE:
            return settled_score(state, seat, count_living(state))
        return -most_points(state)
    if agent["evaluation"] == LEARNED:
        return float(evaluate(state, seat, agent["weights"]))
    points = float(state["points"][seat])
    if agent["evaluation"] == NAIVE:
        return points
    towards = steps_to_candy(state, seat) / (2.0 * state["side"])
    if agent["evaluation"] == ADAPTIVE:
        return float((points - towards) * 2.0 / (1.0 + count_living(state)))
    return float(points - towards)


@kernel
def most_points(state: State) -> float:
    return float(POINTS_PER_CELL * state["side"] * state["side"])


@kernel
def count_living(state: State) -> int:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    return living


@kernel
def settled_score(state: State, seat: int, living: int) -> float:
    """Points divided by rank, for a seat that is eliminated, trapped or the last one.

    A snake that is eliminated now is ranked behind all living snakes.
    """
    rank = living + (state["eliminated"][seat] != 0)
    return float(state["points"][seat] / rank)
