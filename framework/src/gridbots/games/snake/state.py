"""Settings and state record of Snake: a chain of cells on a padded board, and a cell with an apple.

The presets are those of the published programs.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta
from msgspec.structs import force_setattr

from gridbots.game import empty_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import border, capacity_for, offset
from gridbots.kernel import kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import State


SMALLEST: Final = 4
LARGEST: Final = 60
MOST_ROUNDS: Final = 2**31 - 1
"""Upper limit of the record's fields."""

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "classic-30": {"width": 30, "height": 30, "start": "anywhere", "reversal": "fatal"},
    "corner-8": {
        "width": 8, "height": 8, "start": "corner", "reversal": "ignored", "max_rounds": 5000,
    },
}  # fmt: skip
"""Settings of each preset; the default of max_rounds is the square of the number of cells."""

Side = Annotated[int, Meta(ge=0, le=LARGEST)]


class SnakeSettings(Settings, frozen=True):
    """Omitted settings are filled in from the preset: the fields are never 0."""

    preset: Annotated[
        Literal["classic-30", "corner-8"],
        Meta(description="the defaults of all other settings, as in the published programs"),
    ] = "classic-30"
    width: Annotated[Side, Meta(description="columns of the board, 4..60; 0: from the preset")] = 0
    height: Annotated[Side, Meta(description="rows of the board, 4..60; 0: from the preset")] = 0
    start: Annotated[
        Literal["preset", "anywhere", "corner"],
        Meta(description="anywhere: length 1 in any cell; corner: length 4 in the top left"),
    ] = "preset"
    reversal: Annotated[
        Literal["preset", "fatal", "ignored"],
        Meta(description="turning back is a collision, or is ignored and the snake stays"),
    ] = "preset"
    max_rounds: Annotated[
        int,
        Meta(
            ge=0, le=MOST_ROUNDS, description="rounds after which the match ends; 0: as published"
        ),
    ] = 0

    def __post_init__(self) -> None:
        for name, value in PRESETS[self.preset].items():
            if getattr(self, name) in {0, "preset"}:
                force_setattr(self, name, value)
        if self.max_rounds == 0:
            force_setattr(self, "max_rounds", (self.width * self.height) ** 2)
        if min(self.width, self.height) < SMALLEST:
            raise ValueError(
                f"expected sides of {SMALLEST}..{LARGEST} cells, got {self.width}x{self.height}"
            )


EMPTY: Final = 0
WALL: Final = 1
APPLE: Final = 2
HEAD: Final = 3
BODY: Final = 4
"""A cell of the body holds BODY + the direction of the next part towards the head."""


@functools.cache
def state_dtype(capacity: int) -> np.dtype[Any]:
    """The record of one match on a padded board of up to `capacity` cells.

    The body is a chain within the cells: from the tail, each part points to the next one. So a step
    changes three cells, whatever the length, and a copy is little more than the board.
    """
    return np.dtype(
        [
            # Wider fields come first, so that every array is aligned.
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
    """Put the apple into a free cell; an existing apple is moved."""
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
