"""Territory: the cells that each head reaches before all others, while bodies move.

A cell under a body is free once the rest of that body has moved on. A snake in an enclosed
territory waits inside: a cell on its border opens if the territory, filled as well as can be
expected, lasts until then. The last moves of a snake may be uncertain, since they were predicted:
then the snake starts from its place before them, as many moves ahead, and the cells that it covered
with them are free. The own snake starts from its head; if another snake could be there first, it
has no territory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.multisnake.state import EMPTY, SEAT_TIERS, WALL
from gridbots.grid import CAPACITIES, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

FILLED: Final = 0.6
"""Share of its territory that a snake is assumed to fill before it has to leave."""
_CELLS: Final = max(CAPACITIES)

TERRITORY: Final = np.dtype(
    [
        ("uncertain_moves", "i8", (max(SEAT_TIERS),)),  # by seat: uncertain last moves
        ("walks", "i8"),  # walks so far
        ("queued", "i8"),
        ("waiting", "i8"),
        ("sizes", "i8", (max(SEAT_TIERS),)),  # by seat: cells that it reaches first
        ("leaves", "i4", (_CELLS,)),  # by cell under a body: moves until it is free
        ("seen", "i8", (_CELLS,)),  # by cell: number of the last walk there
        # The queue of the search.
        ("cells", "i4", (_CELLS,)),
        ("steps", "i4", (_CELLS,)),
        ("seats", "i1", (_CELLS,)),
        # Cells that were not yet free, and the seats that waited there.
        ("closed", "i4", (4 * _CELLS,)),
        ("outside", "i1", (4 * _CELLS,)),
    ]
)


@kernel
def divide(plan: Record, state: State, seat: int) -> None:
    """Write the size of each territory; a cell reached at the same time is not this seat's."""
    note_leaves(plan, state)
    plan["walks"] += 1
    plan["queued"] = plan["waiting"] = 0
    first = most = 0
    for each in range(state["seats"]):
        plan["sizes"][each] = 0
        most = max(most, uncertain_moves_of(plan, state, each))
    for steps in range(-most, 0):
        enter_heads(plan, state, seat, steps)
        first = walk(plan, state, first, steps + 1)
    enter_heads(plan, state, seat, 0)
    while first < plan["queued"]:
        first = walk(plan, state, first, _CELLS)
        reopen(plan)


@kernel
def uncertain_moves_of(plan: Record, state: State, seat: int) -> int:
    """The number of uncertain last moves of a snake."""
    return min(plan["uncertain_moves"][seat], state["lengths"][seat] - 1)  # type: ignore[no-any-return]


@kernel
def enter_heads(plan: Record, state: State, seat: int, steps: int) -> None:
    """Queue the starts of all snakes that start at this step, that of this seat last."""
    for number in range(1, state["seats"] + 1):
        each = (seat + number) % state["seats"]
        lead = 0 if each == seat else uncertain_moves_of(plan, state, each)
        start = state["bodies"][each, lead]
        if is_living(state, each) and lead == -steps and plan["seen"][start] != plan["walks"]:
            enter(plan, start, steps, each)


@kernel
def note_leaves(plan: Record, state: State) -> None:
    """Write when cells become free; where a body crosses itself, the newer part counts."""
    leaves = plan["leaves"]
    for seat in range(state["seats"]):
        length = state["lengths"][seat]
        body = state["bodies"][seat]
        for index in range(length - 1, -1, -1):
            leaves[body[index]] = length - index
        for index in range(uncertain_moves_of(plan, state, seat)):
            leaves[body[index]] = -_CELLS


@kernel
def enter(plan: Record, cell: int, steps: int, seat: int) -> None:
    queued = plan["queued"]
    plan["cells"][queued] = cell
    plan["steps"][queued] = steps
    plan["seats"][queued] = seat
    plan["seen"][cell] = plan["walks"]
    plan["queued"] = queued + 1
    plan["sizes"][seat] += steps > 0


@kernel
def walk(plan: Record, state: State, first: int, limit: int) -> int:
    """Extend the search from the queued cells that are fewer than `limit` steps away."""
    board, leaves, seen, sizes = state["cells"], plan["leaves"], plan["seen"], plan["sizes"]
    cells, steps, seats = plan["cells"], plan["steps"], plan["seats"]
    closed, outside = plan["closed"], plan["outside"]
    queued, waiting, number, stride = (
        plan["queued"],
        plan["waiting"],
        plan["walks"],
        state["stride"],
    )
    while first < queued and steps[first] < limit:
        here, step, seat = cells[first], steps[first] + 1, seats[first]
        for direction in range(4):
            there = here + offset(direction, stride)
            if seen[there] == number or board[there] == WALL:
                continue
            if board[there] == EMPTY or leaves[there] <= step:
                cells[queued], steps[queued], seats[queued] = there, step, seat
                seen[there] = number
                sizes[seat] += 1
                queued += 1
            else:
                closed[waiting], outside[waiting] = there, seat
                waiting += 1
        first += 1
    plan["queued"], plan["waiting"] = queued, waiting
    return first


@kernel
def reopen(plan: Record) -> None:
    """Queue the border cells that become free before their territory is filled."""
    for number in range(plan["waiting"]):
        cell, seat = plan["closed"][number], plan["outside"][number]
        wait = plan["leaves"][cell]
        if plan["seen"][cell] != plan["walks"] and wait <= FILLED * plan["sizes"][seat]:
            enter(plan, cell, wait, seat)
