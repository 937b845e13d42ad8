"""Relations of two seats: who reaches a cell first, and the cells captured by returning home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game.outcome import is_in_play
from gridbots.games.paperio.capture import enclose
from gridbots.games.paperio.features import NO_WAY, nearer, steps_to_trail
from gridbots.games.paperio.state import EVERYBODY, OUTSIDE, OWNED
from gridbots.grid import apart, column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

CLIP: Final = 6
"""Maximum advantage, in steps."""
NOT_FOUND: Final = -1


@kernel
def nearest_opponent(state: State, seat: int) -> int:
    """The living seat with the nearest head, the first of several; without one, the next seat."""
    heads, found, least = state["heads"], NOT_FOUND, 1 << 30
    for other in range(state["seats"]):
        if other != seat and is_in_play(state, other):
            steps = apart(heads[seat], heads[other], state["stride"])
            if steps < least:
                found, least = other, steps
    return found if found != NOT_FOUND else (seat + 1) % state["seats"]


@kernel
def moves_left(state: State) -> int:
    """Own moves until the last round."""
    if state["mover"] == EVERYBODY:
        return int(state["max_rounds"] - state["rounds"])
    living = 0
    for seat in range(state["seats"]):
        living += is_in_play(state, seat)
    return int((state["max_rounds"] - state["rounds"]) // max(living, 1))


@kernel
def border_steps(state: State, seat: int) -> int:
    here, last = state["heads"][seat], state["side"] - 1
    row, column = row_of(here, state["stride"]), column_of(here, state["stride"])
    return int(min(row, column, last - row, last - column))


@kernel
def is_outside(state: State, seat: int) -> bool:
    """Whether the head of a seat is outside its land."""
    return bool(state["owners"][state["heads"][seat]] != OWNED + seat)


@kernel
def steps_to_tail(state: State, seat: int, steps: Array) -> int:
    """Steps to the trail of a seat, or to its head if that is outside its land."""
    least, head = steps_to_trail(state, 1 << seat, steps), state["heads"][seat]
    return nearer(least, int(steps[head])) if is_outside(state, seat) else least


@kernel
def count_sooner(state: State, seat: int, ours: Array, theirs: Array, ahead: int) -> int:
    """Count the cells beyond its land that a seat reaches first, by at least `ahead` steps."""
    owners, total = state["owners"], 0
    for cell in range(len(ours)):
        if ours[cell] != NO_WAY and owners[cell] != OWNED + seat:
            total += theirs[cell] == NO_WAY or ours[cell] + ahead <= theirs[cell]
    return total


@kernel
def advantage(ours: int, theirs: int) -> int:
    """How many steps fewer we need than the opponent, clipped to CLIP."""
    if ours == NO_WAY:
        return -CLIP
    if theirs == NO_WAY:
        return CLIP
    return max(-CLIP, min(theirs - ours, CLIP))


@kernel
def gain(learned: Record, state: State, seat: int, steps: Array) -> int:
    """Cells captured by returning home on a shortest path; 0 at home or without a path."""
    target, owners = NOT_FOUND, state["owners"]
    if not is_outside(state, seat):
        return 0
    for cell in range(len(steps)):
        is_home = owners[cell] == OWNED + seat and steps[cell] != NO_WAY
        if is_home and (target == NOT_FOUND or steps[cell] < steps[target]):
            target = cell
    if target == NOT_FOUND:
        return 0
    count = find_path(state, steps, target, learned["queue"])
    mark(state, learned["queue"][:count], 1 << seat)
    gained, total = learned["gained"][: len(steps)], 0
    gained[:] = 0
    enclose(state, seat, gained, learned["walked"], learned["stack"])
    for cell in range(len(steps)):
        total += gained[cell] != 0
    mark(state, learned["queue"][:count], 1 << seat)
    return total


@kernel
def find_path(state: State, steps: Array, target: int, way: Array) -> int:
    """Write the path from before a target back to the start; return its length."""
    here, count = target, 0
    while steps[here] > 0:
        for direction in range(4):
            there = here + offset(direction, state["stride"])
            if state["owners"][there] != OUTSIDE and steps[there] == steps[here] - 1:
                here = there
                break
        way[count] = here
        count += 1
    return count


@kernel
def mark(state: State, way: Array, seats: int) -> None:
    """Toggle a trail along a path."""
    for cell in way:
        state["trails"][cell] ^= seats
