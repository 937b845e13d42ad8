"""Light Riders in turns, as published searches play it: one rider goes on, and the others see it.

Two riders cannot meet in one cell, for the second sees the first there.
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
    """One living rider goes one cell on: straight on where this move is not accepted."""
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
    """When the last rider went out, or the rounds played: who goes out next lasted longer."""
    last = state["rounds"]
    for seat in range(state["seats"]):
        last = max(last, state["eliminated"][seat])
    return last  # type: ignore[no-any-return]
