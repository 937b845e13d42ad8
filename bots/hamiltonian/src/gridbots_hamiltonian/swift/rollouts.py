"""Roll-outs: what the best candidates lead to, by sampled next apples, the same for all of them."""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import index_of
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import RING
from gridbots_hamiltonian.swift.candidates import set_horizon
from gridbots_hamiltonian.swift.chance import draw
from gridbots_hamiltonian.swift.evaluation import worth
from gridbots_hamiltonian.swift.lanes import NOWHERE
from gridbots_hamiltonian.swift.path_search import calm_costs
from gridbots_hamiltonian.swift.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.trail import add_step, go_back

Record = Any
"""A memory, or a room."""

FINALISTS: Final = 4
"""Candidates that are sampled, at most."""
MOST_SAMPLES: Final = 32
DRAWS: Final = 48
"""Squares that a sample names; the first one that is free gets the apple."""
DISCOUNT: Final = 0.85
"""Of steps after one more apple: what is far off can still be changed."""
PATTERNS_DISCOUNT: Final = 0.95
"""The same where the worth is that of patterns, too: it was fitted with it."""
TRUST: Final = 0.6
"""Weight of the samples; the rest is that of the candidate's own worth, for samples are few."""
BEHIND: Final = 20.0
"""Steps by which a candidate may seem worse than the best one to be sampled."""

SAMPLING: Final = [
    ("finalists", "i4"),  # how many there are
    ("value", "f8", (FINALISTS,)),  # steps of the candidate, and what it leads to is worth
    ("length", "i4", (FINALISTS,)),
    ("finalist", "i2", (FINALISTS, RING)),  # its squares
    ("drawn", "i2", (MOST_SAMPLES, DRAWS)),  # squares named by each sample
]
"""Fields of a room to sample in."""


@kernel
def keep_finalist(room: Record, length: int, value: float) -> None:
    """Keep the plan that has been walked, if it is among the best; the same one is kept once."""
    slot = 0
    for at in range(room["finalists"]):
        if room["value"][at] == value and room["length"][at] == length:
            return
        if room["value"][at] > room["value"][slot]:
            slot = at
    if room["finalists"] < FINALISTS:
        slot = room["finalists"]
        room["finalists"] += 1
    elif room["value"][slot] <= value:
        return
    room["value"][slot] = value
    room["length"][slot] = length
    first = room["newest"] - length + 1
    for step in range(length):
        room["finalist"][slot, step] = room["trail"][first + step]


@kernel
def choose_finalist(memory: Record, room: Record, best: float) -> None:
    """Make the finalist the plan that leads to the least cost; `best` is the least value."""
    newest, oldest = room["newest"], room["oldest"]
    draw_samples(memory, room)
    room["longest"] = NO_LIMIT
    chosen, least = 0, float(NO_LIMIT)
    for at in range(room["finalists"]):
        if room["value"][at] > best + BEHIND:
            continue
        length = room["length"][at]
        for step in range(length):
            add_step(memory, room, room["finalist"][at, step])
        room["oldest"] += length - 1
        sampled = length + sampled_cost(memory, room)
        go_back(memory, room, newest, oldest)
        cost = (1.0 - TRUST) * room["value"][at] + TRUST * sampled
        if cost < least:
            chosen, least = at, cost
    memory["planned"] = room["length"][chosen]
    for step in range(memory["planned"]):
        memory["plan"][step] = room["finalist"][chosen, step]


@kernel
def draw_samples(memory: Record, room: Record) -> None:
    width = memory["stride"] - 2
    for sample in range(memory["samples"]):
        for turn in range(DRAWS):
            place = draw(memory, memory["squares"])
            square = index_of(place // width, place % width, memory["stride"])
            room["drawn"][sample, turn] = square


@kernel
def sampled_cost(memory: Record, room: Record) -> float:
    """Sample mean of the cost of the next apple, from here."""
    total, count = 0.0, 0
    for sample in range(memory["samples"]):
        apple = sampled_apple(room, sample)
        if apple != NOWHERE:
            total += cost_of_apple(memory, room, apple)
            count += 1
    return total / count if count > 0 else 0.0


@kernel
def sampled_apple(room: Record, sample: int) -> int:
    for turn in range(DRAWS):
        square = room["drawn"][sample, turn]
        if room["stamp"][square] < room["oldest"]:
            return int(square)
    return NOWHERE


@kernel
def cost_of_apple(memory: Record, room: Record, apple: int) -> float:
    """Cost of an apple: steps of the first plan for it, and the value of the state after it."""
    newest, oldest = room["newest"], room["oldest"]
    calm_costs(room)
    set_horizon(memory, room, apple, 0)
    if not find_plan(memory, room, apple, MOST_REPAIRS):
        return float(memory["squares"])
    discount = DISCOUNT if memory["counts_patterns"] == 0 else PATTERNS_DISCOUNT
    cost = room["newest"] - newest + discount * worth(memory, room)
    go_back(memory, room, newest, oldest)
    return float(cost)
