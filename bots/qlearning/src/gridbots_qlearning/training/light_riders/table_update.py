"""Tabular Q-learning update in Light Riders, many matches at a time: the learner's part of a round.

After each move of the learner

    error = reward + discount * max(floor, greatest Q of the moves to empty cells then) - Q
    Q of the position and the move += step * error

with step 1 / sqrt(decisions so far). When the match is over nothing comes after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_over, utility
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.light_riders.table import ORDER, add, best_move, is_free, slot_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

GRAIN: Final = 1 << 30
"""Of how many parts a drawn number is one."""

LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves that were learned from so far
        ("entries", "i8"),  # slots of the table that are used
        ("exploring", "i8"),  # matches from this number on are played without exploration
        ("epsilon", "f8"),
        ("gamma", "f8"),
        ("min_next_value", "f8"),  # what comes after a match that goes on counts at least so much
        ("win_reward", "f8"),
        ("draw_reward", "f8"),
        ("loss_reward", "f8"),
        ("seat", "i8"),
    ]
)
TRANSITION: Final = np.dtype([("slot", "i8"), ("move", "i8"), ("waits", "u1")])
"""The last decision: where in the table it stands, and whether it is not learned from yet."""


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
    """Write the learner's move in every match that goes on, and keep it."""
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
            move = any_move(states[at], seat, generators[at])
        else:
            move = best_move(table, slot, states[at], seat)
        moves[at, seat] = move
        transitions[at]["slot"], transitions[at]["move"] = slot, move
        transitions[at]["waits"] = move != NO_MOVE


@kernel
def any_move(state: State, seat: int, generator: Any) -> int:
    """One of the moves to empty cells."""
    chosen, count = NO_MOVE, 0
    for move in ORDER:
        if is_free(state, seat, move):
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen


@kernel
def learn(learner: Record, table: Record, transitions: Any, states: Any) -> None:
    """After a round: learn from the last moves."""
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
    """TD target of the last move: its reward, and the discounted value of what comes now."""
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
