"""Legal moves; snakes move, eat and grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.games.multisnake.state import (
    CANDIES_PER_CELL,
    CANDY,
    MOST_LENGTH,
    POINTS_PER_CELL,
    SNAKE,
    START_LENGTH,
    WALL,
    uncover,
)
from gridbots.grid import NO_MOVE, column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, State

DASH: Final = 4
"""Move DASH + d goes two cells in direction d."""
WORDS: Final = (
    "up", "right", "down", "left", "dash_up", "dash_right", "dash_down", "dash_left",
)  # fmt: skip


@kernel
def go(state: State, moves: Moves) -> None:
    """Every snake moves and eats, or is eliminated; new heads are not yet on the board.

    Lower seats go first: the lowest one eats a candy that two heads reach.
    """
    eliminated = state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] != 0:
            continue
        if moves[seat] != NO_MOVE and accepts(state, seat, moves[seat]):
            glide(state, seat, moves[seat])
        else:
            eliminated[seat] = state["rounds"]


@kernel
def glide(state: State, seat: int, move: int) -> None:
    """Move a body, eat on the way, and clear the cells that it leaves."""
    bodies, before = state["bodies"], state["lengths"][seat]
    head, way, steps = bodies[seat, 0], offset(move % DASH, state["stride"]), 1
    if move >= DASH:
        steps = 2
        state["points"][seat] -= CANDY
        state["meals"][seat] -= 1
    for number in range(1, steps + 1):
        eat(state, seat, head + number * way)
    after = min(proper_length(state, seat), before + steps)
    for index in range(after - steps, before):
        uncover(state, bodies[seat, index])
    if steps == 2 and after - steps < before:
        state["shed"][seat] = bodies[seat, after - steps]
    for index in range(after - 1, steps - 1, -1):
        bodies[seat, index] = bodies[seat, index - steps]
    for index in range(after, before):
        bodies[seat, index] = 0
    for number in range(1, steps + 1):
        bodies[seat, steps - number] = head + number * way
    state["lengths"][seat] = after


@kernel
def eat(state: State, seat: int, cell: int) -> None:
    points = state["candies"][cell]
    if points > 0:
        state["points"][seat] += points
        state["meals"][seat] += 1
        state["candies"][cell] = 0


@kernel
def proper_length(state: State, seat: int) -> int:
    """Length of a snake by what it has eaten."""
    if state["paper_growth"]:
        length = START_LENGTH + state["meals"][seat] // CANDIES_PER_CELL
    else:
        length = state["points"][seat] // POINTS_PER_CELL
    return min(max(length, START_LENGTH), MOST_LENGTH)  # type: ignore[no-any-return]


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    """Not back, not off the board, and over its own body only straight to a bare cell.

    A dash is two such steps, and only for a snake that has eaten.
    """
    if state["eliminated"][seat] != 0 or state["over"] != 0:
        return False
    if move >= DASH and (state["acceleration"] == 0 or state["meals"][seat] <= 0):
        return False
    way, head = offset(move % DASH, state["stride"]), state["bodies"][seat, 0]
    near, far = head + way, head + 2 * way
    onto_body = is_barred(state, seat, near, 1)
    if near == state["bodies"][seat, 1]:
        return False
    if onto_body and (state["layers"][head] > 1 or not can_cross(state, seat, near, way, 1)):
        return False
    if move < DASH or not is_barred(state, seat, far, 2):
        return True
    return not onto_body and can_cross(state, seat, far, way, 2)


def refusal(state: State, seat: int, move: int) -> str:
    """Why a move is illegal, as a message to users; in the order of `accepts`."""
    if move >= DASH and state["acceleration"] == 0:
        return "dashes are not accepted where the setting acceleration is false"
    if move >= DASH and state["meals"][seat] <= 0:
        return "a snake can dash only after it has eaten"
    stride, head = int(state["stride"]), int(state["bodies"][seat, 0])
    way = int(offset(move % DASH, stride))
    if head + way == state["bodies"][seat, 1]:
        return "that is straight back"
    for cell in (head + way, head + 2 * way)[: 1 + move // DASH]:
        if state["cells"][cell] == WALL:
            place = f"row {row_of(head, stride)}, column {column_of(head, stride)}"
            return f"that leaves the board, the head is at {place}"
    return "its own body is there"


@kernel
def can_cross(state: State, seat: int, cell: int, way: int, steps: int) -> bool:
    """Whether a barred cell can be entered as the n-th step: the next cell straight on is bare."""
    return state["cells"][cell] != WALL and not is_barred(state, seat, cell + way, steps + 1)


@kernel
def is_barred(state: State, seat: int, cell: int, leaving: int) -> bool:
    """Whether a cell is off the board, or under the snake, except the end of its tail."""
    if state["cells"][cell] != SNAKE + seat:
        return bool(state["cells"][cell] == WALL)
    covered, length = state["layers"][cell], state["lengths"][seat]
    for back in range(1, min(leaving, length) + 1):
        covered -= state["bodies"][seat, length - back] == cell
    return bool(covered > 0)


@kernel
def has_choice(state: State, seat: int) -> bool:
    """Whether any move is legal: without a legal step there is no legal dash."""
    for move in range(DASH):
        if accepts(state, seat, move):
            return True
    return False
