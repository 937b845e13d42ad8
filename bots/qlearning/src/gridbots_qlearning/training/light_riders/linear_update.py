"""Semi-gradient update of linear Q-learning in Light Riders: the learner's part of a round.

The reward is 1 for a match that is won, -1 for one that is lost, 0 for a draw and for every other
round. The error is divided by the squares of the numbers seen: a step is a share of the error that
is corrected, whatever their size (normalised least mean squares).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_over, utility
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.light_riders.features import COUNT, look, worth
from gridbots_qlearning.light_riders.table import ORDER, is_free
from gridbots_qlearning.training.light_riders.table_update import GRAIN, any_move

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves that were learned from so far
        ("epsilon", "f8"),
        ("learning_rate", "f8"),
        ("gamma", "f8"),
    ]
)
TRANSITION: Final = np.dtype([("seen", "f8", (COUNT,)), ("waits", "u1")])
"""What the last move looked like, and whether it is not learned from yet."""


@kernel
def decide(  # noqa: PLR0913, PLR0917  the arrays of a batch
    learner: Record,
    weights: Array,
    transitions: Any,
    states: Any,
    seat: int,
    generators: Any,
    moves: Any,
) -> None:
    """Write the learner's move in every match that goes on, and keep it."""
    for at in range(len(states)):
        if is_over(states[at]):
            continue
        if below(generators[at], GRAIN) < learner["epsilon"] * GRAIN:
            move = any_move(states[at], seat, generators[at])
        else:
            move = best_of(weights, states[at], seat)
        moves[at, seat] = move
        transitions[at]["waits"] = move != NO_MOVE
        if move != NO_MOVE:
            look(states[at], seat, move, transitions[at]["seen"])


@kernel
def best_of(weights: Array, state: State, seat: int) -> int:
    seen, best, most = np.empty(COUNT), NO_MOVE, -np.inf
    for move in ORDER:
        if is_free(state, seat, move):
            look(state, seat, move, seen)
            value = worth(weights, seen)
            if value >= most:
                best, most = move, value
    return best


@kernel
def learn(learner: Record, weights: Array, transitions: Any, states: Any, seat: int) -> None:
    """After a round: learn from the last moves."""
    for at in range(len(states)):
        transition = transitions[at]
        if transition["waits"]:
            transition["waits"] = 0
            learner["decisions"] += 1
            seen, squares = transition["seen"], 0.0
            for index in range(COUNT):
                squares += seen[index] ** 2
            error = target(learner, weights, states[at], seat) - worth(weights, seen)
            for index in range(COUNT):
                weights[index] += learner["learning_rate"] * error / squares * seen[index]


@kernel
def target(learner: Record, weights: Array, state: State, seat: int) -> float:
    """TD target of the last move: its reward, and the discounted value of what comes now."""
    if is_over(state):
        return utility(state, seat)
    seen, most = np.empty(COUNT), -1.0
    for move in ORDER:
        if is_free(state, seat, move):
            look(state, seat, move, seen)
            most = max(most, worth(weights, seen))
    return float(learner["gamma"] * min(1.0, most))
