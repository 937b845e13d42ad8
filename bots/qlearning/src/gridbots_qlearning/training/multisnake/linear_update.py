"""Q(lambda) update of a linear function in Multiplayer Snake.

The Q-value of a move is the sum of the weights of its indicators. After each move of the learner

    error = reward + gamma * (max Q of the legal moves now) - Q
    weights of the indicators of the move += step * error

with step 1 / sqrt(decisions so far). There is no next value after the learner's death; after it is
the last one alive, the next value is computed as if the match went on. The reward is the growth of
its points, plus or minus the terminal reward for winning and dying.

With eligibility traces (lambda > 0) earlier moves are corrected, too: the i-th last one by
(gamma * lambda) ** i of the error, back to the last random move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living, is_over, score
from gridbots.game.chance import below
from gridbots.games.multisnake.movement import accepts
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.indicators import (
    INDICATORS,
    MAX_ACTIVE,
    ORDER,
    TRAPPED,
    q_value,
    see,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

GRAIN: Final = 1 << 30
"""Resolution of random numbers."""

LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves learned from
        ("epsilon", "f8"),
        ("gamma", "f8"),
        ("td_lambda", "f8"),
        ("terminal_reward", "f8"),
        ("seat", "i8"),
    ]
)
TRANSITION: Final = np.dtype(
    [
        ("trace", "f8", (INDICATORS,)),  # eligibility of each indicator
        ("seen", "i4", (MAX_ACTIVE,)),  # active indicators of the last move
        ("count", "i4"),
        ("points", "i4"),  # points before the last move
        ("is_greedy", "u1"),
        ("waits", "u1"),  # 1: the last move is still to be learned from
    ]
)


@kernel
def decide(  # noqa: PLR0913, PLR0917  the arrays of a batch
    learner: Record, weights: Array, transitions: Any, states: Any, generators: Any, moves: Any
) -> None:
    """Write the learner's move in every unfinished match, and record its indicators."""
    seat = learner["seat"]
    for at in range(len(states)):
        if not is_over(states[at]):
            moves[at, seat] = epsilon_greedy(
                learner, weights, transitions[at], states[at], generators[at]
            )


@kernel
def epsilon_greedy(
    learner: Record, weights: Array, transition: Record, state: State, generator: Any
) -> int:
    """Epsilon-greedy move, recorded as a transition."""
    seat, seen = learner["seat"], np.empty((2, MAX_ACTIVE), np.int32)
    explores = below(generator, GRAIN) < learner["epsilon"] * GRAIN
    best, most, legal, kept = NO_MOVE, -np.inf, 0, 0
    for move in ORDER:
        if accepts(state, seat, move):
            legal += 1
            count = see(state, seat, move, seen[1 - kept])
            value = q_value(weights, seen[1 - kept], count)
            if below(generator, legal) == 0 if explores else value >= most:
                best, most, kept, transition["count"] = move, value, 1 - kept, count
    transition["waits"], transition["is_greedy"] = 1, not explores
    transition["points"] = state["points"][seat]
    if best == NO_MOVE:
        transition["count"], transition["seen"][0] = 1, TRAPPED
        return best
    for index in range(transition["count"]):
        transition["seen"][index] = seen[kept, index]
    return best


@kernel
def learn(learner: Record, weights: Array, transitions: Any, states: Any, ended: Any) -> None:
    """Learn from the last moves, after a round; write which matches have ended.

    A match ends for the learner when it dies.
    """
    seat = learner["seat"]
    for at in range(len(states)):
        state, transition = states[at], transitions[at]
        ended[at] = is_over(state) or not is_living(state, seat)
        if transition["waits"]:
            transition["waits"] = 0
            learner["decisions"] += 1
            error = target(learner, weights, transition, state)
            error -= q_value(weights, transition["seen"], transition["count"])
            correct(learner, weights, transition, error / np.sqrt(learner["decisions"]))
        if ended[at] and learner["td_lambda"] > 0.0:
            for indicator in range(INDICATORS):
                transition["trace"][indicator] = 0.0


@kernel
def target(learner: Record, weights: Array, transition: Record, state: State) -> float:
    """TD target of the last move: its reward plus the discounted next value."""
    seat = learner["seat"]
    reward = float(state["points"][seat] - transition["points"])
    if not is_living(state, seat):
        return float(reward - learner["terminal_reward"])
    if has_won(state):
        reward += learner["terminal_reward"]
    return float(reward + learner["gamma"] * max_q_value(weights, state, seat))


@kernel
def has_won(state: State) -> bool:
    """Whether only one snake is left."""
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    return living == 1


@kernel
def max_q_value(weights: Array, state: State, seat: int) -> float:
    """The highest Q-value of moves that would be legal if the match went on; 0 without one."""
    seen, most, over = np.empty(MAX_ACTIVE, np.int32), -np.inf, state["over"]
    state["over"] = 0
    for move in ORDER:
        if accepts(state, seat, move):
            most = max(most, q_value(weights, seen, see(state, seat, move, seen)))
    state["over"] = over
    return most if most > -np.inf else 0.0


@kernel
def correct(learner: Record, weights: Array, transition: Record, change: float) -> None:
    """Change the weights of the last move, and of earlier moves by their traces."""
    if learner["td_lambda"] == 0.0:
        for index in range(transition["count"]):
            weights[transition["seen"][index]] += change
        return
    trace = transition["trace"]
    fading = learner["gamma"] * learner["td_lambda"] if transition["is_greedy"] else 0.0
    for indicator in range(INDICATORS):
        trace[indicator] *= fading
    for index in range(transition["count"]):
        trace[transition["seen"][index]] += 1.0
    for indicator in range(INDICATORS):
        weights[indicator] += change * trace[indicator]
        if not transition["is_greedy"]:
            trace[indicator] = 0.0


@kernel
def write_results(states: Any, seat: int, results: Array) -> None:
    """Write by match: 1 if the seat is the last one alive, else 0; and its score."""
    for at in range(len(states)):
        results[at, 0] = is_living(states[at], seat) and has_won(states[at])
        results[at, 1] = score(states[at], seat)
