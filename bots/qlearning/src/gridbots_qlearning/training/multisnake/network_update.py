"""Q-learning update of the network in Multiplayer Snake.

It differs from `linear_update` in the rewards, which are parameters, in units of SCALE points, and
in the learning rate, which is given. Errors are clipped to MAX_ERROR, so that a death does not
overwrite what was learned before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living, is_over
from gridbots.game.chance import below
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.games.multisnake.state import SNAKE
from gridbots.grid import NO_MOVE, offset
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.features import look
from gridbots_qlearning.multisnake.indicators import MAX_ACTIVE, ORDER
from gridbots_qlearning.multisnake.network import HIDDEN, descend, value_of
from gridbots_qlearning.training.multisnake.linear_update import GRAIN, has_won

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

SCALE: Final = 20.0
MAX_ERROR: Final = 2.0

LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves learned from
        ("epsilon", "f8"),
        ("learning_rate", "f8"),
        ("gamma", "f8"),
        ("win_reward", "f8"),  # rewards, in points: for being the last one alive,
        ("death_penalty", "f8"),  # penalty for dying,
        ("elimination_reward", "f8"),  # for each opponent that is eliminated,
        ("pressure_reward", "f8"),  # for each own cell beside an opponent's head
    ]
)
TRANSITION: Final = np.dtype(
    [
        ("seen", "i4", (MAX_ACTIVE,)),  # active indicators of the last move
        ("count", "i4"),
        ("points", "i4"),  # points before the last move
        ("living", "i4"),  # living snakes before the last move
        ("waits", "u1"),  # 1: the last move is still to be learned from
    ]
)


@kernel
def decide(  # noqa: PLR0913, PLR0917  the arrays of a batch
    learner: Record,
    network: Record,
    transitions: Any,
    states: Any,
    seat: int,
    generators: Any,
    moves: Any,
) -> None:
    """Write the learner's move in every unfinished match, and record its indicators."""
    for at in range(len(states)):
        if not is_over(states[at]):
            transition, generator = transitions[at], generators[at]
            moves[at, seat] = epsilon_greedy(
                learner, network, transition, states[at], seat, generator
            )
            transition["points"] = states[at]["points"][seat]
            transition["living"] = living_in(states[at])


@kernel
def epsilon_greedy(  # noqa: PLR0913, PLR0917  a learner and a position
    learner: Record, network: Record, transition: Record, state: State, seat: int, generator: Any
) -> int:
    """Epsilon-greedy move, recorded as a transition.

    The Q-values of all moves are also the next values of the move before, which is learned from.
    """
    seen, hidden = np.empty((4, MAX_ACTIVE), np.int32), np.empty(HIDDEN, np.float32)
    counts, moves = np.zeros(4, np.int32), np.zeros(4, np.int32)
    legal = best = 0
    most = -np.inf
    for move in ORDER:
        if accepts(state, seat, move):
            moves[legal] = move
            counts[legal] = look(state, seat, move, network["blind"], seen[legal])
            value = value_of(network, seen[legal], counts[legal], hidden)
            if value >= most:
                best, most = legal, value
            legal += 1
    if transition["waits"]:
        wanted = target(learner, transition, state, seat, legal, most)
        learn_from(learner, network, transition, wanted)
    transition["waits"] = legal > 0
    if legal == 0:
        return NO_MOVE
    if below(generator, GRAIN) < learner["epsilon"] * GRAIN:
        best = below(generator, legal)
    transition["count"] = counts[best]
    for index in range(counts[best]):
        transition["seen"][index] = seen[best, index]
    return int(moves[best])


@kernel
def living_in(state: State) -> int:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    return living


@kernel
def learn(  # noqa: PLR0913, PLR0917  the arrays of a batch
    learner: Record, network: Record, transitions: Any, states: Any, seat: int, ended: Any
) -> None:
    """Write which matches have ended, after a round, and learn from their last moves.

    Other moves are learned from when the next move is chosen.
    """
    for at in range(len(states)):
        state, transition = states[at], transitions[at]
        ended[at] = is_over(state) or not is_living(state, seat)
        if transition["waits"] and ended[at]:
            transition["waits"] = 0
            wanted = target(learner, transition, state, seat, 1, 0.0)
            learn_from(learner, network, transition, wanted)


@kernel
def learn_from(learner: Record, network: Record, transition: Record, wanted: float) -> None:
    """Move the Q-value of the last move towards its target."""
    hidden = np.empty(HIDDEN, np.float32)
    learner["decisions"] += 1
    error = wanted - value_of(network, transition["seen"], transition["count"], hidden)
    clipped = max(-MAX_ERROR, min(MAX_ERROR, error))
    descend(
        network, transition["seen"], transition["count"], hidden, clipped, learner["learning_rate"]
    )


@kernel
def target(  # noqa: PLR0913, PLR0917  a round, and the next moves
    learner: Record, transition: Record, state: State, seat: int, legal: int, most: float
) -> float:
    """TD target of the last move: its reward plus the discounted next value.

    `legal`: number of legal moves now; `most`: their highest Q-value. Without one, the snake counts
    as dead.
    """
    reward = float(state["points"][seat] - transition["points"])
    if legal == 0 or not is_living(state, seat):
        return (reward - learner["death_penalty"]) / SCALE  # type: ignore[no-any-return]
    reward += learner["elimination_reward"] * (transition["living"] - living_in(state))
    if learner["pressure_reward"] != 0.0:
        reward += learner["pressure_reward"] * cells_beside_heads(state, seat)
    if has_won(state):
        reward += learner["win_reward"]
    return float(reward / SCALE + learner["gamma"] * most)


@kernel
def cells_beside_heads(state: State, seat: int) -> int:
    """Count the cells of the own body beside heads of opponents."""
    count = 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            for way in range(DASH):
                beside = state["bodies"][other, 0] + offset(way, state["stride"])
                count += state["cells"][beside] == SNAKE + seat
    return count
