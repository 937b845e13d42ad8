"""Evaluation features of Paper.io.

The first eleven are those of the CS221 program, in its order; the paper lists all of them except
the adversary's trail. The program's evaluations are land ("pure") and land - 2 * danger ("safe").

Paths cross all cells except the seat's own trail, as if no other seat moved. "The others" are the
living seats; in a finished match, those that lived until the last round. The nearest one counts.
Parts that an observation does not show are treated as absent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.paperio.state import OUTSIDE, OWNED, UNSEEN
from gridbots.grid import column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array

FEATURES: Final = (
    "home", "attack", "threat", "retreat", "land", "trail", "their_trail", "rounds_left", "edge",
    "won", "lost", "danger", "lead",
)  # fmt: skip
"""home: steps to own land; twice the side of the board if there is no path.
attack: steps to the trail of another; twice the side if there is no trail or no path.
threat: steps of another to the own trail; the side if there is no trail or no path.
retreat: steps of another to its own land; 0 if there is no path.
land: cells of own land.
trail: cells of own trail.
their_trail: cells of the others' trails.
rounds_left: rounds until time is up.
edge: rows or columns to the border as the program measures them: 0 in the first row and column,
    but 1 in the last.
won: 1 if all others are eliminated.
lost: 1 if the seat is eliminated.
danger: number of steps by which another reaches the own trail before this seat reaches another's
    trail, if all these paths exist and the path home is longer than that; otherwise 0.
lead: cells of own land minus the mean of the others'.
"""

HOME: Final = 0
ATTACK: Final = 1
THREAT: Final = 2
RETREAT: Final = 3
LAND: Final = 4
TRAIL: Final = 5
THEIR_TRAIL: Final = 6
ROUNDS_LEFT: Final = 7
EDGE: Final = 8
WON: Final = 9
LOST: Final = 10
DANGER: Final = 11
LEAD: Final = 12

NO_WAY: Final = -1
"""In place of a number of steps."""


@kernel
def evaluate(state: State, seat: int, weights: Array) -> float:
    # Fast path for simple weights, without allocations: many searches spend most time here.
    total = weights[LAND] * state["areas"][seat] + weights[TRAIL] * state["trail_lengths"][seat]
    total += weights[ROUNDS_LEFT] * (state["max_rounds"] - state["rounds"])
    total += weights[LOST] * (state["eliminated"][seat] != 0)
    if weights[LEAD] != 0.0 or weights[WON] != 0.0 or weights[THEIR_TRAIL] != 0.0:
        lead, their_trail, won = _compare(state, seat)
        total += weights[LEAD] * lead + weights[WON] * won + weights[THEIR_TRAIL] * their_trail
    if weights[EDGE] != 0.0:
        total += weights[EDGE] * edge(state, seat)
    if asks_for_ways(weights):
        values = np.zeros(len(FEATURES))
        _measure_ways(state, seat, values)
        for feature in (HOME, ATTACK, THREAT, RETREAT, DANGER):
            total += weights[feature] * values[feature]
    return float(total)


@kernel
def measure(state: State, seat: int, weights: Array, values: Array) -> None:
    """Write the features of a seat to `values`; those of weight 0 may be left out."""
    lead, their_trail, won = _compare(state, seat)
    values[LAND] = state["areas"][seat]
    values[TRAIL] = state["trail_lengths"][seat]
    values[THEIR_TRAIL] = their_trail
    values[ROUNDS_LEFT] = state["max_rounds"] - state["rounds"]
    values[EDGE] = edge(state, seat)
    values[WON] = won
    values[LOST] = state["eliminated"][seat] != 0
    values[LEAD] = lead
    if asks_for_ways(weights):
        _measure_ways(state, seat, values)


@kernel
def asks_for_ways(weights: Array) -> bool:
    """Whether a feature with non-zero weight needs paths."""
    for feature in (HOME, ATTACK, THREAT, RETREAT, DANGER):
        if weights[feature] != 0.0:
            return True
    return False


@kernel
def _compare(state: State, seat: int) -> tuple[float, int, bool]:
    """Lead, their trail, and won."""
    areas = state["areas"]
    others, living, land, trail = 0, 0, 0, 0
    for other in range(state["seats"]):
        if other != seat and is_in(state, other):
            others += 1
            living += state["eliminated"][other] == 0
            land += areas[other]
            trail += state["trail_lengths"][other]
    won = living == 0 and state["eliminated"][seat] == 0
    return areas[seat] - land / max(others, 1), trail, won


@kernel
def is_in(state: State, seat: int) -> bool:
    """Whether a seat is living, or was living until the end."""
    out = state["eliminated"][seat]
    return bool(out == 0 or (state["over"] != 0 and out == state["rounds"]))


@kernel
def edge(state: State, seat: int) -> int:
    here, side = state["heads"][seat], state["side"]
    row, column = row_of(here, state["stride"]), column_of(here, state["stride"])
    return int(min(row, column, side - row, side - column))


@kernel
def _measure_ways(state: State, seat: int, values: Array) -> None:
    steps = np.zeros(state["stride"] * state["stride"], np.int32)
    queue = np.zeros(len(steps), np.int32)
    threat, retreat, theirs = NO_WAY, NO_WAY, 0
    for other in range(state["seats"]):
        if other != seat and is_in(state, other):
            theirs |= 1 << other
            walk(state, other, steps, queue)
            threat = nearer(threat, steps_to_trail(state, 1 << seat, steps))
            retreat = nearer(retreat, steps_to_land(state, other, steps))
    walk(state, seat, steps, queue)
    home, attack = steps_to_land(state, seat, steps), steps_to_trail(state, theirs, steps)
    side = state["side"]
    values[HOME] = 2 * side if home == NO_WAY else home
    values[ATTACK] = 2 * side if attack == NO_WAY else attack
    values[THREAT] = side if threat == NO_WAY else threat
    values[RETREAT] = 0 if retreat == NO_WAY else retreat
    if attack != NO_WAY and NO_WAY < threat < home:
        values[DANGER] = max(0, attack - threat)


@kernel
def walk(state: State, seat: int, steps: Array, queue: Array) -> None:
    """Write the distance of each cell from the head of a seat; NO_WAY if unreachable."""
    owners, trails, stride = state["owners"], state["trails"], state["stride"]
    for cell in range(len(steps)):
        steps[cell] = NO_WAY
    here = state["heads"][seat]
    if here == UNSEEN or owners[here] == OUTSIDE:
        return
    steps[here] = 0
    queue[0] = here
    begin, end = 0, 1
    while begin < end:
        here = queue[begin]
        begin += 1
        for direction in range(4):
            there = here + offset(direction, stride)
            is_open = owners[there] != OUTSIDE and trails[there] >> seat & 1 == 0
            if is_open and steps[there] == NO_WAY:
                steps[there] = steps[here] + 1
                queue[end] = there
                end += 1


@kernel
def steps_to_land(state: State, seat: int, steps: Array) -> int:
    """Distance to the nearest land of a seat, by `steps`."""
    owners, least = state["owners"], NO_WAY
    for cell in range(len(steps)):
        if owners[cell] == OWNED + seat:
            least = nearer(least, steps[cell])
    return least


@kernel
def steps_to_trail(state: State, seats: int, steps: Array) -> int:
    """Distance to the nearest trail of these seats, a bit each, by `steps`."""
    trails, least = state["trails"], NO_WAY
    for cell in range(len(steps)):
        if trails[cell] & seats:
            least = nearer(least, steps[cell])
    return least


@kernel
def nearer(one: int, other: int) -> int:
    """The smaller of two numbers of steps."""
    return min(one, other) if min(one, other) != NO_WAY else max(one, other)
