"""Movement and the loss of health in each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.grid import (
    DOWN,
    LEFT,
    NO_MOVE,
    RIGHT,
    UP,
    column_of,
    index_of,
    offset,
    row_of,
)
from gridbots.kernel import kernel
from gridbots_battlesnake.state import (
    cover,
    head_of,
    is_living,
    is_on_board,
    part_of,
    place_of,
    uncover,
)

if TYPE_CHECKING:
    from gridbots.game import Moves, State


@kernel
def go(state: State, moves: Moves) -> None:
    """Move all living snakes at once and reduce their health by 1."""
    for seat in range(state["seats"]):
        if is_living(state, seat):
            move = moves[seat] if moves[seat] != NO_MOVE else heading(state, seat)
            glide(state, seat, next_cell(state, head_of(state, seat), move))
    state["rounds"] += 1
    for seat in range(state["seats"]):
        if is_living(state, seat):
            state["healths"][seat] -= 1


@kernel
def glide(state: State, seat: int, head: int) -> None:
    """Move a body: add a head in place -1, which is place 0 next round, and drop the last part."""
    last = place_of(state, seat, state["lengths"][seat] - 1)
    uncover(state, state["bodies"][seat, last])
    state["bodies"][seat, last] = 0
    state["bodies"][seat, place_of(state, seat, -1)] = head
    cover(state, head)


@kernel
def next_cell(state: State, cell: int, move: int) -> int:
    """The target of a step: it may be off the board or, if wrapped, on the other side."""
    there = cell + offset(move, state["stride"])
    if state["wrapped"] and not is_on_board(state, there):
        return wrapped_cell(state, there)
    return there


@kernel
def wrapped_cell(state: State, cell: int) -> int:
    """The cell on the other side of the board for a cell just off it."""
    stride = state["stride"]
    row = row_of(cell, stride) % state["height"]
    return index_of(row, column_of(cell, stride) % state["width"], stride)


@kernel
def heading(state: State, seat: int) -> int:
    """The direction from neck to head, or up if both are in one cell; used for a missing move.

    Across an edge the first matching direction counts, as in the original.
    """
    stride = state["stride"]
    head, neck = head_of(state, seat), part_of(state, seat, 1)
    row, column = row_of(head, stride), column_of(head, stride)
    row_before, column_before = row_of(neck, stride), column_of(neck, stride)
    if abs(column - column_before) == 1:
        return RIGHT if column > column_before else LEFT
    if abs(row - row_before) == 1:
        return UP if row < row_before else DOWN
    if column != column_before:
        return RIGHT if column == 0 else LEFT
    if row != row_before:
        return UP if row == state["height"] - 1 else DOWN
    return UP


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  every move is legal
    """Whether a seat is to move. Every move is legal, even suicidal ones."""
    if not is_living(state, seat) or state["rounds"] >= state["max_rounds"]:
        return False
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            return True
    return bool(state["solo"])
