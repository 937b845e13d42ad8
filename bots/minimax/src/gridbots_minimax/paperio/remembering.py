"""What an agent remembers of Paper.io, and where it takes heads to be that it does not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game import step
from gridbots.games.paperio.hiding import freeze, put_head, recall
from gridbots.games.paperio.opening import clear, settle
from gridbots.games.paperio.seeing import sees
from gridbots.games.paperio.state import EVERYBODY, OUTSIDE, UNSEEN, is_living, is_to_move
from gridbots.grid import NO_MOVE, apart
from gridbots.kernel import kernel
from gridbots.search.tree import expected

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record


def memory_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Of an agent, for state records of this type: all zeros at first."""
    return np.dtype(
        [
            ("has_begun", "i8"),
            ("opening", dtype, (1,)),
            ("now", dtype, (1,)),  # the position as it is taken to be; no head is missing
            ("following", dtype, (1,)),  # room to think of the next
        ]
    )


@kernel
def remember(plan: Record, memory: Record, observation: State, seat: int) -> None:
    """Take in what the seat sees before its move."""
    if not memory["has_begun"]:
        begin(memory, observation)
    before, now = memory["now"][0], memory["following"][0]
    memory["following"][0] = observation
    if plan["frozen"]:
        freeze(now, memory["opening"][0], seat)
    else:
        recall(now, before, seat)
    for other in range(now["seats"]):
        if now["heads"][other] == UNSEEN and is_living(now, other):
            place = before["heads"][other]
            if plan["predicts"]:
                place = nearest_unseen(observation, seat, place)
            put_head(now, other, place)
    memory["now"][0] = memory["following"][0]


@kernel
def begin(memory: Record, observation: State) -> None:
    """All know how matches begin."""
    memory["has_begun"] = 1
    memory["opening"][0] = observation
    opening = memory["opening"][0]
    clear(opening)
    for seat in range(opening["seats"]):
        settle(opening, seat)
    memory["now"][0] = memory["opening"][0]


@kernel
def nearest_unseen(observation: State, seat: int, place: int) -> int:
    """The cell out of sight that is nearest to a place, the first of several; else the place."""
    nearest, least = place, 1 << 30
    for cell in range(observation["stride"] * observation["stride"]):
        if observation["owners"][cell] != OUTSIDE and not sees(observation, seat, cell):
            steps = apart(place, cell, observation["stride"])
            if steps < least:
                nearest, least = cell, steps
    return nearest


@kernel
def expect(plan: Record, memory: Record, seat: int, move: int) -> None:
    """Think the own move played, and the replies that the search expected to it.

    What would end the match or eliminate somebody, or has no reply expected, is not thought on.
    """
    moves = np.full(memory["now"][0]["seats"], NO_MOVE)
    for other in range(len(moves)):
        moves[other] = expected(plan["lines"][move], other)
    moves[seat] = move
    for _ in range(memory["now"][0]["seats"]):
        now, following = memory["now"][0], memory["following"][0]
        memory["following"][0] = memory["now"][0]
        if lacks_move(now, moves):
            return
        step(following, moves)
        if living(following) != living(now):
            return
        memory["now"][0] = memory["following"][0]
        if now["mover"] == EVERYBODY or now["mover"] == seat:
            return


@kernel
def lacks_move(state: State, moves: Array) -> bool:
    """Whether a seat that is to move has none in these."""
    for seat in range(state["seats"]):
        if is_to_move(state, seat) and moves[seat] == NO_MOVE:
            return True
    return False


@kernel
def living(state: State) -> int:
    """The seats in a match, a bit each; none if it is over."""
    seats = 0
    for seat in range(state["seats"]):
        if state["over"] == 0 and is_living(state, seat):
            seats |= 1 << seat
    return seats
