"""Opening of Multiplayer Snake: snakes in separate squares, and candies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game.chance import below, seed_generator
from gridbots.games.multisnake.state import (
    EMPTY,
    START_LENGTH,
    START_POINTS,
    MultisnakeSettings,
    blank_state,
    cover,
    draw_cell,
    drop_candy,
    is_free,
    squares_across,
)
from gridbots.grid import index_of, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State


def setup(settings: MultisnakeSettings, seed: int) -> State:
    """The opening for a seed: snakes of two cells, each in a separate square, and candies."""
    state = blank_state(settings)
    seed_generator(state["generator"], seed)
    draw_opening(state)
    return state


@kernel
def draw_opening(state: State) -> None:
    draw_squares(state)
    for seat in range(state["seats"]):
        draw_body(state, seat)
    scatter_candies(state)


@kernel
def draw_squares(state: State) -> None:
    """Draw a square for each snake; its number is in place of the head until that is drawn."""
    bodies, squares = state["bodies"], squares_across(state["seats"]) ** 2
    for seat in range(state["seats"]):
        is_taken = True
        while is_taken:
            bodies[seat, 0] = below(state["generator"], squares)
            is_taken = False
            for other in range(seat):
                is_taken |= bool(bodies[other, 0] == bodies[seat, 0])


@kernel
def draw_body(state: State, seat: int) -> None:
    """A head off the edge of its square, and a second cell in any direction from it."""
    across, square = squares_across(state["seats"]), state["bodies"][seat, 0]
    generator, stride, side = state["generator"], state["stride"], state["side"] // across
    row = square // across * side + 1 + below(generator, side - 2)
    column = square % across * side + 1 + below(generator, side - 2)
    head = index_of(row, column, stride)
    place_snake(state, seat, head, head + offset(below(generator, 4), stride))


@kernel
def place_snake(state: State, seat: int, head: int, tail: int) -> None:
    """Put a snake of two cells on the board, with the points of its length."""
    state["bodies"][seat, 0] = head
    state["bodies"][seat, 1] = tail
    state["lengths"][seat] = START_LENGTH
    state["points"][seat] = START_POINTS
    cover(state, seat, head)
    cover(state, seat, tail)


@kernel
def scatter_candies(state: State) -> None:
    left = state["first_candies"]
    while left > 0:
        cell = draw_cell(state)
        if is_free(state, cell):
            drop_candy(state, cell)
            left -= 1


@kernel
def reopen(state: State) -> None:
    clear(state)
    draw_opening(state)


@kernel
def clear(state: State) -> None:
    """Reset to an empty board without snakes."""
    cells, layers, candies = state["cells"], state["layers"], state["candies"]
    for row in range(state["side"]):
        for column in range(state["side"]):
            cell = index_of(row, column, state["stride"])
            cells[cell] = EMPTY
            layers[cell] = 0
            candies[cell] = 0
    for seat in range(state["seats"]):
        for index in range(max(state["lengths"][seat], 1)):
            state["bodies"][seat, index] = 0
        state["lengths"][seat] = 0
        state["points"][seat] = 0
        state["meals"][seat] = 0
        state["eliminated"][seat] = 0
    state["rounds"] = 0
    state["over"] = 0
