"""tron-battle: riders leave trails and move one after the other; the last one wins.

The rules are those of CodinGame's Tron Battle: 30 columns and 20 rows, random starts, and the
trail of an eliminated rider (off the board, into a trail, or without a move) vanishes. A round is
the move of one rider, which sees all moves before its own.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import NO_MOVE, Game, Settings, State, Verbs, hookimpl
from gridbots.game import Board, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import DIRECTIONS, DOWN, LEFT, RIGHT, UP
from gridbots.kernel import kernel

EMPTY, TRAIL, NOWHERE = 0, 1, -1  # a cell of seat s holds TRAIL + s
MOST_SEATS, MOST_SIDE = 4, 32


class TronSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=3, le=MOST_SIDE, description="columns of the board")] = 30
    height: Annotated[int, Meta(ge=3, le=MOST_SIDE, description="rows of the board")] = 20
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="riders")] = 2


FIELDS = [("generator", "i8", (GENERATOR_SIZE,)), ("width", "i4"), ("height", "i4")]
FIELDS += [("seats", "i4"), ("rounds", "i4"), ("turn", "i4"), ("scores", "i4", (MOST_SEATS,))]
FIELDS += [("starts", "i4", (MOST_SEATS,)), ("heads", "i4", (MOST_SEATS,))]  # -1: out
FIELDS += [("cells", "u1", (MOST_SIDE * MOST_SIDE,))]
STATE = np.dtype(FIELDS)


def setup(settings: TronSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["starts"] = state["heads"] = NOWHERE
    for seat in range(settings.seats):
        cell = below(state["generator"], settings.width * settings.height)
        while state["cells"][cell] != EMPTY:
            cell = below(state["generator"], settings.width * settings.height)
        state["cells"][cell] = TRAIL + seat
        state["starts"][seat] = state["heads"][seat] = cell
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """Move the rider whose turn it is, and eliminate it if it crashes."""
    if is_over(state):
        return
    seat, cells = state["turn"], state["cells"]
    head = next_cell(state, seat, moves[seat])
    state["rounds"] += 1
    if head == NOWHERE or cells[head] != EMPTY:
        for cell in range(len(cells)):
            if cells[cell] == TRAIL + seat:
                cells[cell] = EMPTY
        state["heads"][seat] = NOWHERE
    else:
        cells[head], state["heads"][seat] = TRAIL + seat, head
    for other in range(state["seats"]):
        if is_living(state, other):
            state["scores"][other] = state["rounds"]
    turn = (seat + 1) % state["seats"]
    while not is_living(state, turn) and turn != seat:
        turn = (turn + 1) % state["seats"]
    state["turn"] = turn


@kernel
def next_cell(state: State, seat: int, move: int) -> int:
    """The target of a move; NOWHERE off the board or without a move."""
    row, column = state["heads"][seat] // state["width"], state["heads"][seat] % state["width"]
    row += int(move == DOWN) - int(move == UP)
    column += int(move == RIGHT) - int(move == LEFT)
    is_inside = 0 <= row < state["height"] and 0 <= column < state["width"]
    return row * state["width"] + column if is_inside and move != NO_MOVE else NOWHERE


@kernel
def is_living(state: State, seat: int) -> bool:
    return bool(state["heads"][seat] != NOWHERE)


@kernel
def is_over(state: State) -> bool:
    living = 0
    for seat in range(state["seats"]):
        living += is_living(state, seat)
    return bool(living <= 1)


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # any move may be made, also a deadly one
    return seat == state["turn"] and not is_over(state)


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="tron-battle",
        title="Tron Battle",
        summary="Riders move in turn and leave trails, which vanish with them; the last one wins.",
        moves=DIRECTIONS,
        chance=False,  # no chance after the opening
        settings=TronSettings,
        seats=lambda settings: settings.seats,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over, is_living=is_living),
        board=Board(".0123", heads="heads"),
    )
