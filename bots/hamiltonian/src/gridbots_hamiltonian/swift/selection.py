"""Plan selection for an apple: the first plan, a better candidate, or a whole cycle."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import PERCENT
from gridbots_hamiltonian.swift.evaluation import worth
from gridbots_hamiltonian.swift.fallback_cycle import fall_back
from gridbots_hamiltonian.swift.plans.candidates import find_candidate, set_horizon
from gridbots_hamiltonian.swift.plans.path_search import calm_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.safety import is_sound
from gridbots_hamiltonian.swift.plans.trail import go_back
from gridbots_hamiltonian.swift.rollouts import choose_finalist, keep_finalist
from gridbots_hamiltonian.swift.weights import TENTHS

Record = Any
"""A memory, or a room."""

SAMPLED_FROM: Final = 50
"""Where the share of the candidates is less than this, in per cent, finalists are not sampled."""
SLACK: Final = 60
"""Steps by which a candidate may lead to better than any before it: longer ones are not tried."""
UNKNOWN: Final = 1e9
"""More than any value."""

CHOOSING: Final = [
    ("best", "f8"),  # the least value of a candidate: its steps, and what it leads to
    ("least", "f8"),  # what the best state that any has led to is worth
]
"""Fields of a room to choose in."""


@kernel
def choose_plan(memory: Record, room: Record, apple: int) -> None:
    """Write a plan for the apple into the memory. It is sound, or a cycle: see `safety`."""
    find_candidates(memory, room, apple)
    if room["finalists"] > 1 and share_of(memory, room) >= SAMPLED_FROM:
        choose_finalist(memory, room, room["best"])
    if memory["planned"] == 0 or not is_sound(memory, room, apple):
        fall_back(memory, room, apple)


@kernel
def find_candidates(memory: Record, room: Record, apple: int) -> None:
    """Find plans for the apple: the best one is written to the memory, the finalists are kept."""
    memory["planned"] = 0
    room["begun"] = room["newest"]
    room["finalists"] = 0
    room["best"] = room["least"] = UNKNOWN
    room["longest"] = NO_LIMIT
    calm_costs(room)
    set_horizon(memory, room, apple, 0)
    find_first(memory, room, apple)
    for _ in range((memory["candidates"] * share_of(memory, room) + PERCENT - 1) // PERCENT):
        find_another(memory, room, apple)


@kernel
def share_of(memory: Record, room: Record) -> int:
    """Share of the candidates that is tried at this length, in per cent."""
    length = room["newest"] - room["oldest"] + 1
    return int(memory["shares"][TENTHS * length // memory["squares"]])


@kernel
def find_first(memory: Record, room: Record, apple: int) -> None:
    """The plan that all others are measured by."""
    newest, oldest = room["newest"], room["oldest"]
    if find_plan(memory, room, apple, MOST_REPAIRS):
        consider(memory, room, room["newest"] - newest)
        go_back(memory, room, newest, oldest)


@kernel
def find_another(memory: Record, room: Record, apple: int) -> None:
    newest, oldest = room["newest"], room["oldest"]
    if room["best"] < UNKNOWN:
        room["longest"] = int(room["best"] - room["least"] + SLACK)
    if find_candidate(memory, room, apple):
        consider(memory, room, room["newest"] - newest)
    go_back(memory, room, newest, oldest)


@kernel
def consider(memory: Record, room: Record, length: int) -> None:
    """Take the plan that has been walked, if it is the best so far."""
    if length > memory["squares"] or is_planned(memory, room, length):
        return
    value = 0.0
    if memory["candidates"] > 0:
        value = worth(memory, room)
        room["least"] = min(room["least"], value)
    value += length
    if memory["samples"] > 0:
        keep_finalist(memory, room, length, value)
    if value < room["best"]:
        room["best"] = value
        memory["planned"] = length
        first = room["newest"] - length + 1
        for step in range(length):
            memory["plan"][step] = room["trail"][first + step]


@kernel
def is_planned(memory: Record, room: Record, length: int) -> bool:
    """Whether the plan that has been walked is the best so far."""
    if length != memory["planned"]:
        return False
    first = room["newest"] - length + 1
    for step in range(length):
        if memory["plan"][step] != room["trail"][first + step]:
            return False
    return True
