"""Light Riders: riders leave walls behind them; the last one riding wins.

All riders move at once and leave walls. A rider is eliminated when it enters a non-empty cell, or
the same cell as another rider in the same round. No move means straight on, and so does turning
back after the first round.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.game import Outcome, empty_state
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game.outcome import has_ended, outcome_by_survival
from gridbots.grid import (
    DIRECTIONS,
    LEFT,
    NO_MOVE,
    RIGHT,
    border,
    capacity_for,
    column_of,
    index_of,
    offset,
    opposite,
    row_of,
)
from gridbots.kernel import kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import Moves, State

EMPTY: Final = 0
WALL: Final = 1
HEAD: Final = 2
"""A cell with the head of seat s holds HEAD + s."""
MOST_SEATS: Final = 4
MOST_ROUNDS: Final = 2**31 - 1
"""Upper limit of the record's fields."""


class LightRidersSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=3, le=64, description="columns of the board")] = 16
    height: Annotated[int, Meta(ge=3, le=64, description="rows of the board")] = 16
    seats: Annotated[Literal[2, 4], Meta(description="riders")] = 2
    max_rounds: Annotated[
        int,
        Meta(
            ge=0, le=MOST_ROUNDS, description="rounds after which the match is drawn; 0: no limit"
        ),
    ] = 0
    start: Annotated[
        Literal["riddles", "cs221"],
        Meta(description="riddles: away from the edges, mirrored; cs221: anywhere, mirrored"),
    ] = "riddles"
    end: Annotated[
        Literal["crash", "stuck"],
        Meta(description="a rider is eliminated when it crashes, or as soon as it is stuck"),
    ] = "crash"

    def __post_init__(self) -> None:
        rows = 6 if self.seats == 4 else 3
        if self.start == "riddles" and (self.width < 6 or self.height < rows):
            raise ValueError(
                f"expected at least 6 columns and {rows} rows for start=riddles with {self.seats} "
                f"seats, got {self.width}x{self.height}; start=cs221 plays on smaller boards"
            )
        if self.start == "cs221" and self.seats != 2:
            raise ValueError(f"expected 2 seats for start=cs221, got {self.seats}")


@functools.cache
def state_dtype(capacity: int) -> np.dtype[Any]:
    """The record of one match on a padded board of up to `capacity` cells."""
    return np.dtype(
        [
            # Wider fields come first, so that every array is aligned.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("riders", "i4", (MOST_SEATS,)),  # index of each head; of a crash, the cell entered
            ("eliminated", "i4", (MOST_SEATS,)),  # 0 living, else rounds played when it went out
            ("rounds", "i4"),  # rounds played
            ("seats", "i4"),
            ("width", "i4"),
            ("height", "i4"),
            ("stride", "i4"),  # width + 2
            ("max_rounds", "i4"),  # 0: no limit
            ("cells", "u1", (capacity,)),  # padded board: EMPTY, WALL or HEAD + seat
            ("headings", "i1", (MOST_SEATS,)),  # direction of the last move
            ("starts_anywhere", "u1"),  # 1: drawn as in the paper; 0 where it is not known
            ("stuck_is_out", "u1"),  # 1: a rider without an empty neighbour is out
            ("over", "u1"),
        ]
    )


def record_type(settings: LightRidersSettings) -> np.dtype[Any]:
    return state_dtype(capacity_for(settings.width, settings.height))


def blank_state(settings: LightRidersSettings) -> State:
    """An empty board without riders."""
    state = empty_state(record_type(settings))
    border(state["cells"], settings.width, settings.height, WALL)
    state["seats"] = settings.seats
    state["width"] = settings.width
    state["height"] = settings.height
    state["stride"] = settings.width + 2
    state["max_rounds"] = settings.max_rounds
    state["stuck_is_out"] = settings.end == "stuck"
    return state


def setup(settings: LightRidersSettings, seed: int) -> State:
    """The opening for a seed."""
    state = blank_state(settings)
    state["starts_anywhere"] = settings.start == "cs221"
    seed_generator(state["generator"], seed)
    draw_starts(state)
    return state


@kernel
def draw_starts(state: State) -> None:
    """Draw the cell of the first rider, the column first, as in the original.

    The others mirror it: left to right, with 4 seats top to bottom as well.
    """
    width, height, seats = state["width"], state["height"], state["seats"]
    generator = state["generator"]
    if state["starts_anywhere"]:
        column = below(generator, width)
        while 2 * column == width - 1:  # its own mirror image: both would begin in the same cell
            column = below(generator, width)
        row = below(generator, height)
    else:
        column = 1 + below(generator, width // 2 - 2)
        row = 1 + below(generator, height // 2 - 2 if seats == 4 else height - 2)
    for seat in range(seats):
        mirrored_row = height - 1 - row if seat >= 2 else row
        mirrored_column = width - 1 - column if 1 <= seat <= 2 else column
        place_rider(state, seat, mirrored_row, mirrored_column)


@kernel
def place_rider(state: State, seat: int, row: int, column: int) -> None:
    """Put a rider on an empty cell, facing the far side."""
    index = index_of(row, column, state["stride"])
    state["cells"][index] = HEAD + seat
    state["riders"][seat] = index
    state["headings"][seat] = RIGHT if column < state["width"] // 2 else LEFT


@kernel
def reopen(state: State) -> None:
    clear(state)
    draw_starts(state)


@kernel
def clear(state: State) -> None:
    """Reset to an empty board without riders."""
    cells, stride = state["cells"], state["stride"]
    for row in range(state["height"]):
        for column in range(state["width"]):
            cells[index_of(row, column, stride)] = EMPTY
    for seat in range(state["seats"]):
        state["eliminated"][seat] = 0
    state["rounds"] = 0
    state["over"] = 0


@kernel
def step(state: State, moves: Moves) -> None:
    if has_ended(state):
        return
    steer(state, moves)
    ride(state)
    state["rounds"] += 1
    eliminate_crashed(state)
    if state["stuck_is_out"]:
        eliminate_stuck(state, state["rounds"])
    finish(state)


@kernel
def steer(state: State, moves: Moves) -> None:
    headings, eliminated = state["headings"], state["eliminated"]
    may_turn_back = state["rounds"] == 0
    for seat in range(state["seats"]):
        move = moves[seat]
        if eliminated[seat] != 0 or move == NO_MOVE:
            continue
        if may_turn_back or move != opposite(headings[seat]):
            headings[seat] = move


@kernel
def ride(state: State) -> None:
    """Every living rider leaves a wall and moves one cell."""
    cells, riders, headings = state["cells"], state["riders"], state["headings"]
    eliminated, stride = state["eliminated"], state["stride"]
    for seat in range(state["seats"]):
        if eliminated[seat] == 0:
            cells[riders[seat]] = WALL
            riders[seat] += offset(headings[seat], stride)


@kernel
def eliminate_crashed(state: State) -> None:
    """Find all crashes on the previous board, then write heads and walls."""
    cells, riders, eliminated = state["cells"], state["riders"], state["eliminated"]
    rounds, seats = state["rounds"], state["seats"]
    for seat in range(seats):
        if eliminated[seat] == 0 and (cells[riders[seat]] != EMPTY or is_met(state, seat)):
            eliminated[seat] = rounds
    for seat in range(seats):
        if eliminated[seat] == 0:
            cells[riders[seat]] = HEAD + seat
        elif eliminated[seat] == rounds:
            cells[riders[seat]] = WALL


@kernel
def is_met(state: State, seat: int) -> bool:
    """Whether another rider is in the same cell."""
    riders = state["riders"]
    for other in range(state["seats"]):
        if other != seat and riders[other] == riders[seat]:
            return True
    return False


@kernel
def eliminate_stuck(state: State, when: int) -> None:
    """Eliminate riders without an empty neighbour, as of this round."""
    cells, riders, eliminated = state["cells"], state["riders"], state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] == 0 and is_stuck(state, seat):
            eliminated[seat] = when
            cells[riders[seat]] = WALL


@kernel
def is_stuck(state: State, seat: int) -> bool:
    """Whether a rider has no empty neighbour."""
    cells, here = state["cells"], state["riders"][seat]
    for direction in range(4):
        if cells[here + offset(direction, state["stride"])] == EMPTY:
            return False
    return True


@kernel
def finish(state: State) -> None:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    if living <= 1 or (state["max_rounds"] > 0 and state["rounds"] >= state["max_rounds"]):
        state["over"] = 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    """All directions, except straight back after the first round."""
    may_move = state["eliminated"][seat] == 0 and state["over"] == 0
    return may_move and (state["rounds"] == 0 or move != opposite(state["headings"][seat]))


def refusal(state: State, seat: int, move: int) -> str:  # noqa: ARG001  only one thing is illegal
    """Why a move is illegal, as a message to users."""
    return f"that is straight back, the rider is heading {DIRECTIONS[int(state['headings'][seat])]}"


@kernel
def has_choice(state: State, seat: int) -> bool:
    return not is_stuck(state, seat)


@kernel
def score(state: State, seat: int) -> float:
    """Rounds survived."""
    return float(state["eliminated"][seat] or state["rounds"])


def outcome(state: State) -> Outcome:
    """Places by how long the riders lasted; the score is the number of rounds survived."""
    return outcome_by_survival(
        state, [int(score(state, seat)) for seat in range(int(state["seats"]))]
    )


def head_position(state: State, seat: int) -> tuple[int, int]:
    """Row and column of a head, or of the cell in which it crashed (perhaps off the board)."""
    index, stride = int(state["riders"][seat]), int(state["stride"])
    return row_of(index, stride), column_of(index, stride)
