"""Plan: the cheapest path to the apple, repaired until the body is safe after it.

A path that is not safe in the end, by the theorem in `safety`, is repaired in one of three ways:
- If the body would go in a circle, the lane by which the circle was closed is banned.
- If cells would be cut off, the moves of the path that shut the edges to them are made dearer: once
  for each detour, as long as there have been few.
- If that has not helped, the nearest square of these cells is visited first: a detour.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import FAR, STRAY, search, walk_to
from gridbots_hamiltonian.swift.plans.quick_check import quick_verdict
from gridbots_hamiltonian.swift.plans.safety import CIRCLE, SAFE, closing_step
from gridbots_hamiltonian.swift.plans.trail import go_back

Record = Any
"""A memory with lanes, or a room."""

MOST_REPAIRS: Final = 400
"""Hundreds of detours can be needed where a large part of the board has to be swept."""
PATIENCE: Final = 4
"""After so many detours two are made at a time, then three, and so on: first plans take 30 % less
time to find, and 0.2 % more steps."""
TOLL: Final = 20
"""What a move costs more that has shut cells off: two steps."""
NO_LIMIT: Final = 1 << 30

_SQUARES: Final = (max(CAPACITIES),)

PLANNING: Final = [
    ("begun", "i4"),  # the newest step when the plan was begun
    ("longest", "i4"),  # steps beyond which a plan is not worth having
    ("is_dear", "i4"),  # 1: tolls have been raised since the last detour
    ("detours", "i4"),  # how many there have been
    ("bans", "i4"),  # how many lanes are banned
    ("banned", "i2", _SQUARES),  # these, by the square that they leave
    ("tolls", "i4"),  # at how many squares a toll is raised
    ("tolled", "i2", _SQUARES),  # these
]
"""Fields of a room to plan in."""


@kernel
def find_plan(memory: Record, room: Record, apple: int, repairs: int) -> bool:
    """Walk to the apple in thought, and eat it; whether the body is safe then.

    If it is not, after so many repairs, nothing has been walked.
    """
    newest, oldest = room["newest"], room["oldest"]
    room["bans"] = room["tolls"] = room["is_dear"] = room["detours"] = 0
    is_found = False
    for _ in range(repairs + 1):
        walked = room["newest"] - newest
        if walked > memory["squares"] or not find_path(memory, room, apple):
            break
        start, tail = room["newest"], room["oldest"]
        judged = try_path(memory, room, apple)
        if judged == SAFE:
            is_found = room["newest"] - newest <= memory["squares"]
            break
        if not mend(memory, room, apple, judged, start, tail):
            break
    lift(memory, room)
    if not is_found:
        go_back(memory, room, newest, oldest)
    return is_found


@kernel
def find_path(memory: Record, room: Record, apple: int) -> bool:
    """Find a path to the apple; whether there is one, and none too long."""
    search(memory, room, apple, apple)
    if room["due"][apple] == FAR:
        return False
    steps = room["newest"] - room["begun"] + room["steps"][apple]
    return bool(steps <= room["longest"])


@kernel
def try_path(memory: Record, room: Record, apple: int) -> int:
    """The verdict on the body after the path to the apple, which is walked."""
    walk_to(memory, room, apple)
    room["oldest"] -= 1  # The tail stays where it is as the apple is eaten.
    return quick_verdict(memory, room)


@kernel
def mend(  # noqa: PLR0913, PLR0917  a verdict and where to go back to
    memory: Record, room: Record, apple: int, judged: int, start: int, tail: int
) -> bool:
    """Repair: go back to a start, and make the next path another one; whether it will be."""
    if judged == CIRCLE:
        return ban_circle(memory, room, start, tail)
    if room["is_dear"] == 0 and room["detours"] < memory["tolls"]:
        room["is_dear"] = 1
        raise_tolls(memory, room, start)
        go_back(memory, room, start, tail)
        return True
    room["is_dear"] = 0
    go_back(memory, room, start, tail)
    room["detours"] += 1
    return make_detour(memory, room, apple)


@kernel
def ban_circle(memory: Record, room: Record, start: int, tail: int) -> bool:
    """Go back to a start, and ban the lane that has closed the circle, if it was used since."""
    closing = closing_step(memory, room)
    square = room["trail"][closing - 1]
    go_back(memory, room, start, tail)
    if closing <= start:
        return False
    room["exit"][square] = NOWHERE
    room["banned"][room["bans"]] = square
    room["bans"] += 1
    return True


@kernel
def raise_tolls(memory: Record, room: Record, start: int) -> None:
    """Make the moves since the start dearer that shut edges to cells which are cut off."""
    inside, outside, cell = memory["inside"], memory["outside"], memory["cell"]
    trail, joined, check, toll = room["trail"], room["joined"], room["check"], room["toll"]
    for number in range(start + 1, room["newest"] + 1):
        here = trail[number - 1]
        if trail[number] == inside[here] and joined[cell[outside[here]]] != check:
            if toll[here] == 0:
                room["tolled"][room["tolls"]] = here
                room["tolls"] += 1
            toll[here] = min(toll[here] + TOLL, 5 * TOLL)


@kernel
def make_detour(memory: Record, room: Record, apple: int) -> bool:
    """Walk to the cheapest square to reach, of those in cells that would be cut off.

    After many detours to several such squares: a large part has to be swept then.
    """
    for number in range(1 + room["detours"] // PATIENCE):
        search(memory, room, apple, STRAY)
        if room["stray"] == NOWHERE:
            return number > 0
        walk_to(memory, room, room["stray"])
        room["joined"][memory["cell"][room["stray"]]] = room["check"]
    return True


@kernel
def lift(memory: Record, room: Record) -> None:
    """Lift all bans and tolls."""
    for number in range(room["tolls"]):
        room["toll"][room["tolled"][number]] = 0
    for number in range(room["bans"]):
        square = room["banned"][number]
        room["exit"][square] = memory["outside"][square]
