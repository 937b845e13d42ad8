"""seek: two seats hide on one board, then look for each other in turn; the first to find wins.

A first move hides in a cell; later ones look into a cell and reveal the distance in king's steps.
"""

from typing import Any

import numpy as np

from gridbots import NO_MOVE, Game, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.game.chance import below
from gridbots.kernel import kernel
from gridbots.settings import NoSettings

SIZE, CELLS, MOST_ROUNDS = 8, 64, 200  # rows or columns of the board, all its cells, a long match
FIELDS = [
    *[(name, "i4") for name in ("rounds", "turn")],  # turn: the seat that moves
    *[(name, "i4", (2,)) for name in ("scores", "places")],  # places: where each hides; -1: unknown
    ("echoes", "i4", (2, CELLS)),  # 1 + how far each was told, where it looked; 0 elsewhere
    ("cells", "u1", (SIZE, SIZE)),  # 1 + the seat that looked there last; 0 for none
]
STATE = np.dtype(FIELDS)


def setup(settings: NoSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["places"] = -1
    return state


@kernel
def step(state: State, moves: Any) -> None:
    if is_over(state):
        return
    seat, move = state["turn"], moves[state["turn"]]
    if state["rounds"] < 2:
        state["places"][seat] = max(move, 0)
    elif move != NO_MOVE and accepts(state, seat, move):
        state["echoes"][seat, move] = 1 + distance(move, state["places"][1 - seat])
        state["cells"][move // SIZE, move % SIZE] = 1 + seat
        state["scores"][seat] = int(move == state["places"][1 - seat])
    state["rounds"], state["turn"] = state["rounds"] + 1, 1 - seat


@kernel
def distance(cell: int, other: int) -> int:
    return max(abs(cell // SIZE - other // SIZE), abs(cell % SIZE - other % SIZE))


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    return bool(seat == state["turn"] and state["echoes"][seat, move] == 0 and not is_over(state))


@kernel
def is_over(state: State) -> bool:
    return bool(state["scores"][0] + state["scores"][1] > 0 or state["rounds"] >= MOST_ROUNDS)


@kernel
def observe(state: State, seat: int) -> None:
    state["places"][1 - seat] = -1


@kernel
def sample(state: State, seat: int, generator: Any) -> None:
    """Hide the other in a random cell of those that fit all distances seen."""
    count, has_hidden = 0, state["rounds"] > 1 - seat
    for cell in range(CELLS if has_hidden else 0):
        if agrees(state, seat, cell):
            count += 1
            if below(generator, count) == 0:
                state["places"][1 - seat] = cell


@kernel
def agrees(state: State, seat: int, cell: int) -> bool:
    for looked in range(CELLS):
        if state["echoes"][seat, looked] not in {0, 1 + distance(looked, cell)}:
            return False
    return True


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="seek",
        title="Seek",
        summary="Hide, and find the other first: each look reveals the distance.",
        moves=tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdefgh"),
        chance=False,
        hidden=True,
        settings=NoSettings,
        seats=lambda _: 2,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over, observe=observe, sample=sample),
        board=Board(".01", heads="places"),
    )
