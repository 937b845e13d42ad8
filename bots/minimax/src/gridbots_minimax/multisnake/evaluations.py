"""Evaluation functions of Multiplayer Snake: naive and greedy as in the paper, and adaptive.

naive: own points; -M for a snake that is eliminated or has no legal move, M for the last living
snake, and 1 - M if no snake lives, with M = 3 * side^2, more than the points on any board.

greedy: the same minus the steps to the nearest candy / (2 * side), while the match is not decided.

adaptive: the score if the current standing became final: points divided by rank. So the value of
survival grows with the points at stake.

learned: the game's features with learned or given weights, while the match is not decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.games.multisnake.features import evaluate, steps_to_candy
from gridbots.games.multisnake.movement import has_choice
from gridbots.kernel import kernel
from gridbots_minimax.multisnake.agent import ADAPTIVE, LEARNED, NAIVE

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

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
