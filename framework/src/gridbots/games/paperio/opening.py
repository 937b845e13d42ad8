"""Opening of Paper.io: each seat on its own land, near the edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game.chance import below, seed_generator
from gridbots.games.paperio.state import EVERYBODY, FREE, OWNED, blank_state
from gridbots.grid import DOWN, LEFT, RIGHT, UP, index_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.games.paperio.state import PaperioSettings


def setup(settings: PaperioSettings, seed: int) -> State:
    """The opening for a seed, which matters only for the first mover with alternating turns."""
    state = blank_state(settings)
    seed_generator(state["generator"], seed)
    draw_opening(state)
    return state


@kernel
def draw_opening(state: State) -> None:
    for seat in range(state["seats"]):
        settle(state, seat)
    if state["mover"] != EVERYBODY:
        state["mover"] = below(state["generator"], state["seats"])


@kernel
def settle(state: State, seat: int) -> None:
    """Put a head on the board, with 3x3 cells of land around it."""
    row, column = start_of(state, seat)
    head = index_of(row, column, state["stride"])
    state["heads"][seat] = head
    state["headings"][seat] = (RIGHT, LEFT, DOWN, UP, DOWN, UP)[seat]
    for down in range(-1, 2):
        for right in range(-1, 2):
            state["owners"][head + down * state["stride"] + right] = OWNED + seat
    state["areas"][seat] = 9


@kernel
def start_of(state: State, seat: int) -> tuple[int, int]:
    """Row and column at the start: corners first, opposite ones together."""
    far, middle = state["side"] - 2, (state["side"] - 1) // 2
    rows = (1, far, 1, far, 1, far)
    columns = (1, far, far, 1, middle, far + 1 - middle)
    return rows[seat], columns[seat]


@kernel
def reopen(state: State) -> None:
    clear(state)
    draw_opening(state)


@kernel
def clear(state: State) -> None:
    """Reset to a free board."""
    owners, trails, stride = state["owners"], state["trails"], state["stride"]
    for row in range(state["side"]):
        for column in range(state["side"]):
            owners[index_of(row, column, stride)] = FREE
            trails[index_of(row, column, stride)] = 0
    for seat in range(state["seats"]):
        state["eliminated"][seat] = 0
        state["trail_lengths"][seat] = 0
    state["rounds"] = 0
    state["over"] = 0
