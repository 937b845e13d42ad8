"""Elimination: which snakes are eliminated, with cause and killer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.grid import column_of, row_of
from gridbots.kernel import kernel
from gridbots_battlesnake.state import (
    BODY_COLLISION,
    HAZARD,
    HEAD_COLLISION,
    LIVING,
    MOST_HEALTH,
    NOBODY,
    OUT_OF_HEALTH,
    SELF_COLLISION,
    WALL_COLLISION,
    cell_at,
    head_of,
    is_living,
    is_on_board,
    lift,
    part_of,
)

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def suffer_hazards(state: State) -> None:
    """Reduce health for each hazard in the cell of a head, unless the cell has food."""
    for seat in range(state["seats"]):
        if not is_living(state, seat):
            continue
        head = head_of(state, seat)
        if state["food"][head]:
            continue
        for _ in range(hazards_in(state, head)):
            health = state["healths"][seat] - state["hazard_damage"]
            state["healths"][seat] = min(max(health, 0), MOST_HEALTH)
            if health <= 0:
                eliminate(state, seat, HAZARD, NOBODY)
                break


@kernel
def hazards_in(state: State, cell: int) -> int:
    """The number of hazards in the cell of a head.

    The original stores the slime of the next round above the board, at the height of the board. So
    a head that leaves the board upwards meets the slime of the bottom row.
    """
    stride = state["stride"]
    if row_of(cell, stride) == -1:
        return state["stored"][cell_at(state, column_of(cell, stride), 0)]  # type: ignore[no-any-return]
    return state["hazards"][cell]  # type: ignore[no-any-return]


@kernel
def starve_or_leave(state: State) -> None:
    """Eliminate snakes without health or off the board, and remove their bodies."""
    for seat in range(state["seats"]):
        if is_living(state, seat):
            if state["healths"][seat] <= 0:
                eliminate(state, seat, OUT_OF_HEALTH, NOBODY)
            elif not is_on_board(state, head_of(state, seat)):
                eliminate(state, seat, WALL_COLLISION, NOBODY)


@kernel
def crash(state: State) -> None:
    """Eliminate snakes that have run into a body or a head, all by the same board."""
    for seat in range(state["seats"]):
        if is_living(state, seat) and state["cells"][head_of(state, seat)] > 1:
            find_collision(state, seat)
    for seat in range(state["seats"]):
        if is_living(state, seat) and state["causes"][seat] != LIVING:
            eliminate(state, seat, state["causes"][seat], state["killers"][seat])


@kernel
def find_collision(state: State, seat: int) -> None:
    """Write cause and killer of a snake whose head shares its cell, if that eliminates it."""
    head, length = head_of(state, seat), state["lengths"][seat]
    if lies_on(state, seat, head):
        state["causes"][seat] = SELF_COLLISION
        state["killers"][seat] = seat
        return
    body, winner = NOBODY, NOBODY
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            theirs = state["lengths"][other]
            if lies_on(state, other, head) and (body == NOBODY or theirs > state["lengths"][body]):
                body = other
            meets = head_of(state, other) == head and length <= theirs
            if meets and (winner == NOBODY or theirs > state["lengths"][winner]):
                winner = other
    if body != NOBODY:
        state["causes"][seat] = BODY_COLLISION
        state["killers"][seat] = body
    elif winner != NOBODY:
        state["causes"][seat] = HEAD_COLLISION
        state["killers"][seat] = winner


@kernel
def lies_on(state: State, seat: int, cell: int) -> bool:
    """Whether a body without its head covers a cell."""
    for part in range(1, state["lengths"][seat]):
        if part_of(state, seat, part) == cell:
            return True
    return False


@kernel
def eliminate(state: State, seat: int, cause: int, killer: int) -> None:
    state["causes"][seat] = cause
    state["killers"][seat] = killer
    lift(state, seat)
    state["eliminated"][seat] = state["rounds"]
