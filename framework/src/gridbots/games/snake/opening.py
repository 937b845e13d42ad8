"""Opening of Snake: a short snake, and the first apple."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game.chance import below, seed_generator
from gridbots.games.snake.state import BODY, EMPTY, HEAD, blank_state, place_apple
from gridbots.grid import LEFT, RIGHT, index_of, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.games.snake.state import SnakeSettings

CORNER_LENGTH: Final = 4


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
    """The heading of a snake at the opening: to the far side."""
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
    """Reset to a board without snake and apple."""
    cells, stride = state["cells"], state["stride"]
    for row in range(state["height"]):
        for column in range(state["width"]):
            cells[index_of(row, column, stride)] = EMPTY
    state["apple"] = 0
    state["dead"] = 0
    state["over"] = 0
    state["steps"] = 0
    state["rounds"] = 0
