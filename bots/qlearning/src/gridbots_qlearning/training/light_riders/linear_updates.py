"""Q-learning updates of a linear value function, as kernels; see `table_updates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_over, utility
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.light_riders.features import (
    COUNT,
    look,
    q_value,
)
from gridbots_qlearning.light_riders.table import ORDER, is_free
from gridbots_qlearning.training.light_riders.table_updates import GRAIN, random_move

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record


LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves learned from
        ("epsilon", "f8"),
        ("learning_rate", "f8"),
        ("gamma", "f8"),
    ]
)


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
    """Write the learner's move in every unfinished match, and record its features."""
    for at in range(len(states)):
        if is_over(states[at]):
            continue
        if below(generators[at], GRAIN) < learner["epsilon"] * GRAIN:
            move = random_move(states[at], seat, generators[at])
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
            value = q_value(weights, seen)
            if value >= most:
                best, most = move, value
    return best


@kernel
def learn(learner: Record, weights: Array, transitions: Any, states: Any, seat: int) -> None:
    """Learn from the last moves, after a round."""
    for at in range(len(states)):
        transition = transitions[at]
        if transition["waits"]:
            transition["waits"] = 0
            learner["decisions"] += 1
            seen, squares = transition["seen"], 0.0
            for index in range(COUNT):
                squares += seen[index] ** 2
            error = target(learner, weights, states[at], seat) - q_value(weights, seen)
            for index in range(COUNT):
                weights[index] += learner["learning_rate"] * error / squares * seen[index]


@kernel
def target(learner: Record, weights: Array, state: State, seat: int) -> float:
    """TD target of the last move: its reward plus the discounted next value."""
    if is_over(state):
        return utility(state, seat)
    seen, most = np.empty(COUNT), -1.0
    for move in ORDER:
        if is_free(state, seat, move):
            look(state, seat, move, seen)
            most = max(most, q_value(weights, seen))
    return float(learner["gamma"] * min(1.0, most))
