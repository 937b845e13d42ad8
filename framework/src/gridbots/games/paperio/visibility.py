"""Visibility: a seat sees a square around its head, and its own land and trail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game.chance import GENERATOR_SIZE
from gridbots.games.paperio.state import FREE, OWNED, UNSEEN
from gridbots.grid import NO_MOVE, column_of, index_of, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def observe(state: State, seat: int) -> None:
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 0
    for other in range(state["seats"]):
        hidden = state["eliminated"][other] != 0 or not sees(state, seat, state["heads"][other])
        if other != seat and hidden:
            state["heads"][other] = UNSEEN
            state["headings"][other] = NO_MOVE
    if state["all_seeing"] >> seat & 1 == 0:
        blank_unseen(state, seat)


@kernel
def sees(state: State, seat: int, cell: int) -> bool:
    """Whether a seat sees a cell: all cells, or those in the square around its head."""
    if cell == UNSEEN:
        return False
    if state["all_seeing"] >> seat & 1:
        return True
    here, stride, radius = state["heads"][seat], state["stride"], state["radius"]
    rows = abs(row_of(here, stride) - row_of(cell, stride))
    columns = abs(column_of(here, stride) - column_of(cell, stride))
    return bool(rows <= radius and columns <= radius)


@kernel
def blank_unseen(state: State, seat: int) -> None:
    """Blank land and trails of others that are out of sight."""
    owners, trails, mine = state["owners"], state["trails"], OWNED + seat
    areas, lengths = state["areas"], state["trail_lengths"]
    side, stride, radius = state["side"], state["stride"], state["radius"]
    row, column = row_of(state["heads"][seat], stride), column_of(state["heads"][seat], stride)
    for there in range(side):
        is_row_seen = abs(there - row) <= radius
        cell = index_of(there, 0, stride)
        for place in range(side):
            owner, trail = owners[cell], trails[cell]
            if not (is_row_seen and abs(place - column) <= radius):
                if owner >= OWNED and owner != mine:
                    areas[owner - OWNED] -= 1
                    owners[cell] = FREE
                if trail != 0:
                    trails[cell] = trail & 1 << seat
                    for other in range(state["seats"]):
                        if other != seat:
                            lengths[other] -= trail >> other & 1
            cell += 1
