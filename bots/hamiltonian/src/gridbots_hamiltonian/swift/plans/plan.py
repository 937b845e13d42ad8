"""Plan: the cheapest path to the apple, repaired until the body is safe after it.

A path that is not safe by the theorem in `safety` is repaired in one of three ways:
- If the present edges would have a circle, the lane that closed it is banned.
- If cells would be cut off, the moves of the path that close the edges to them get a toll: once for
  each detour, while there have been few.
- If that has not helped, the path visits the nearest square of these cells first: a detour.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import FAR, STRAY, search, walk_to
from gridbots_hamiltonian.swift.plans.safety import CIRCLE, SAFE, closing_step, quick_verdict
from gridbots_hamiltonian.swift.plans.trail import go_back

Record = Any
"""A memory with lanes, or a workspace."""

MOST_REPAIRS: Final = 400
"""A plan that sweeps a large part of the board can need hundreds of detours."""
PATIENCE: Final = 4
"""After this many detours two are made at a time, then three, and so on: finding the first plan
takes 30 % less time, and the plan has 0.2 % more steps."""
TOLL: Final = 20
"""Extra cost of a move that has cut cells off: two steps."""
NO_LIMIT: Final = 1 << 30

_SQUARES: Final = (max(CAPACITIES),)

PLANNING: Final = [
    ("begun", "i4"),  # the newest step when the plan was begun
    ("longest", "i4"),  # steps beyond which a plan is rejected
    ("is_dear", "i4"),  # 1: tolls have been raised since the last detour
    ("detours", "i4"),  # number of detours
    ("bans", "i4"),  # number of banned lanes
    ("banned", "i2", _SQUARES),  # banned lanes, by the square that they leave
    ("tolls", "i4"),  # number of squares with a toll
    ("tolled", "i2", _SQUARES),  # these squares
]
"""Fields of the workspace for planning."""


@kernel
def find_plan(memory: Record, work: Record, apple: int, repairs: int) -> bool:
    """Walk to the apple on the trail and eat it; return whether the body is safe then.

    If it is not safe after this many repairs, the trail is left unchanged.
    """
    newest, oldest = work["newest"], work["oldest"]
    work["bans"] = work["tolls"] = work["is_dear"] = work["detours"] = 0
    is_found = False
    for _ in range(repairs + 1):
        walked = work["newest"] - newest
        if walked > memory["squares"] or not find_path(memory, work, apple):
            break
        start, tail = work["newest"], work["oldest"]
        found = try_path(memory, work, apple)
        if found == SAFE:
            is_found = work["newest"] - newest <= memory["squares"]
            break
        if not repair(memory, work, apple, found, start, tail):
            break
    lift(memory, work)
    if not is_found:
        go_back(memory, work, newest, oldest)
    return is_found


@kernel
def find_path(memory: Record, work: Record, apple: int) -> bool:
    """Find a path to the apple; return whether one was found that is not too long."""
    search(memory, work, apple, apple)
    if work["due"][apple] == FAR:
        return False
    steps = work["newest"] - work["begun"] + work["steps"][apple]
    return bool(steps <= work["longest"])


@kernel
def try_path(memory: Record, work: Record, apple: int) -> int:
    """Walk the path to the apple and return the verdict on the body after it."""
    walk_to(memory, work, apple)
    work["oldest"] -= 1  # The tail stays where it is as the apple is eaten.
    return quick_verdict(memory, work)


@kernel
def repair(  # noqa: PLR0913, PLR0917  a verdict and the point to return to
    memory: Record, work: Record, apple: int, found: int, start: int, tail: int
) -> bool:
    """Return to the start and make the next path differ; return whether it will."""
    if found == CIRCLE:
        return ban_circle(memory, work, start, tail)
    if work["is_dear"] == 0 and work["detours"] < memory["tolls"]:
        work["is_dear"] = 1
        raise_tolls(memory, work, start)
        go_back(memory, work, start, tail)
        return True
    work["is_dear"] = 0
    go_back(memory, work, start, tail)
    work["detours"] += 1
    return make_detour(memory, work, apple)


@kernel
def ban_circle(memory: Record, work: Record, start: int, tail: int) -> bool:
    """Return to the start and ban the lane that closed the circle, if it was used since then."""
    closing = closing_step(memory, work)
    square = work["trail"][closing - 1]
    go_back(memory, work, start, tail)
    if closing <= start:
        return False
    work["exit"][square] = NOWHERE
    work["banned"][work["bans"]] = square
    work["bans"] += 1
    return True


@kernel
def raise_tolls(memory: Record, work: Record, start: int) -> None:
    """Raise the cost of the moves since the start that closed edges to cells which are cut off."""
    inside, outside, cell = memory["inside"], memory["outside"], memory["cell"]
    trail, joined, check, toll = work["trail"], work["joined"], work["check"], work["toll"]
    for number in range(start + 1, work["newest"] + 1):
        here = trail[number - 1]
        if trail[number] == inside[here] and joined[cell[outside[here]]] != check:
            if toll[here] == 0:
                work["tolled"][work["tolls"]] = here
                work["tolls"] += 1
            toll[here] = min(toll[here] + TOLL, 5 * TOLL)


@kernel
def make_detour(memory: Record, work: Record, apple: int) -> bool:
    """Walk to the square in a cut-off cell that is cheapest to reach.

    After many detours, walk to several such squares: then a large part of the board must be swept.
    """
    for number in range(1 + work["detours"] // PATIENCE):
        search(memory, work, apple, STRAY)
        if work["stray"] == NOWHERE:
            return number > 0
        walk_to(memory, work, work["stray"])
        work["joined"][memory["cell"][work["stray"]]] = work["check"]
    return True


@kernel
def lift(memory: Record, work: Record) -> None:
    """Lift all bans and tolls."""
    for number in range(work["tolls"]):
        work["toll"][work["tolled"][number]] = 0
    for number in range(work["bans"]):
        square = work["banned"][number]
        work["exit"][square] = memory["outside"][square]
