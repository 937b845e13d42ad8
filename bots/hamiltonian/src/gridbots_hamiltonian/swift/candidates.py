"""Many plans for one apple."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import RING
from gridbots_hamiltonian.swift.falling_back import FALLING, fall_back
from gridbots_hamiltonian.swift.judging import worth
from gridbots_hamiltonian.swift.lanes import NOWHERE
from gridbots_hamiltonian.swift.planning import MOST_REPAIRS, find_plan
from gridbots_hamiltonian.swift.searching import FAR, STEP, search, walk_to
from gridbots_hamiltonian.swift.trail import add_step, go_back

Record = Any

_SQUARES: Final = (max(CAPACITIES),)

CHOOSING: Final = [
    *FALLING,
    ("banned", "i2", _SQUARES),
    ("tree_due", "i4", _SQUARES),
    ("tree_steps", "i2", _SQUARES),
    ("tree_previous", "i2", _SQUARES),
    ("best", "i2", (RING,)),
]

MODULUS: Final = 2**31 - 1


@kernel
def draw(memory: Record, bound: int) -> int:
    """Park and Miller."""
    memory["chance"] = memory["chance"] * 48271 % MODULUS
    return int(memory["chance"] % bound)


@kernel
def choose_plan(memory: Record, room: Record, apple: int) -> int:
    newest, oldest = room["newest"], room["oldest"]
    search(memory, room, apple, NOWHERE)
    room["tree_steps"][:] = room["steps"]
    room["tree_due"][:] = room["due"]
    room["tree_previous"][:] = room["previous"]
    best = 1e9
    planned = 0
    for number in range(memory["candidates"] + 1):
        if number > 0 and not start_aside(memory, room, apple, planned):
            continue
        if find_plan(memory, room, apple, MOST_REPAIRS if number == 0 else memory["repairs"]):
            length = room["newest"] - newest
            if length <= memory["squares"]:
                value = float(length)
                if memory["candidates"] > 0:
                    value += worth(memory, room)
                if value < best:
                    best = value
                    planned = length
                    for step in range(length):
                        memory["plan"][step] = room["trail"][newest + 1 + step]
        go_back(memory, room, newest, oldest)
    if planned == 0:
        memory["fallbacks"] += 1
        planned = fall_back(memory, room, apple)
    return int(planned)


@kernel
def start_aside(memory: Record, room: Record, apple: int, planned: int) -> bool:
    """Walk to a random square near the head."""
    if planned > 1 and draw(memory, 100) < memory["prefixes"]:
        kept = 1 + draw(memory, planned - 1)
        for step in range(kept):
            add_step(memory, room, memory["plan"][step])
        room["oldest"] += kept
        goal = near(memory, room, apple)
        if goal == NOWHERE or not search(memory, room, apple, goal):
            return True
        walk_to(memory, room, goal)
        return True
    for _ in range(10):
        goal = near(memory, room, apple)
        if goal != NOWHERE and room["tree_due"][goal] < FAR:
            room["steps"][:] = room["tree_steps"]
            room["previous"][:] = room["tree_previous"]
            walk_to(memory, room, goal)
            return True
    return False


@kernel
def near(memory: Record, room: Record, apple: int) -> int:
    here = room["trail"][room["newest"]]
    radius = 1 + draw(memory, memory["farthest"])
    row = memory["row"][here] + draw(memory, 2 * radius + 1) - radius
    column = memory["column"][here] + draw(memory, 2 * radius + 1) - radius
    height, width = memory["span"] // memory["stride"] - 2, memory["stride"] - 2
    if row < 0 or column < 0 or row >= height or column >= width:
        return NOWHERE
    square = (row + 1) * memory["stride"] + column + 1
    if square == here or square == apple:
        return NOWHERE
    return int(square)
