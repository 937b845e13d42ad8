"""Sequential form of Light Riders for published searches: riders move one after the other.

Two riders cannot meet in one cell, because the second sees the first there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.light_riders.rules import (
    EMPTY,
    HEAD,
    WALL,
    accepts,
    eliminate_stuck,
    finish,
)
from gridbots.grid import NO_MOVE, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def step_seat(state: State, seat: int, move: int) -> None:
    """Move one living rider by one cell; an illegal move means straight on."""
    cells, riders = state["cells"], state["riders"]
    now = 1 + last_elimination(state)
    if move != NO_MOVE and accepts(state, seat, move):
        state["headings"][seat] = move
    there = riders[seat] + offset(state["headings"][seat], state["stride"])
    cells[riders[seat]] = WALL
    riders[seat] = there
    if cells[there] == EMPTY:
        cells[there] = HEAD + seat
    else:
        state["eliminated"][seat] = now
    if state["stuck_is_out"]:
        eliminate_stuck(state, now)
    finish(state)


@kernel
def last_elimination(state: State) -> int:
    """The time of the last elimination, or the rounds played: later eliminations rank higher."""
    last = state["rounds"]
    for seat in range(state["seats"]):
        last = max(last, state["eliminated"][seat])
    return last  # type: ignore[no-any-return]
