"""Snake: one snake eats apples, grows by one cell with each, and has won when it fills the board.

The next cell must be on the board and free. The cell of the tail is not, although the tail is about
to leave it. Rules and published caps are those of two programs: twanvl/snake (preset classic-30)
and chuyangliu/snake (preset corner-8).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta
from msgspec.structs import force_setattr

from gridbots.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game import Outcome, empty_state
from gridbots.grid import (
    DIRECTIONS,
    LEFT,
    NO_MOVE,
    RIGHT,
    border,
    capacity_for,
    index_of,
    offset,
    opposite,
)
from gridbots.kernel import kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import Moves, State

EMPTY: Final = 0
WALL: Final = 1
APPLE: Final = 2
HEAD: Final = 3
BODY: Final = 4
"""A cell of the body holds BODY + the direction of the next part towards the head."""
CORNER_LENGTH: Final = 4
SMALLEST: Final = 4
LARGEST: Final = 60
MOST_ROUNDS: Final = 2**31 - 1
"""What a record has room for."""

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "classic-30": {"width": 30, "height": 30, "start": "anywhere", "reversal": "fatal"},
    "corner-8": {
        "width": 8, "height": 8, "start": "corner", "reversal": "ignored", "max_rounds": 5000,
    },
}  # fmt: skip
"""What each preset says; without max_rounds it is the square of the number of cells."""

Side = Annotated[int, Meta(ge=0, le=LARGEST)]


class SnakeSettings(Settings, frozen=True):
    """What is not given is filled in from the preset: the fields of settings are never 0."""

    preset: Annotated[
        Literal["classic-30", "corner-8"],
        Meta(description="the defaults of all other settings, as in the published programs"),
    ] = "classic-30"
    width: Annotated[Side, Meta(description="columns of the board, 4..60; 0: of the preset")] = 0
    height: Annotated[Side, Meta(description="rows of the board, 4..60; 0: of the preset")] = 0
    start: Annotated[
        Literal["preset", "anywhere", "corner"],
        Meta(description="anywhere: length 1 in any cell; corner: length 4 in the top left"),
    ] = "preset"
    reversal: Annotated[
        Literal["preset", "fatal", "ignored"],
        Meta(description="turning back is a collision, or no step is made"),
    ] = "preset"
    max_rounds: Annotated[
        int,
        Meta(ge=0, le=MOST_ROUNDS, description="rounds after which it ends; 0: as published"),
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


def setup(settings: SnakeSettings, seed: int) -> State:
    """The opening for a seed."""
    state = blank_state(settings)
    state["starts_in_corner"] = settings.start == "corner"
    seed_generator(state["generator"], seed)
    draw_opening(state)
    return state


@kernel
def draw_opening(state: State) -> None:
    stride, width = state["stride"], state["width"]
    if state["starts_in_corner"]:
        put_snake(state, index_of(0, 0, stride), RIGHT, CORNER_LENGTH)
    else:
        place = below(state["generator"], width * state["height"])
        row, column = place // width, place % width
        put_snake(state, index_of(row, column, stride), facing_inward(state, column), 1)
    place_apple(state)


@kernel
def facing_inward(state: State, column: int) -> int:
    """The heading of a snake that has not moved yet: to the far side."""
    return RIGHT if column < state["width"] // 2 else LEFT


@kernel
def put_snake(state: State, tail: int, heading: int, length: int) -> None:
    """Lay a straight snake on an empty board."""
    way = offset(heading, state["stride"])
    head = tail + (length - 1) * way
    for part in range(length - 1):
        state["cells"][tail + part * way] = BODY + heading
    state["cells"][head] = HEAD
    state["head"] = head
    state["tail"] = tail
    state["heading"] = heading
    state["length"] = length


@kernel
def reopen(state: State) -> None:
    clear(state)
    draw_opening(state)


@kernel
def clear(state: State) -> None:
    """Back to a board without snake and apple."""
    cells, stride = state["cells"], state["stride"]
    for row in range(state["height"]):
        for column in range(state["width"]):
            cells[index_of(row, column, stride)] = EMPTY
    state["apple"] = 0
    state["dead"] = 0
    state["over"] = 0
    state["steps"] = 0
    state["rounds"] = 0


@kernel
def step(state: State, moves: Moves) -> None:
    if is_over(state):
        return
    state["rounds"] += 1
    if makes_step(state, moves[0]):
        steer(state, moves[0])
        go(state)
    finish(state)


@kernel
def makes_step(state: State, move: int) -> bool:
    """Where turning back is ignored, it makes no step, and neither does no move."""
    if state["back_is_ignored"] == 0:
        return True
    return bool(move != NO_MOVE and not turns_back(state, move))


@kernel
def turns_back(state: State, move: int) -> bool:
    return bool(state["length"] > 1 and move == opposite(state["heading"]))


@kernel
def steer(state: State, move: int) -> None:
    """Take the direction of the move; without one, go straight on."""
    if move != NO_MOVE:
        state["heading"] = move


@kernel
def go(state: State) -> None:
    """Judge the next cell on the board as it is, the tail still in its place; then move."""
    state["steps"] += 1
    target = state["head"] + offset(state["heading"], state["stride"])
    found = state["cells"][target]
    if found == EMPTY:
        move_head(state, target)
        move_tail(state)
    elif found == APPLE:
        move_head(state, target)
        state["length"] += 1
        place_apple(state)
    else:
        state["dead"] = 1


@kernel
def move_head(state: State, target: int) -> None:
    cells = state["cells"]
    cells[state["head"]] = BODY + state["heading"]
    cells[target] = HEAD
    state["head"] = target


@kernel
def move_tail(state: State) -> None:
    cells, tail = state["cells"], state["tail"]
    direction = cells[tail] - BODY
    cells[tail] = EMPTY
    state["tail"] = tail + offset(direction, state["stride"])


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


@kernel
def finish(state: State) -> None:
    if state["dead"] != 0 or is_full(state) or state["rounds"] >= state["max_rounds"]:
        state["over"] = 1


@kernel
def is_full(state: State) -> bool:
    return bool(state["length"] == state["width"] * state["height"])


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  there is one seat
    """All directions; where turning back is ignored, not back."""
    if state["over"] != 0:
        return False
    return state["back_is_ignored"] == 0 or not turns_back(state, move)


def refusal(state: State, seat: int, move: int) -> str:  # noqa: ARG001  only one thing is illegal
    """Why a move is illegal, for people."""
    return f"that is straight back, the snake is heading {DIRECTIONS[int(state['heading'])]}"


@kernel
def is_over(state: State) -> bool:
    return bool(state["over"] != 0)


@kernel
def is_living(state: State, seat: int) -> bool:  # noqa: ARG001  there is one seat
    return bool(state["dead"] == 0)


@kernel
def is_open(state: State, move: int) -> bool:
    """Whether a step in this direction is survived."""
    return bool(state["cells"][state["head"] + offset(move, state["stride"])] in (EMPTY, APPLE))


@kernel
def has_choice(state: State, seat: int) -> bool:  # noqa: ARG001  there is one seat
    """Also a snake that is shut in can go on living where it may make no step."""
    if state["back_is_ignored"] != 0:
        return True
    for move in range(4):
        if is_open(state, move):
            return True
    return False


@kernel
def utility(state: State, seat: int) -> float:  # noqa: ARG001  there is one seat
    """From -1 to 1 with the share of the board that the snake fills."""
    return float(2 * state["length"] / (state["width"] * state["height"]) - 1)


@kernel
def score(state: State, seat: int) -> float:  # noqa: ARG001  there is one seat
    """The length."""
    return float(state["length"])


def outcome(state: State) -> Outcome:
    """A full board has won; the score is the length."""
    winner = 0 if is_full(state) else None
    return Outcome(winner=winner, places=(1,), scores=(int(score(state, 0)),))


def body(state: State) -> list[int]:
    """The cells of the snake, from the tail to the head."""
    cells, stride = state["cells"].tobytes(), int(state["stride"])
    here = int(state["tail"])
    chain = [here]
    for _ in range(int(state["length"]) - 1):
        here += offset(cells[here] - BODY, stride)
        chain.append(here)
    return chain
