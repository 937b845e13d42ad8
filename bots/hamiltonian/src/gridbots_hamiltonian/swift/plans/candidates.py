"""Candidate plans: paths that set out for the apple in another way than the first plan.

Each has costs of its own. Most go by way of a random square near the head, or follow the best plan
so far for a while and then leave it, by the other move or by way of a random square near there.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import index_of
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import draw, happens
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import FAR, search, vary_costs, walk_to
from gridbots_hamiltonian.swift.plans.plan import find_plan
from gridbots_hamiltonian.swift.plans.trail import add_step

Record = Any
"""A memory, or a room."""

REPAIRS: Final = 16
"""Of a candidate; with fewer, none comes through that has to sweep a part of the board."""
FOLLOWING: Final = 70
"""Percent of the candidates that follow the best plan for a while."""
LEAVING: Final = 50
"""Percent of these that then make the other move of the two that there are."""
ASIDE: Final = 80
"""Percent of the others that go by way of a square near the head."""
FARTHEST: Final = 10
"""Rows or columns to such a square, at most."""
TRIES: Final = 10
"""Squares that are drawn until one can be reached."""
PATIENCE: Final = 40
"""Squares that the body will not have left after so many steps are no squares to go by way of: to
find that one cannot be reached takes as long as to find the ways to all that can."""
FORESIGHT: Final = 2
"""For a plan a cell is without body if the body will have left it after so many times the steps
of rows and columns to the apple: more often than not that long a way is needed."""


@kernel
def set_horizon(memory: Record, room: Record, apple: int, planned: int) -> None:
    """How far a search looks ahead; where a plan of so many steps is known, up to its end."""
    head, row, column = room["trail"][room["newest"]], memory["row"], memory["column"]
    apart = abs(row[head] - row[apple]) + abs(column[head] - column[apple])
    steps = FORESIGHT * apart
    if planned > steps:
        steps += draw(memory, planned - steps + 1)
    room["horizon"] = room["oldest"] - 2 + steps


@kernel
def find_candidate(memory: Record, room: Record, apple: int) -> bool:
    """Walk a candidate to the apple, in thought, and eat it; whether the body is safe then."""
    vary_costs(memory, room)
    set_horizon(memory, room, apple, memory["planned"])
    return bool(set_out(memory, room, apple) and find_plan(memory, room, apple, REPAIRS))


@kernel
def set_out(memory: Record, room: Record, apple: int) -> bool:
    """Make the first steps of a candidate, in thought; whether there is one."""
    planned = memory["planned"]
    if planned > 1 and happens(memory, FOLLOWING):
        follow_plan(memory, room, 1 + draw(memory, planned - 1))
        if happens(memory, LEAVING):
            return leave_plan(memory, room, apple)
        goal = square_near(memory, room, apple)
        if goal != NOWHERE:
            reach(memory, room, apple, goal)
        return True
    return not happens(memory, ASIDE) or go_aside(memory, room, apple)


@kernel
def reach(memory: Record, room: Record, apple: int, goal: int) -> bool:
    """Walk to a square, if it can be reached."""
    search(memory, room, apple, goal)
    if room["due"][goal] == FAR:
        return False
    walk_to(memory, room, goal)
    return True


@kernel
def follow_plan(memory: Record, room: Record, steps: int) -> None:
    for step in range(steps):
        add_step(memory, room, memory["plan"][step])
    room["oldest"] += steps


@kernel
def leave_plan(memory: Record, room: Record, apple: int) -> bool:
    """Make the other move than the plan that has been followed; whether it can be made."""
    here = room["trail"][room["newest"]]
    planned = memory["plan"][room["newest"] - room["begun"]]
    inside, outside = memory["inside"][here], memory["outside"][here]
    there = outside if planned == inside else inside
    if there == apple or room["stamp"][there] >= room["oldest"]:
        return False
    add_step(memory, room, there)
    room["oldest"] += 1
    return True


@kernel
def go_aside(memory: Record, room: Record, apple: int) -> bool:
    """Walk to a square near the head; whether one was found."""
    for _ in range(TRIES):
        goal = square_near(memory, room, apple)
        if goal != NOWHERE and reach(memory, room, apple, goal):
            return True
    return False


@kernel
def square_near(memory: Record, room: Record, apple: int) -> int:
    """A random square near the head, but not that of the apple; NOWHERE if none was hit."""
    here, stride = room["trail"][room["newest"]], memory["stride"]
    radius = 1 + draw(memory, FARTHEST)
    row = memory["row"][here] + draw(memory, 2 * radius + 1) - radius
    column = memory["column"][here] + draw(memory, 2 * radius + 1) - radius
    width = stride - 2
    if not (0 <= row < memory["squares"] // width and 0 <= column < width):
        return NOWHERE
    square = index_of(row, column, stride)
    if square == here or room["stamp"][square] > room["oldest"] + PATIENCE:
        return NOWHERE
    return NOWHERE if square == apple else int(square)
