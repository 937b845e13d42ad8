"""Elimination of snakes, and the candies that they leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.multisnake.movement import DASH
from gridbots.games.multisnake.state import EMPTY, SNAKE, SPECIAL, cover, is_free
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, State


@kernel
def crash(state: State, moves: Moves) -> None:
    """Find all crashes of snakes that moved, with the new bodies, eliminated ones included."""
    eliminated = state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] == 0 and has_crashed(state, seat, moves[seat]):
            eliminated[seat] = state["rounds"]


@kernel
def has_crashed(state: State, seat: int, move: int) -> bool:
    """Whether the head is on another snake, or a dash passed through a body or another path."""
    bodies, lengths = state["bodies"], state["lengths"]
    for other in range(state["seats"]):
        if other == seat or lengths[other] == 0:
            continue
        if lies_on(state, other, bodies[seat, 0], 0):
            return True
        if move >= DASH and lies_on(state, other, bodies[seat, 1], 1):
            return True
    return False


@kernel
def lies_on(state: State, seat: int, cell: int, first: int) -> bool:
    """Whether the body of a snake covers a cell, looking at its new cells from this one on.

    Only the new cells, at most two, may be missing on the board.
    """
    if state["cells"][cell] == SNAKE + seat:
        return True
    for index in range(first, 2):
        if state["bodies"][seat, index] == cell:
            return True
    return False


@kernel
def clear_away(state: State, moves: Moves) -> None:
    """Remove eliminated snakes from the board, then put the heads of all others on it."""
    bodies, eliminated = state["bodies"], state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] == state["rounds"]:
            lift(state, seat)
    for seat in range(state["seats"]):
        if eliminated[seat] == 0:
            cover(state, seat, bodies[seat, 0])
            if moves[seat] >= DASH:
                cover(state, seat, bodies[seat, 1])


@kernel
def lift(state: State, seat: int) -> None:
    """Remove a snake from the board."""
    cells = state["cells"]
    for index in range(state["lengths"][seat]):
        cell = state["bodies"][seat, index]
        if cells[cell] == SNAKE + seat:
            cells[cell] = EMPTY
            state["layers"][cell] = 0


@kernel
def become_candies(state: State) -> None:
    """Every cell of an eliminated snake becomes a special candy, if it is free."""
    for seat in range(state["seats"]):
        if state["eliminated"][seat] == state["rounds"]:
            dissolve(state, seat, 0)


@kernel
def dissolve(state: State, seat: int, first: int) -> None:
    """Turn a removed snake into special candies, from this part of its body on."""
    bodies = state["bodies"]
    for index in range(state["lengths"][seat]):
        cell = bodies[seat, index]
        if index >= first and is_free(state, cell):
            state["candies"][cell] = SPECIAL
        if index > 0:
            bodies[seat, index] = 0
    state["lengths"][seat] = 0
