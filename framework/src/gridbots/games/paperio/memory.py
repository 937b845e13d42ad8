"""Memory of a seat in Paper.io, with assumed places of unseen heads.

For bots whose decisions are kernels: a single assumed position. `gridbots.belief` has all possible
ones, with the same `recall` and `freeze`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game.outcome import is_in_play
from gridbots.games.paperio.belief_model import freeze, put_head, recall
from gridbots.games.paperio.opening import clear, settle
from gridbots.games.paperio.state import OUTSIDE, UNSEEN
from gridbots.games.paperio.visibility import sees
from gridbots.grid import apart
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


def memory_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Type of the memory for state records of this type; all zeros at the opening."""
    return np.dtype(
        [
            ("has_begun", "i8"),
            ("opening", dtype, (1,)),
            ("now", dtype, (1,)),  # the assumed position, with all heads
            ("following", dtype, (1,)),  # workspace for the next position
        ]
    )


@kernel
def remember(
    memory: Record,
    observation: State,
    seat: int,
    frozen: bool,  # noqa: FBT001
    predicts: bool,  # noqa: FBT001
) -> None:
    """Update the memory by the observation before a move.

    A frozen memory is that of the CS221 program: others keep their land of the opening for ever.
    Otherwise observations are kept. A head out of sight is where it was last seen; or, if the
    memory predicts and that cell is in sight, in the nearest cell out of sight.
    """
    if not memory["has_begun"]:
        begin(memory, observation)
    before, now = memory["now"][0], memory["following"][0]
    memory["following"][0] = observation
    if frozen:
        freeze(now, memory["opening"][0], seat)
    else:
        recall(now, before, seat)
    for other in range(now["seats"]):
        if now["heads"][other] == UNSEEN and is_in_play(now, other):
            place = before["heads"][other]
            put_head(now, other, nearest_unseen(observation, seat, place) if predicts else place)
    memory["now"][0] = memory["following"][0]


@kernel
def begin(memory: Record, observation: State) -> None:
    """Begin with the opening, which all seats know."""
    memory["has_begun"] = 1
    memory["opening"][0] = observation
    opening = memory["opening"][0]
    clear(opening)
    for seat in range(opening["seats"]):
        settle(opening, seat)
    memory["now"][0] = memory["opening"][0]


@kernel
def nearest_unseen(observation: State, seat: int, place: int) -> int:
    """The nearest cell out of sight (the first, if several), or `place` if all are in sight."""
    if not sees(observation, seat, place):
        return place
    nearest, least = place, 1 << 30
    for cell in range(observation["stride"] * observation["stride"]):
        if observation["owners"][cell] != OUTSIDE and not sees(observation, seat, cell):
            steps = apart(place, cell, observation["stride"])
            if steps < least:
                nearest, least = cell, steps
    return nearest
