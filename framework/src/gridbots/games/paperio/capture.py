"""Coming home: trails and the cells that they enclose become land."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.games.paperio.state import EVERYBODY, MOST_SEATS, OUTSIDE, OWNED, UNSEEN, is_held
from gridbots.grid import index_of, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def capture(state: State, home: int) -> int:
    """Turn trails and holes into land, for all seats at once; return the enclosed seats.

    A cell that several seats would gain does not change.
    """
    cells = state["stride"] * state["stride"]
    gained = np.zeros(cells, np.uint8)  # the seats that would gain the cell
    walked = np.empty(cells, np.uint8)
    stack = np.empty(cells, np.int32)
    for seat in range(state["seats"]):
        if home >> seat & 1:
            enclose(state, seat, gained, walked, stack)
    enclosed = find_enclosed(state, gained)
    take(state, gained)
    drop_trails(state, home)
    return enclosed


@kernel
def enclose(state: State, seat: int, gained: Any, walked: Any, stack: Any) -> None:
    """Mark the cells that a seat gains: its trail, and the cells that it cuts off from the edge.

    A flood fill from the edge covers all cells that are neither land nor trail of the seat; cells
    that it does not reach, and that are not land of the seat, are gained.
    """
    owners, side, stride = state["owners"], state["side"], state["stride"]
    for cell in range(stride * stride):
        walked[cell] = 0
    end = 0
    for place in range(side):
        for edge in (
            index_of(0, place, stride),
            index_of(side - 1, place, stride),
            index_of(place, 0, stride),
            index_of(place, side - 1, stride),
        ):
            if walked[edge] == 0 and not is_held(state, seat, edge):
                walked[edge] = 1
                stack[end] = edge
                end += 1
    while end > 0:
        end -= 1
        here = stack[end]
        for direction in range(4):
            there = here + offset(direction, stride)
            if walked[there] == 0 and owners[there] != OUTSIDE and not is_held(state, seat, there):
                walked[there] = 1
                stack[end] = there
                end += 1
    for cell in range(stride * stride):
        if walked[cell] == 0 and owners[cell] != OUTSIDE and owners[cell] != OWNED + seat:
            gained[cell] |= 1 << seat


@kernel
def find_enclosed(state: State, gained: Any) -> int:
    """The seats whose heads are on cells that another seat gains."""
    heads, enclosed = state["heads"], 0
    for seat in range(state["seats"]):
        if state["eliminated"][seat] == 0 and heads[seat] != UNSEEN:
            gains = gained[heads[seat]]
            if gains != 1 << seat and sole_owner(gains) != EVERYBODY:
                enclosed |= 1 << seat
    return enclosed


@kernel
def sole_owner(seats: int) -> int:
    """The seat in a set of one; EVERYBODY for any other set."""
    for seat in range(MOST_SEATS):
        if seats == 1 << seat:
            return seat
    return EVERYBODY


@kernel
def take(state: State, gained: Any) -> None:
    owners, areas = state["owners"], state["areas"]
    for cell in range(len(gained)):
        owner = sole_owner(gained[cell]) if gained[cell] != 0 else EVERYBODY
        if owner != EVERYBODY:
            if owners[cell] >= OWNED:
                areas[owners[cell] - OWNED] -= 1
            owners[cell] = OWNED + owner
            areas[owner] += 1


@kernel
def drop_trails(state: State, seats: int) -> None:
    trails, kept = state["trails"], (1 << MOST_SEATS) - 1 & ~seats
    for cell in range(state["stride"] * state["stride"]):
        trails[cell] &= kept
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["trail_lengths"][seat] = 0
