"""Evaluation features of Multiplayer Snake.

The agents of the CS221 paper evaluate points, minus 1200 for a trapped snake on a board of 20x20
("naive"), and that minus candy / (2 * side) ("greedy"). Their search depth depends on snakes within
a radius; the features use RADIUS, and the kernels take any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.multisnake.movement import DASH, accepts, has_choice
from gridbots.games.multisnake.state import SNAKE
from gridbots.grid import apart, column_of, index_of, offset, row_of
from gridbots.kernel import kernel
from gridbots.space import MOST_HEADS, WORKSPACE, spread

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array

FEATURES: Final = (
    "points", "lead", "length", "candy", "exits", "trapped", "territory", "compactness",
    "bodies_near", "heads_near",
)  # fmt: skip
"""points: own points.
lead: own points minus the mean of the living others'.
length: cells of the body.
candy: steps to the nearest candy on an empty board; twice the side of a board without candies.
exits: neighbouring cells that a legal step enters and no other snake covers.
trapped: 1 where no move is legal; else 0.
territory: free cells that the own head reaches first, on paths around all snakes. Of more than
    three other snakes, only those with the nearest heads count.
compactness: share of the cells within RADIUS rows and columns of the head that the own body covers,
    all cells but one being 1.
bodies_near: cells within RADIUS rows and columns of the head that other snakes cover.
heads_near: heads of others within RADIUS steps.
"""

POINTS: Final = 0
LEAD: Final = 1
LENGTH: Final = 2
CANDY_NEAR: Final = 3
EXITS: Final = 4
TRAPPED: Final = 5
TERRITORY: Final = 6
COMPACTNESS: Final = 7
BODIES_NEAR: Final = 8
HEADS_NEAR: Final = 9

RADIUS: Final = 2
"""Radius of the paper's agents in its comparison; it tried 1 to 5."""


@kernel
def evaluate(state: State, seat: int, weights: Array) -> float:
    values = np.zeros(len(FEATURES))
    measure(state, seat, weights, values)
    total = 0.0
    for feature in range(len(FEATURES)):
        total += weights[feature] * values[feature]
    return total


@kernel
def measure(state: State, seat: int, weights: Array, values: Array) -> None:
    """Write the features of a living seat to `values`; those of weight 0 may be left out."""
    values[POINTS] = state["points"][seat]
    values[LEAD] = lead(state, seat)
    values[LENGTH] = state["lengths"][seat]
    if weights[CANDY_NEAR] != 0.0:
        values[CANDY_NEAR] = steps_to_candy(state, seat)
    if weights[EXITS] != 0.0:
        values[EXITS] = exits(state, seat)
    if weights[TRAPPED] != 0.0:
        values[TRAPPED] = not has_choice(state, seat)
    if weights[TERRITORY] != 0.0:
        values[TERRITORY] = territory(state, seat)
    if weights[COMPACTNESS] != 0.0:
        values[COMPACTNESS] = compactness(state, seat, RADIUS)
    if weights[BODIES_NEAR] != 0.0:
        values[BODIES_NEAR] = bodies_near(state, seat, RADIUS)
    if weights[HEADS_NEAR] != 0.0:
        values[HEADS_NEAR] = heads_near(state, seat, RADIUS)


@kernel
def lead(state: State, seat: int) -> float:
    others, points = 0, 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            others += 1
            points += state["points"][other]
    return float(state["points"][seat] - points / max(others, 1))


@kernel
def steps_to_candy(state: State, seat: int) -> int:
    """Steps to the nearest candy, by rings around the head: typically one of the first has a candy.

    A ring has two cells in each row, one to the right of the head and one to the left.
    """
    candies, stride, side = state["candies"], state["stride"], state["side"]
    head = state["bodies"][seat, 0]
    row, column = row_of(head, stride), column_of(head, stride)
    for steps in range(2 * side):
        for down in range(max(-steps, -row), min(steps, side - 1 - row) + 1):
            across, here = steps - abs(down), head + down * stride
            if column + across < side and candies[here + across] != 0:
                return int(steps)
            if column >= across and candies[here - across] != 0:
                return int(steps)
    return int(2 * side)


@kernel
def exits(state: State, seat: int) -> int:
    head, count = state["bodies"][seat, 0], 0
    for move in range(DASH):
        found = state["cells"][head + offset(move, state["stride"])]
        is_others = found >= SNAKE and found != SNAKE + seat
        count += accepts(state, seat, move) and not is_others
    return count


@kernel
def territory(state: State, seat: int) -> int:
    return _territory_in(state, seat, np.empty(1, WORKSPACE))


@kernel
def _territory_in(state: State, seat: int, workspaces: Array) -> int:
    # An array, not a record: in compiled code a record does not keep its memory alive.
    work, heads = workspaces[0], np.empty(MOST_HEADS, np.int32)
    count = choose_heads(state, seat, heads)
    spread(state["cells"], heads, count, state["stride"], work)
    return int(work["counts"][1])


@kernel
def choose_heads(state: State, seat: int, heads: Array) -> int:
    """Write the own head and the nearest others, as many as fit, in order; return their number."""
    bodies, stride, count = state["bodies"], state["stride"], 1
    head = bodies[seat, 0]
    heads[0] = head
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            place = count
            distance = apart(head, bodies[other, 0], stride)
            while place > 1 and apart(head, heads[place - 1], stride) > distance:
                if place < len(heads):
                    heads[place] = heads[place - 1]
                place -= 1
            if place < len(heads):
                heads[place] = bodies[other, 0]
                count = min(count + 1, len(heads))
    return count


@kernel
def compactness(state: State, seat: int, radius: int) -> float:
    return float(count_near(state, seat, radius, is_own=True) / ((2 * radius + 1) ** 2 - 1))


@kernel
def bodies_near(state: State, seat: int, radius: int) -> int:
    return count_near(state, seat, radius, is_own=False)


@kernel
def count_near(state: State, seat: int, radius: int, is_own: bool) -> int:  # noqa: FBT001
    """Number of cells within `radius` rows and columns of the head that the snake, or others,
    cover.
    """
    side, stride = state["side"], state["stride"]
    head = state["bodies"][seat, 0]
    row, column = row_of(head, stride), column_of(head, stride)
    count = 0
    for there in range(max(0, row - radius), min(side, row + radius + 1)):
        for place in range(max(0, column - radius), min(side, column + radius + 1)):
            found = state["cells"][index_of(there, place, stride)]
            count += found >= SNAKE and (found == SNAKE + seat) == is_own
    return count


@kernel
def heads_near(state: State, seat: int, radius: int) -> int:
    bodies, count = state["bodies"], 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            count += apart(bodies[seat, 0], bodies[other, 0], state["stride"]) <= radius
    return count
