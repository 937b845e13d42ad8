"""Visibility in fog: a snake sees a square around its head, across edges if the board is wrapped.

Hazards, lengths, health and eliminations are visible to all. Food and parts of other snakes are
visible only within the square; an unseen part has the cell UNSEEN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import column_of, index_of, row_of
from gridbots.kernel import kernel
from gridbots_battlesnake.feeding import remove_food
from gridbots_battlesnake.movement import next_cell
from gridbots_battlesnake.state import (
    UNSEEN,
    cover,
    head_of,
    is_living,
    is_on_board,
    place_of,
    uncover,
)

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def sees(state: State, seat: int, cell: int) -> bool:
    stride, head = state["stride"], head_of(state, seat)
    rows = abs(row_of(head, stride) - row_of(cell, stride))
    columns = abs(column_of(head, stride) - column_of(cell, stride))
    if state["wrapped"]:
        rows, columns = min(rows, state["height"] - rows), min(columns, state["width"] - columns)
    return bool(rows <= state["vision"] and columns <= state["vision"])


@kernel
def observe(state: State, seat: int) -> None:
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 0
    for other in range(state["seats"]):
        if other != seat:
            blank_body(state, seat, other)
    for index in range(state["food_count"] - 1, -1, -1):
        if not sees(state, seat, state["foods"][index]):
            remove_food(state, state["foods"][index])


@kernel
def blank_body(state: State, seat: int, other: int) -> None:
    for part in range(state["lengths"][other]):
        place = place_of(state, other, part)
        cell = state["bodies"][other, place]
        if cell != UNSEEN and not sees(state, seat, cell):
            state["bodies"][other, place] = UNSEEN
            if is_living(state, other):
                uncover(state, cell)


@kernel
def sample(state: State, seat: int, generator: Any) -> None:
    """Draw a cell out of sight, beside the previous part, for each unseen part of a living snake.

    The unseen part of a body is drawn as a random walk. Food out of sight is not drawn.
    """
    for other in range(state["seats"]):
        if is_living(state, other) and other != seat:
            draw_body(state, seat, other, generator)


@kernel
def draw_body(state: State, seat: int, other: int, generator: Any) -> None:
    """Draw from the first visible part, or a random cell, back to the head and on to the tail."""
    bodies, length, known = state["bodies"], state["lengths"][other], 0
    while known < length and bodies[other, place_of(state, other, known)] == UNSEEN:
        known += 1
    if known == length:
        known = 0
        put(state, other, 0, draw_cell(state, seat, generator))
    for part in range(known - 1, -1, -1):
        near = bodies[other, place_of(state, other, part + 1)]
        put(state, other, part, draw_near(state, seat, near, generator))
    for part in range(known + 1, length):
        if bodies[other, place_of(state, other, part)] == UNSEEN:
            near = bodies[other, place_of(state, other, part - 1)]
            put(state, other, part, draw_near(state, seat, near, generator))


@kernel
def put(state: State, seat: int, part: int, cell: int) -> None:
    state["bodies"][seat, place_of(state, seat, part)] = cell
    if cell != UNSEEN:
        cover(state, cell)


@kernel
def draw_near(state: State, seat: int, cell: int, generator: Any) -> int:
    """A random free neighbour out of sight; else any neighbour out of sight; else the cell."""
    for crowded in range(2):
        count = 0
        for move in range(4):
            count += may_lie(state, seat, next_cell(state, cell, move), crowded)
        if count > 0:
            left = below(generator, count)
            for move in range(4):
                there = next_cell(state, cell, move)
                if may_lie(state, seat, there, crowded):
                    if left == 0:
                        return there
                    left -= 1
    return cell if cell != UNSEEN and not sees(state, seat, cell) else UNSEEN


@kernel
def draw_cell(state: State, seat: int, generator: Any) -> int:
    """A random cell out of sight, free if possible; UNSEEN if all cells are in sight."""
    for crowded in range(2):
        count = 0
        for row in range(state["height"]):
            for column in range(state["width"]):
                count += may_lie(state, seat, index_of(row, column, state["stride"]), crowded)
        if count > 0:
            return nth_cell(state, seat, crowded, below(generator, count))
    return UNSEEN


@kernel
def nth_cell(state: State, seat: int, crowded: int, number: int) -> int:
    left = number
    for row in range(state["height"]):
        for column in range(state["width"]):
            cell = index_of(row, column, state["stride"])
            if may_lie(state, seat, cell, crowded):
                if left == 0:
                    return cell
                left -= 1
    return UNSEEN


@kernel
def may_lie(state: State, seat: int, cell: int, crowded: int) -> bool:
    if cell <= UNSEEN or not is_on_board(state, cell) or sees(state, seat, cell):
        return False
    return bool(crowded or state["cells"][cell] == 0)
