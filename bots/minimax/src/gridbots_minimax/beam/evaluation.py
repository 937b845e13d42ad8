"""Worth of a position where the search stops: candies within reach, and room to live in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.multisnake.state import EMPTY
from gridbots.grid import CAPACITIES, apart, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

SPARE_CELLS: Final = 6
"""Of room that a snake should have beside twice its length."""
MOST_STEPS: Final = 64

EVALUATION: Final = np.dtype(
    [
        ("worths", "f8", (MOST_STEPS,)),  # of a candy at so many steps
        ("share", "f8"),
        ("contested", "f8"),
        ("room", "f8"),
        ("confinement", "f8"),
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
def candy_worth(plan: Record, state: State, seat: int) -> float:
    """The best candy, and a share of all of them."""
    stride, side = state["stride"], state["side"]
    head = state["bodies"][seat, 0]
    best = total = 0.0
    for row in range(1, side + 1):
        for cell in range(row * stride + 1, row * stride + 1 + side):
            if state["candies"][cell] != 0:
                steps = apart(head, cell, stride)
                worth = state["candies"][cell] * plan["worths"][min(steps, MOST_STEPS - 1)]
                if is_contested(state, seat, cell, steps):
                    worth *= plan["contested"]
                total += worth
                best = max(best, worth)
    return best + plan["share"] * total  # type: ignore[no-any-return]


@kernel
def is_contested(state: State, seat: int, cell: int, steps: int) -> bool:
    """Whether another head is nearer to a cell."""
    for other in range(state["seats"]):
        if (
            other != seat
            and is_living(state, other)
            and apart(state["bodies"][other, 0], cell, state["stride"]) < steps
        ):
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
    seen, queue, cells = plan["seen"], plan["queue"], state["cells"]
    plan["fills"] += 1
    fill = plan["fills"]
    queue[0] = head
    seen[head] = fill
    first, last = 0, 1
    while first < last <= wanted:
        for direction in range(4):
            there = queue[first] + offset(direction, state["stride"])
            if cells[there] == EMPTY and seen[there] != fill:
                seen[there] = fill
                queue[last] = there
                last += 1
        first += 1
    return min(last - 1, wanted)
