"""Evaluation functions of Multiplayer Snake: naive and greedy as in the paper, and adaptive.

naive: own points; -M for a snake that is out or has no legal move, M for the only one left and
1 - M where nobody is, with M = 3 * side^2, more than there can be points on the board at once.

greedy: the same less the steps to the nearest candy / (2 * side), in positions that go on.

adaptive: the score that the match would bring, if it went on as it stands: points divided by rank.
So what staying in is worth grows with the points that are at stake.

learned: the game's features, by weights that were learned or given, in positions that go on.
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
"""What the paper allots to each cell of the board in its most points."""


@kernel
def is_settled(state: State, seat: int) -> bool:
    """Whether the seat is out or at most one snake is left."""
    return bool(state["over"] != 0 or state["eliminated"][seat] != 0)


@kernel
def settled_value(agent: Record, state: State, seat: int) -> float:
    """What a settled position is worth."""
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
    """What a position is worth in which the match goes on and the seat lives."""
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
    """Points divided by rank, for a seat that is out or trapped, or the only one left.

    A snake that goes out has as many before it as were in the match until then.
    """
    rank = living + (state["eliminated"][seat] != 0)
    return float(state["points"][seat] / rank)
