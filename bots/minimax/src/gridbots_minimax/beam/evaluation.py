"""Evaluation of the last position of a line: candies within reach and free space.

If an opponent fits no model (a strange snake), territory counts too: the own territory and, with
the opposite sign, that of strange snakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.multisnake.state import EMPTY, SEAT_TIERS
from gridbots.grid import CAPACITIES, index_of, offset
from gridbots.kernel import kernel
from gridbots_minimax.beam.position import heads_of, steps_to
from gridbots_minimax.beam.territory import TERRITORY, divide

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

SPARE_CELLS: Final = 6
"""Cells added to the free space and territory that a snake needs by its length."""
MOST_STEPS: Final = 64
CROWDED: Final = 0.4
"""Share of covered cells from which on a siege counts in full; with less there are ways out."""

EVALUATION: Final = np.dtype(
    [
        ("candy_values", "f8", (MOST_STEPS,)),  # value of a candy, by steps to it
        ("candy_sum_weight", "f8"),
        ("contested_weight", "f8"),
        ("free_space", "f8"),
        ("confinement_penalty", "f8"),
        ("territory_target", "f8"),  # needed territory, in own lengths
        ("siege_territory", "f8"),  # territory below which a strange snake is besieged
        ("territory_penalty", "f8"),
        ("siege_bonus", "f8"),
        ("strangeness", "f8", (max(SEAT_TIERS),)),  # by seat, 0 to 1; own seat: the maximum
        ("territory", TERRITORY, (1,)),
        ("seen", "i8", (max(CAPACITIES),)),  # by cell: number of the last flood fill there
        ("queue", "i8", (max(CAPACITIES),)),
        ("fills", "i8"),
    ]
)


@kernel
def evaluate_leaf(plan: Record, state: State, seat: int) -> float:
    """Candies minus the cost of confinement, in points."""
    cost = plan["confinement_penalty"] * confinement(plan, state, seat)
    return candy_value(plan, state, seat) - cost  # type: ignore[no-any-return]


@kernel
def strangeness(plan: Record, state: State, seat: int) -> float:
    """The strangeness of the strangest opponent."""
    most = 0.0
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            most = max(most, plan["strangeness"][other])
    return most


@kernel
def territory_cost(plan: Record, state: State, seat: int) -> float:
    """The cost of a small own territory minus the gain from small territories of strange snakes."""
    strangest = strangeness(plan, state, seat)
    if strangest == 0.0 or (plan["territory_penalty"] == 0.0 and plan["siege_bonus"] == 0.0):
        return 0.0
    divide(plan["territory"][0], state, seat)
    cost = (
        plan["territory_penalty"]
        * strangest
        * shortage(plan, state, seat, plan["territory_target"])
    )
    siege = plan["siege_bonus"] * crowd_of(state)
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            cost -= (
                siege
                * plan["strangeness"][other]
                * shortage(plan, state, other, plan["siege_territory"])
            )
    return cost  # type: ignore[no-any-return]


@kernel
def crowd_of(state: State) -> float:
    """How crowded the board is, from 0 to 1."""
    covered = 0
    for seat in range(state["seats"]):
        covered += state["lengths"][seat]
    return min(1.0, covered / (CROWDED * state["side"] * state["side"]))  # type: ignore[no-any-return]


@kernel
def shortage(plan: Record, state: State, seat: int, lengths: float) -> float:
    """Square of the share of the needed territory that a snake lacks."""
    wanted = lengths * state["lengths"][seat] + SPARE_CELLS
    missing = max(0.0, wanted - plan["territory"][0]["sizes"][seat]) / wanted
    return missing * missing  # type: ignore[no-any-return]


@kernel
def candy_value(plan: Record, state: State, seat: int) -> float:
    """The value of the best candy plus a share of all candies."""
    stride, side, candies = state["stride"], state["side"], state["candies"]
    heads = heads_of(state)
    best = total = 0.0
    for row in range(side):
        for column in range(side):
            candy = candies[index_of(row, column, stride)]
            if candy != 0:
                steps = steps_to(heads, seat, row, column)
                value = candy * plan["candy_values"][min(steps, MOST_STEPS - 1)]
                if is_contested(heads, row, column, steps):
                    value *= plan["contested_weight"]
                total += value
                best = max(best, value)
    return best + plan["candy_sum_weight"] * total  # type: ignore[no-any-return]


@kernel
def is_contested(heads: Any, row: int, column: int, steps: int) -> bool:
    """Whether a head is nearer to a cell than this."""
    for seat in range(len(heads)):
        if steps_to(heads, seat, row, column) < steps:
            return True
    return False


@kernel
def confinement(plan: Record, state: State, seat: int) -> float:
    """Square of the share of the needed free space that is missing."""
    wanted = int(plan["free_space"] * state["lengths"][seat]) + SPARE_CELLS
    found = free_space(plan, state, state["bodies"][seat, 0], wanted)
    return ((wanted - found) / wanted) ** 2


@kernel
def free_space(plan: Record, state: State, head: int, wanted: int) -> int:
    """Cells that can be reached from a head around all bodies, counted up to `wanted`."""
    seen, queue, cells, stride = plan["seen"], plan["queue"], state["cells"], state["stride"]
    plan["fills"] += 1
    fill = plan["fills"]
    queue[0] = head
    seen[head] = fill
    first, last = 0, 1
    while first < last <= wanted:
        for direction in range(4):
            there = queue[first] + offset(direction, stride)
            if cells[there] == EMPTY and seen[there] != fill:
                seen[there] = fill
                queue[last] = there
                last += 1
        first += 1
    return min(last - 1, wanted)
