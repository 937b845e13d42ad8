"""Paper.io: leave your land, draw a trail, come home, and own the cells that you have enclosed.

All heads move at once, each to one of four neighbours; they cannot stay. Outside its land a head
leaves a trail; coming home turns the trail, and every hole in the land, into land. A seat is
eliminated when its trail is cut, when it leaves the board or enters its own trail, or when another
seat encloses its head. Each seat sees a square around its head, and its own land and trail.

In the CS221 paper's program two seats move alternately: `order="alternating"` plays exactly by its
rules. A round is then one move of one seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import Outcome, outcome_of
from gridbots.game.outcome import has_ended
from gridbots.games.paperio.capture import capture, drop_trails
from gridbots.games.paperio.movement import (
    advance,
    find_crashed,
    find_cut,
    find_home,
    find_movers,
    leave_trails,
    steer,
)
from gridbots.games.paperio.state import EVERYBODY, FREE, OWNED
from gridbots.kernel import inlined_kernel, kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, State


@kernel
def step(state: State, moves: Moves) -> None:
    if has_ended(state):
        return
    movers = find_movers(state)
    steer(state, moves, movers)
    leave_trails(state, movers)
    advance(state, movers)
    state["rounds"] += 1
    crashed = find_crashed(state, movers)
    cut = find_cut(state, movers & ~crashed)
    home = find_home(state, movers & ~crashed & ~cut)
    enclosed = capture(state, home) if home != 0 else 0
    eliminate(state, crashed | cut | enclosed)
    finish(state)
    pass_turn(state)


@kernel
def beats(state: State, seat: int, other: int) -> bool:
    """Whether a seat is placed before another: it lasted longer, or both live and it owns more."""
    mine, theirs = state["eliminated"][seat], state["eliminated"][other]
    if mine == 0 and theirs == 0:
        return bool(state["areas"][seat] > state["areas"][other])
    return bool(theirs != 0 and (mine == 0 or mine > theirs))


@kernel
def utility(state: State, seat: int) -> float:
    total = 0
    for other in range(state["seats"]):
        total += beats(state, seat, other)
        total -= beats(state, other, seat)
    return float(total / (state["seats"] - 1))


@kernel
def margin(state: State, seat: int) -> float:
    """Margin of victory; for two seats this is the utility of the CS221 program.

    The whole board for the last living seat, 0 if no seat is left, otherwise own land minus the
    mean of the other living seats.
    """
    board = float(state["side"] * state["side"])
    living, land = 0, 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            living += 1
            land += state["areas"][other]
    if state["eliminated"][seat] != 0:
        return -board if living > 0 else 0.0
    return state["areas"][seat] - land / living if living > 0 else board


@kernel
def score(state: State, seat: int) -> float:
    """Cells of land."""
    return float(state["areas"][seat])


def outcome(state: State) -> Outcome:
    """Places by survival, then by land of living seats; the score is the land."""
    seats = range(int(state["seats"]))
    places = [1 + sum(beats(state, other, seat) for other in seats) for seat in seats]
    return outcome_of(places, [int(score(state, seat)) for seat in seats])


@inlined_kernel
def eliminate(state: State, seats: int) -> None:
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["eliminated"][seat] = state["rounds"]


@inlined_kernel
def finish(state: State) -> None:
    """End the match, or remove the land and trails of eliminated seats."""
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
    """Pass the turn to the next living seat; at the end of a match to the next seat, as
    originally.
    """
    if state["mover"] == EVERYBODY:
        return
    go_round(state)
    while state["over"] == 0 and state["eliminated"][state["mover"]] != 0:
        go_round(state)


@inlined_kernel
def go_round(state: State) -> None:
    following = state["mover"] + 1
    state["mover"] = following if following < state["seats"] else 0
