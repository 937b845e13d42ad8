"""Q-learning updates of a table, as kernels.

They lie apart from the training, which loads bots by name: compiled code depends on everything that
the modules of its kernels import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_over, utility
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.light_riders.table import (
    ORDER,
    add,
    best_move,
    is_free,
    slot_of,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


GRAIN: Final = 1 << 30
"""Resolution of random numbers."""

LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves learned from
        ("entries", "i8"),  # used slots of the table
        ("exploring", "i8"),  # first match without exploration
        ("epsilon", "f8"),
        ("gamma", "f8"),
        ("min_next_value", "f8"),  # lower bound of the next value while a match goes on
        ("win_reward", "f8"),
        ("draw_reward", "f8"),
        ("loss_reward", "f8"),
        ("seat", "i8"),
    ]
)


@kernel
def decide(  # noqa: PLR0913, PLR0917  the arrays of a batch
    learner: Record,
    table: Record,
    transitions: Any,
    states: Any,
    numbers: Any,
    generators: Any,
    moves: Any,
) -> None:
    """Write the learner's move in every unfinished match, and record it."""
    seat = learner["seat"]
    for at in range(len(states)):
        if is_over(states[at]):
            continue
        slot = slot_of(table, states[at], seat)
        if not table["used"][slot]:
            add(table, slot)
            learner["entries"] += 1
        explores = below(generators[at], GRAIN) < learner["epsilon"] * GRAIN
        if explores and numbers[at] < learner["exploring"]:
            move = random_move(states[at], seat, generators[at])
        else:
            move = best_move(table, slot, states[at], seat)
        moves[at, seat] = move
        transitions[at]["slot"], transitions[at]["move"] = slot, move
        transitions[at]["waits"] = move != NO_MOVE


@kernel
def random_move(state: State, seat: int, generator: Any) -> int:
    """A random move to an empty cell."""
    chosen, count = NO_MOVE, 0
    for move in ORDER:
        if is_free(state, seat, move):
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen


@kernel
def learn(learner: Record, table: Record, transitions: Any, states: Any) -> None:
    """Learn from the last moves, after a round."""
    for at in range(len(states)):
        transition = transitions[at]
        if transition["waits"]:
            transition["waits"] = 0
            learner["decisions"] += 1
            values = table["values"][transition["slot"]]
            error = target(learner, table, states[at]) - values[transition["move"]]
            values[transition["move"]] += error / np.sqrt(learner["decisions"])


@kernel
def target(learner: Record, table: Record, state: State) -> float:
    """TD target of the last move: its reward plus the discounted next value."""
    seat = learner["seat"]
    if is_over(state):
        result = utility(state, seat)
        if result > 0.0:
            return float(learner["win_reward"])
        return float(learner["loss_reward"] if result < 0.0 else learner["draw_reward"])
    slot, most = slot_of(table, state, seat), 0.0
    if table["used"][slot]:
        most = table["values"][slot, best_move(table, slot, state, seat)]
    return float(learner["gamma"] * max(most, learner["min_next_value"]))
