"""Candidate plans: paths to the apple that start differently from the first plan.

Each candidate uses different costs. Most go by way of a random square near the head, or follow the
best plan for a while and then leave it, by the other move or by way of a random square.
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
"""A memory, or a workspace."""

REPAIRS: Final = 16
"""Repairs of a candidate; with fewer, no candidate that sweeps a part of the board succeeds."""
FOLLOWING: Final = 70
"""Percent of the candidates that follow the best plan for a while."""
LEAVING: Final = 50
"""Percent of these that then make the other of the two moves."""
ASIDE: Final = 80
"""Percent of the others that go by way of a square near the head."""
FARTHEST: Final = 10
"""Most rows or columns to such a square."""
TRIES: Final = 10
"""Squares to draw until one can be reached."""
PATIENCE: Final = 40
"""Squares that the body will not leave within this many steps are skipped: a search that fails
takes as long as finding the paths to all reachable squares."""
FORESIGHT: Final = 2
"""A cell counts as free of the body if the body will leave it within this many times the rows and
columns to the apple: paths are usually that long."""


@kernel
def set_horizon(memory: Record, work: Record, apple: int, planned: int) -> None:
    """Set how far a search looks ahead; at random up to the end of a plan of `planned` steps."""
    head, row, column = work["trail"][work["newest"]], memory["row"], memory["column"]
    apart = abs(row[head] - row[apple]) + abs(column[head] - column[apple])
    steps = FORESIGHT * apart
    if planned > steps:
        steps += draw(memory, planned - steps + 1)
    work["horizon"] = work["oldest"] - 2 + steps


@kernel
def find_candidate(memory: Record, work: Record, apple: int) -> bool:
    """Walk a candidate to the apple on the trail and eat it; return whether the body is safe."""
    vary_costs(memory, work)
    set_horizon(memory, work, apple, memory["planned"])
    return bool(set_out(memory, work, apple) and find_plan(memory, work, apple, REPAIRS))


@kernel
def set_out(memory: Record, work: Record, apple: int) -> bool:
    """Walk the first steps of a candidate on the trail; return whether one was found."""
    planned = memory["planned"]
    if planned > 1 and happens(memory, FOLLOWING):
        follow_plan(memory, work, 1 + draw(memory, planned - 1))
        if happens(memory, LEAVING):
            return leave_plan(memory, work, apple)
        goal = square_near(memory, work, apple)
        if goal != NOWHERE:
            reach(memory, work, apple, goal)
        return True
    return not happens(memory, ASIDE) or go_aside(memory, work, apple)


@kernel
def reach(memory: Record, work: Record, apple: int, goal: int) -> bool:
    """Walk to a square if it can be reached; return whether it can."""
    search(memory, work, apple, goal)
    if work["due"][goal] == FAR:
        return False
    walk_to(memory, work, goal)
    return True


@kernel
def follow_plan(memory: Record, work: Record, steps: int) -> None:
    for step in range(steps):
        add_step(memory, work, memory["plan"][step])
    work["oldest"] += steps


@kernel
def leave_plan(memory: Record, work: Record, apple: int) -> bool:
    """Leave the plan by the other move; return whether that move is possible."""
    here = work["trail"][work["newest"]]
    planned = memory["plan"][work["newest"] - work["begun"]]
    inside, outside = memory["inside"][here], memory["outside"][here]
    there = outside if planned == inside else inside
    if there == apple or work["stamp"][there] >= work["oldest"]:
        return False
    add_step(memory, work, there)
    work["oldest"] += 1
    return True


@kernel
def go_aside(memory: Record, work: Record, apple: int) -> bool:
    """Walk to a square near the head; return whether one was found."""
    for _ in range(TRIES):
        goal = square_near(memory, work, apple)
        if goal != NOWHERE and reach(memory, work, apple, goal):
            return True
    return False


@kernel
def square_near(memory: Record, work: Record, apple: int) -> int:
    """A random square near the head; NOWHERE if the draw hit no usable square."""
    here, stride = work["trail"][work["newest"]], memory["stride"]
    radius = 1 + draw(memory, FARTHEST)
    row = memory["row"][here] + draw(memory, 2 * radius + 1) - radius
    column = memory["column"][here] + draw(memory, 2 * radius + 1) - radius
    width = stride - 2
    if not (0 <= row < memory["squares"] // width and 0 <= column < width):
        return NOWHERE
    square = index_of(row, column, stride)
    if square == here or work["stamp"][square] > work["oldest"] + PATIENCE:
        return NOWHERE
    return NOWHERE if square == apple else int(square)
