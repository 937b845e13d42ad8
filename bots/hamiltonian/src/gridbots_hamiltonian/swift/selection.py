"""Plan selection for an apple: the first plan, a better candidate, or a whole cycle."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.chance import PERCENT
from gridbots_hamiltonian.swift.evaluation import evaluate
from gridbots_hamiltonian.swift.fallback_cycle import fall_back
from gridbots_hamiltonian.swift.plans.candidates import find_candidate, set_horizon
from gridbots_hamiltonian.swift.plans.path_search import usual_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.safety import is_sound
from gridbots_hamiltonian.swift.plans.trail import go_back
from gridbots_hamiltonian.swift.rollouts import choose_finalist, keep_finalist
from gridbots_hamiltonian.swift.weights import TENTHS

Record = Any
"""A memory, or a workspace."""

SAMPLED_FROM: Final = 50
"""Finalists are not sampled if the share of the candidates, in per cent, is below this."""
SLACK: Final = 60
"""Steps by which a candidate may improve on those before it; longer candidates are not tried."""
UNKNOWN: Final = 1e9
"""More than any value."""

SELECTION: Final = [
    ("best", "f8"),  # least value of a candidate: its steps plus the value of the state after it
    ("least", "f8"),  # value of the best state that any candidate has led to
]
"""Fields of the workspace for plan selection."""


@kernel
def choose_plan(memory: Record, work: Record, apple: int) -> None:
    """Write a plan for the apple into the memory: a sound plan, or a cycle (see `safety`)."""
    find_candidates(memory, work, apple)
    if work["finalists"] > 1 and share_of(memory, work) >= SAMPLED_FROM:
        choose_finalist(memory, work, work["best"])
    if memory["planned"] == 0 or not is_sound(memory, work, apple):
        fall_back(memory, work, apple)


@kernel
def find_candidates(memory: Record, work: Record, apple: int) -> None:
    """Find plans for the apple: write the best one to the memory and keep the finalists."""
    memory["planned"] = 0
    work["begun"] = work["newest"]
    work["finalists"] = 0
    work["best"] = work["least"] = UNKNOWN
    work["longest"] = NO_LIMIT
    usual_costs(work)
    set_horizon(memory, work, apple, 0)
    find_first(memory, work, apple)
    for _ in range((memory["candidates"] * share_of(memory, work) + PERCENT - 1) // PERCENT):
        find_another(memory, work, apple)


@kernel
def share_of(memory: Record, work: Record) -> int:
    """Share of the candidates to try at this length, in per cent."""
    length = work["newest"] - work["oldest"] + 1
    return int(memory["shares"][TENTHS * length // memory["squares"]])


@kernel
def find_first(memory: Record, work: Record, apple: int) -> None:
    """Find the first plan, with which all others are compared."""
    newest, oldest = work["newest"], work["oldest"]
    if find_plan(memory, work, apple, MOST_REPAIRS):
        consider(memory, work, work["newest"] - newest)
        go_back(memory, work, newest, oldest)


@kernel
def find_another(memory: Record, work: Record, apple: int) -> None:
    newest, oldest = work["newest"], work["oldest"]
    if work["best"] < UNKNOWN:
        work["longest"] = int(work["best"] - work["least"] + SLACK)
    if find_candidate(memory, work, apple):
        consider(memory, work, work["newest"] - newest)
    go_back(memory, work, newest, oldest)


@kernel
def consider(memory: Record, work: Record, length: int) -> None:
    """Keep the plan that was just walked if it is the best so far."""
    if length > memory["squares"] or is_planned(memory, work, length):
        return
    value = 0.0
    if memory["candidates"] > 0:
        value = evaluate(memory, work)
        work["least"] = min(work["least"], value)
    value += length
    if memory["samples"] > 0:
        keep_finalist(memory, work, length, value)
    if value < work["best"]:
        work["best"] = value
        memory["planned"] = length
        first = work["newest"] - length + 1
        for step in range(length):
            memory["plan"][step] = work["trail"][first + step]


@kernel
def is_planned(memory: Record, work: Record, length: int) -> bool:
    """Whether the plan that was just walked is the best plan so far."""
    if length != memory["planned"]:
        return False
    first = work["newest"] - length + 1
    for step in range(length):
        if memory["plan"][step] != work["trail"][first + step]:
            return False
    return True
