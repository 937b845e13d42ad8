"""Who goes out, what becomes of what they had, and when a match is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.games.paperio.capture import drop_trails
from gridbots.games.paperio.state import EVERYBODY, FREE, OWNED
from gridbots.kernel import inlined_kernel, kernel

if TYPE_CHECKING:
    from gridbots.game import State


@inlined_kernel
def eliminate(state: State, seats: int) -> None:
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["eliminated"][seat] = state["rounds"]


@inlined_kernel
def finish(state: State) -> None:
    """End the match, or let it go on without what those had who are out."""
    living, fallen = 0, 0
    for seat in range(state["seats"]):
        if state["eliminated"][seat] == 0:
            living += 1
        elif state["eliminated"][seat] == state["rounds"]:
            fallen |= 1 << seat
    if living <= 1 or state["rounds"] >= state["max_rounds"]:
        state["over"] = 1
    elif fallen != 0:
        drop_trails(state, fallen)
        drop_land(state, fallen)


@kernel
def drop_land(state: State, seats: int) -> None:
    owners = state["owners"]
    for cell in range(state["stride"] * state["stride"]):
        if owners[cell] >= OWNED and seats >> (owners[cell] - OWNED) & 1:
            owners[cell] = FREE
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["areas"][seat] = 0


@inlined_kernel
def pass_turn(state: State) -> None:
    """The next living seat moves; at the end of a match the next one, as in the original."""
    if state["mover"] == EVERYBODY:
        return
    go_round(state)
    while state["over"] == 0 and state["eliminated"][state["mover"]] != 0:
        go_round(state)


@inlined_kernel
def go_round(state: State) -> None:
    following = state["mover"] + 1
    state["mover"] = following if following < state["seats"] else 0
