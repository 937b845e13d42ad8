"""Worth of a position where the search stops: candies within reach, and room to live in.

Among snakes that no model fits land counts too: the own one and, the other way, theirs.
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
"""Of room that a snake should have beside twice its length."""
MOST_STEPS: Final = 64
CROWDED: Final = 0.4
"""Share of the board under snakes at which a siege counts in full: with less there are ways out."""

EVALUATION: Final = np.dtype(
    [
        ("worths", "f8", (MOST_STEPS,)),  # of a candy at so many steps
        ("share", "f8"),
        ("contested", "f8"),
        ("room", "f8"),
        ("confinement", "f8"),
        ("land", "f8"),  # cells that a snake wants to reach first, in lengths of its own
        ("siege_land", "f8"),  # land with which a strange snake is not besieged
        ("crowding", "f8"),
        ("siege", "f8"),
        ("strangeness", "f8", (max(SEAT_TIERS),)),  # by seat: 0 as modelled to 1; the own: the most
        ("territory", TERRITORY, (1,)),
        ("seen", "i8", (max(CAPACITIES),)),  # by cell: the last flood fill that came there
        ("queue", "i8", (max(CAPACITIES),)),
        ("fills", "i8"),
    ]
)


@kernel
def evaluate_leaf(plan: Record, state: State, seat: int) -> float:
    """In points."""
    return candy_worth(plan, state, seat) - plan["confinement"] * confinement(plan, state, seat)  # type: ignore[no-any-return]


@kernel
def strangeness(plan: Record, state: State, seat: int) -> float:
    """That of the strangest of the others."""
    most = 0.0
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            most = max(most, plan["strangeness"][other])
    return most


@kernel
def standing_of(plan: Record, state: State, seat: int) -> float:
    """What it costs that the own land is small, less what it brings that those of others are."""
    strangest = strangeness(plan, state, seat)
    if strangest == 0.0 or (plan["crowding"] == 0.0 and plan["siege"] == 0.0):
        return 0.0
    divide(plan["territory"][0], state, seat)
    cost = plan["crowding"] * strangest * shortage(plan, state, seat, plan["land"])
    siege = plan["siege"] * crowd_of(state)
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            cost -= (
                siege
                * plan["strangeness"][other]
                * shortage(plan, state, other, plan["siege_land"])
            )
    return cost  # type: ignore[no-any-return]


@kernel
def crowd_of(state: State) -> float:
    """How full the board is of snakes: from 0 to 1, crowded."""
    covered = 0
    for seat in range(state["seats"]):
        covered += state["lengths"][seat]
    return min(1.0, covered / (CROWDED * state["side"] * state["side"]))  # type: ignore[no-any-return]


@kernel
def shortage(plan: Record, state: State, seat: int, lengths: float) -> float:
    """Square of the share of the wanted land that a snake has not."""
    wanted = lengths * state["lengths"][seat] + SPARE_CELLS
    missing = max(0.0, wanted - plan["territory"][0]["lands"][seat]) / wanted
    return missing * missing  # type: ignore[no-any-return]


@kernel
def candy_worth(plan: Record, state: State, seat: int) -> float:
    """The best candy, and a share of all of them."""
    stride, side, candies = state["stride"], state["side"], state["candies"]
    heads = heads_of(state)
    best = total = 0.0
    for row in range(side):
        for column in range(side):
            candy = candies[index_of(row, column, stride)]
            if candy != 0:
                steps = steps_to(heads, seat, row, column)
                worth = candy * plan["worths"][min(steps, MOST_STEPS - 1)]
                if is_contested(heads, row, column, steps):
                    worth *= plan["contested"]
                total += worth
                best = max(best, worth)
    return best + plan["share"] * total  # type: ignore[no-any-return]


@kernel
def is_contested(heads: Any, row: int, column: int, steps: int) -> bool:
    """Whether a head is nearer to a cell than so many steps."""
    for seat in range(len(heads)):
        if steps_to(heads, seat, row, column) < steps:
            return True
    return False


@kernel
def confinement(plan: Record, state: State, seat: int) -> float:
    """Square of the share of the wanted room that is not there."""
    wanted = int(plan["room"] * state["lengths"][seat]) + SPARE_CELLS
    found = room(plan, state, state["bodies"][seat, 0], wanted)
    return ((wanted - found) / wanted) ** 2


@kernel
def room(plan: Record, state: State, head: int, wanted: int) -> int:
    """Cells that can be reached from a head around all bodies, counted up to what is wanted."""
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
