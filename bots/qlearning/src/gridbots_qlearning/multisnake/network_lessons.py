"""Q-learning with the network in Multiplayer Snake: the learner's part of a round.

As in `lessons`, but for the rewards, which are parameters of their own, in units of SCALE points,
and for the step, which is given. Errors are cut at MOST_ERROR: a death is no reason to forget the
rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.chance import below
from gridbots.game import is_living, is_over
from gridbots.games.multisnake.moving import DASH, accepts
from gridbots.games.multisnake.state import SNAKE
from gridbots.grid import NO_MOVE, offset
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.choosing import ORDER
from gridbots_qlearning.multisnake.indicators import MOST_SEEN
from gridbots_qlearning.multisnake.lessons import GRAIN, has_won
from gridbots_qlearning.multisnake.network import HIDDEN, correct, value_of
from gridbots_qlearning.multisnake.sight import look

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

SCALE: Final = 20.0
MOST_ERROR: Final = 2.0

LESSON: Final = np.dtype(
    [
        ("decisions", "i8"),  # moves that were learned from so far
        ("epsilon", "f8"),
        ("step", "f8"),
        ("discount", "f8"),
        ("win", "f8"),  # rewards, in points: for being left alone,
        ("death", "f8"),  # taken away for dying,
        ("ousted", "f8"),  # for each other that goes out,
        ("pressure", "f8"),  # for each cell of the own body beside another's head
    ]
)
PENDING: Final = np.dtype(
    [
        ("seen", "i4", (MOST_SEEN,)),  # indicators of the last move
        ("count", "i4"),
        ("points", "i4"),  # before the last move
        ("living", "i4"),  # snakes before the last move
        ("waits", "u1"),  # 1: a move was made that is not learned from yet
    ]
)


@kernel
def decide(  # noqa: PLR0913, PLR0917  the arrays of a lesson
    lesson: Record,
    network: Record,
    pending: Any,
    states: Any,
    seat: int,
    generators: Any,
    moves: Any,
) -> None:
    """Write the learner's move in every match that goes on, and note what it saw."""
    for at in range(len(states)):
        if not is_over(states[at]):
            noted, generator = pending[at], generators[at]
            moves[at, seat] = explore(lesson, network, noted, states[at], seat, generator)
            noted["points"] = states[at]["points"][seat]
            noted["living"] = living_in(states[at])


@kernel
def explore(  # noqa: PLR0913, PLR0917  a position, and who looks at it
    lesson: Record, network: Record, noted: Record, state: State, seat: int, generator: Any
) -> int:
    """A move, drawn from all legal ones with probability epsilon, else the best; it is noted."""
    seen, hidden = np.empty((2, MOST_SEEN), np.int32), np.empty(HIDDEN, np.float32)
    wanders = below(generator, GRAIN) < lesson["epsilon"] * GRAIN
    best, most, legal, kept = NO_MOVE, -np.inf, 0, 0
    for move in ORDER:
        if accepts(state, seat, move):
            legal += 1
            count = look(state, seat, move, seen[1 - kept])
            value = value_of(network, seen[1 - kept], count, hidden)
            if below(generator, legal) == 0 if wanders else value >= most:
                best, most, kept, noted["count"] = move, value, 1 - kept, count
    noted["waits"] = best != NO_MOVE
    for index in range(noted["count"] if noted["waits"] else 0):
        noted["seen"][index] = seen[kept, index]
    return best


@kernel
def living_in(state: State) -> int:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    return living


@kernel
def learn(  # noqa: PLR0913, PLR0917  the arrays of a lesson
    lesson: Record, network: Record, pending: Any, states: Any, seat: int, ended: Any
) -> None:
    """After a round: learn from the moves that were noted, and say which matches have ended."""
    hidden = np.empty(HIDDEN, np.float32)
    for at in range(len(states)):
        state, noted = states[at], pending[at]
        ended[at] = is_over(state) or not is_living(state, seat)
        if noted["waits"]:
            noted["waits"] = 0
            lesson["decisions"] += 1
            wanted = target(lesson, network, noted, state, seat)
            error = wanted - value_of(network, noted["seen"], noted["count"], hidden)
            cut = max(-MOST_ERROR, min(MOST_ERROR, error))
            correct(network, noted["seen"], noted["count"], hidden, cut, lesson["step"])


@kernel
def target(lesson: Record, network: Record, noted: Record, state: State, seat: int) -> float:
    """What the last move has turned out to be worth: the reward, and what may come now."""
    reward = float(state["points"][seat] - noted["points"])
    if not is_living(state, seat):
        return (reward - lesson["death"]) / SCALE  # type: ignore[no-any-return]
    reward += lesson["ousted"] * (noted["living"] - living_in(state))
    if lesson["pressure"] != 0.0:
        reward += lesson["pressure"] * ways_barred(state, seat)
    if has_won(state):
        return (reward + lesson["win"]) / SCALE  # type: ignore[no-any-return]
    return reward / SCALE + lesson["discount"] * greatest_value(network, state, seat)  # type: ignore[no-any-return]


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


@kernel
def greatest_value(network: Record, state: State, seat: int) -> float:
    """Of all moves that are legal; 0 if there is none."""
    seen, hidden = np.empty(MOST_SEEN, np.int32), np.empty(HIDDEN, np.float32)
    most = -np.inf
    for move in ORDER:
        if accepts(state, seat, move):
            count = look(state, seat, move, seen)
            most = max(most, value_of(network, seen, count, hidden))
    return most if most > -np.inf else 0.0
