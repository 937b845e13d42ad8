"""Greedy policy by a Q-table of Light Riders, and what is done where it has no entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.grid import NO_MOVE, offset
from gridbots.kernel import kernel
from gridbots.space import MOST_HEADS, WORKSPACE, spread
from gridbots_qlearning.light_riders.table import ORDER, best_move, is_free, slot_of

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Record


@kernel
def choose_by_table(table: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  nothing is drawn
    """Greedy move by the Q-table; the roomiest one where that has no entry."""
    side = table["side"]
    fits = observation["width"] == side and observation["height"] == side
    if fits and observation["seats"] == 2:
        slot = slot_of(table, observation, seat)
        if table["used"][slot]:
            return best_move(table, slot, observation, seat)
    return roomiest_move(observation, seat)


@kernel
def roomiest_move(observation: AnyState, seat: int) -> int:
    """The move to the empty cell with the largest Voronoi territory."""
    return _roomiest_in(observation, seat, np.empty(1, WORKSPACE))


@kernel
def _roomiest_in(observation: AnyState, seat: int, rooms: Any) -> int:
    # The room comes in an array: in compiled code a record does not keep its memory.
    heads, room = np.full(MOST_HEADS, -1, np.int32), rooms[0]
    for other in range(observation["seats"]):
        if observation["eliminated"][other] == 0:
            heads[other] = observation["riders"][other]
    best, most = NO_MOVE, -1
    for move in ORDER:
        if is_free(observation, seat, move):
            stride = observation["stride"]
            heads[seat] = observation["riders"][seat] + offset(move, stride)
            spread(observation["cells"], heads, observation["seats"], stride, room)
            if room["counts"][1 << seat] >= most:
                best, most = move, room["counts"][1 << seat]
    return best
