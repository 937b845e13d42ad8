"""State record of Snake: a chain of cells on a padded board, and a cell with an apple."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import empty_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import border, capacity_for, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.games.snake.settings import SnakeSettings

EMPTY: Final = 0
WALL: Final = 1
APPLE: Final = 2
HEAD: Final = 3
BODY: Final = 4
"""A cell of the body holds BODY + the direction of the next part towards the head."""


@functools.cache
def state_dtype(capacity: int) -> np.dtype[Any]:
    """The record of one match on a padded board of up to `capacity` cells.

    The body is a chain within the cells: from the tail, each part tells where the next one lies.
    So a step touches three cells, whatever the length, and a copy is little more than the board.
    """
    return np.dtype(
        [
            # Whatever is wider comes first, so that every array is aligned.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("head", "i4"),  # index of its cell
            ("tail", "i4"),  # index of its cell; the head's for length 1
            ("apple", "i4"),  # index of its cell; 0 on a full board
            ("length", "i4"),  # cells of the snake
            ("steps", "i4"),  # steps made, a fatal one included
            ("rounds", "i4"),  # rounds played
            ("max_rounds", "i4"),
            ("width", "i4"),
            ("height", "i4"),
            ("stride", "i4"),  # width + 2
            ("cells", "u1", (capacity,)),  # padded board: EMPTY ... HEAD, or BODY + direction
            ("heading", "i1"),  # direction of the last step, also of a fatal one
            ("dead", "u1"),
            ("over", "u1"),
            ("back_is_ignored", "u1"),  # 1: turning back makes no step
            ("starts_in_corner", "u1"),  # 1: as in corner-8; 0 where it is not known
        ]
    )


def record_type(settings: SnakeSettings) -> np.dtype[Any]:
    return state_dtype(capacity_for(settings.width, settings.height))


def blank_state(settings: SnakeSettings) -> State:
    """A board without snake and apple."""
    state = empty_state(record_type(settings))
    border(state["cells"], settings.width, settings.height, WALL)
    state["width"] = settings.width
    state["height"] = settings.height
    state["stride"] = settings.width + 2
    state["max_rounds"] = settings.max_rounds
    state["back_is_ignored"] = settings.reversal == "ignored"
    return state


@kernel
def place_apple(state: State) -> None:
    """Draw a cell for the next apple, all free cells being equally likely; none on a full board."""
    free = state["width"] * state["height"] - state["length"]
    state["apple"] = 0
    if free > 0:
        put_apple(state, free_cell(state, below(state["generator"], free)))


@kernel
def put_apple(state: State, cell: int) -> None:
    """Put the apple into a free cell; if one is lying elsewhere, it is moved."""
    cells, before = state["cells"], state["apple"]
    if before != 0:
        cells[before] = EMPTY
    cells[cell] = APPLE
    state["apple"] = cell


@kernel
def free_cell(state: State, number: int) -> int:
    """The index of an empty cell, counted row by row from 0."""
    cells = state["cells"]
    cell = state["stride"]
    left = number + 1
    while True:
        if cells[cell] == EMPTY:
            left -= 1
            if left == 0:
                return int(cell)
        cell += 1


def body(state: State) -> list[int]:
    """The cells of the snake, from the tail to the head."""
    cells, stride = state["cells"].tobytes(), int(state["stride"])
    here = int(state["tail"])
    chain = [here]
    for _ in range(int(state["length"]) - 1):
        here += offset(cells[here] - BODY, stride)
        chain.append(here)
    return chain
