"""A move of one snake alone, as the searches of the CS221 paper imagine a round: snake by snake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.multisnake.elimination import dissolve, lift
from gridbots.games.multisnake.movement import accepts, glide
from gridbots.games.multisnake.state import EMPTY, SNAKE, cover
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def step_seat(state: State, seat: int, move: int) -> None:
    """A living snake moves while all others lie still; without a legal move it is out in place.

    No candy falls and no round is counted. As in the paper's program, a snake that is out leaves
    candies everywhere but where its head is.
    """
    if move == NO_MOVE or not accepts(state, seat, move):
        take_out(state, seat)
        return
    glide(state, seat, move)
    if state["cells"][state["bodies"][seat, 0]] in (EMPTY, SNAKE + seat):
        cover(state, seat, state["bodies"][seat, 0])
    else:
        take_out(state, seat)


@kernel
def take_out(state: State, seat: int) -> None:
    state["eliminated"][seat] = state["rounds"] + 1
    lift(state, seat)
    dissolve(state, seat, 1)
    living = 0
    for other in range(state["seats"]):
        living += state["eliminated"][other] == 0
    if living <= 1:
        state["over"] = 1
