"""seek: two seats hide on one board and then look for each other in turn.

The first move of each is the cell where it hides; each later one is a cell to look into. Each
look reveals the distance to the other's cell in steps of a king. The first to find it wins.
"""

from typing import Any

import numpy as np

from gridbots import NO_MOVE, Game, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.game.chance import below
from gridbots.kernel import kernel
from gridbots.settings import NoSettings

SIZE, CELLS = 8, 64  # rows or columns of the board, and all its cells
MOST_ROUNDS = 200
FIELDS = [
    *[(name, "i4") for name in ("rounds", "turn")],  # turn: the seat that moves
    ("scores", "i4", (2,)),
    ("places", "i4", (2,)),  # the cell where each seat hides, -1 where that is not known
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
    state["rounds"] += 1
    state["turn"] = 1 - seat


@kernel
def distance(cell: int, other: int) -> int:
    return max(abs(cell // SIZE - other // SIZE), abs(cell % SIZE - other % SIZE))


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    return bool(seat == state["turn"] and state["echoes"][seat, move] == 0 and not is_over(state))


@kernel
def is_over(state: State) -> bool:
    is_found = state["scores"][0] + state["scores"][1] > 0
    return bool(is_found or state["rounds"] >= MOST_ROUNDS)


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
    """Whether a cell fits all distances that the seat has seen."""
    for looked in range(CELLS):
        echo = state["echoes"][seat, looked]
        if echo != 0 and echo != 1 + distance(looked, cell):
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
