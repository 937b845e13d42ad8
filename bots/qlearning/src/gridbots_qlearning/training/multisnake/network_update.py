"""Q-learning update of the network in Multiplayer Snake: the learner's part of a round.

As in `linear_update`, but for the rewards, which are parameters of their own, in units of SCALE
points, and for the step, which is given. Errors are cut at MOST_ERROR: a death is no reason to
forget the rest.
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
from gridbots_qlearning.multisnake.decision import ORDER
from gridbots_qlearning.multisnake.features import look
from gridbots_qlearning.multisnake.indicators import MOST_SEEN
from gridbots_qlearning.multisnake.network import HIDDEN, correct, value_of
from gridbots_qlearning.training.multisnake.linear_update import GRAIN, has_won

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

SCALE: Final = 20.0
MOST_ERROR: Final = 2.0

LEARNER: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves that were learned from so far
        ("epsilon", "f8"),
        ("learning_rate", "f8"),
        ("gamma", "f8"),
        ("win_reward", "f8"),  # rewards, in points: for being left alone,
        ("death_penalty", "f8"),  # taken away for dying,
        ("elimination_reward", "f8"),  # for each other that goes out,
        ("pressure_reward", "f8"),  # for each cell of the own body beside another's head
    ]
)
TRANSITION: Final = np.dtype(
    [
        ("seen", "i4", (MOST_SEEN,)),  # indicators of the last move
        ("count", "i4"),
        ("points", "i4"),  # before the last move
        ("living", "i4"),  # snakes before the last move
        ("waits", "u1"),  # 1: a move was made that is not learned from yet
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
    """Write the learner's move in every match that goes on, and keep what it saw."""
    for at in range(len(states)):
        if not is_over(states[at]):
            transition, generator = transitions[at], generators[at]
            moves[at, seat] = epsilon_greedy(
                learner, network, transition, states[at], seat, generator
            )
            transition["points"] = states[at]["points"][seat]
            transition["living"] = living_in(states[at])


@kernel
def epsilon_greedy(  # noqa: PLR0913, PLR0917  a position, and who looks at it
    learner: Record, network: Record, transition: Record, state: State, seat: int, generator: Any
) -> int:
    """Epsilon-greedy move, kept as a transition.

    What all moves are worth now is what the move before is learned from.
    """
    seen, hidden = np.empty((4, MOST_SEEN), np.int32), np.empty(HIDDEN, np.float32)
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
    """After a round: say which matches have ended, and learn from the last moves of these.

    From other moves it learns when it has looked at what it can do next.
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
    """Bring the value of the last move nearer to what it has turned out to be."""
    hidden = np.empty(HIDDEN, np.float32)
    learner["decisions"] += 1
    error = wanted - value_of(network, transition["seen"], transition["count"], hidden)
    cut = max(-MOST_ERROR, min(MOST_ERROR, error))
    correct(network, transition["seen"], transition["count"], hidden, cut, learner["learning_rate"])


@kernel
def target(  # noqa: PLR0913, PLR0917  a round, and what can be done after it
    learner: Record, transition: Record, state: State, seat: int, legal: int, most: float
) -> float:
    """What the last move has turned out to be worth: the reward, and what may come now.

    `legal` moves are left, and the best of them is worth `most`. Whoever has none is as good as
    dead.
    """
    reward = float(state["points"][seat] - transition["points"])
    if legal == 0 or not is_living(state, seat):
        return (reward - learner["death_penalty"]) / SCALE  # type: ignore[no-any-return]
    reward += learner["elimination_reward"] * (transition["living"] - living_in(state))
    if learner["pressure_reward"] != 0.0:
        reward += learner["pressure_reward"] * ways_barred(state, seat)
    if has_won(state):
        reward += learner["win_reward"]
    return float(reward / SCALE + learner["gamma"] * most)


@kernel
def ways_barred(state: State, seat: int) -> int:
    """Cells of the own body beside heads of others: how far they are surrounded."""
    barred = 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            for way in range(DASH):
                beside = state["bodies"][other, 0] + offset(way, state["stride"])
                barred += state["cells"][beside] == SNAKE + seat
    return barred
