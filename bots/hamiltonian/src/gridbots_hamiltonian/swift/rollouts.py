"""Roll-outs: what the best candidates lead to, by sampled next apples, the same for all of them."""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import index_of
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import RING
from gridbots_hamiltonian.swift.chance import draw
from gridbots_hamiltonian.swift.evaluation import worth
from gridbots_hamiltonian.swift.plans.candidates import find_candidate, set_horizon
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import calm_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.trail import add_step, go_back

Record = Any
"""A memory, or a room."""

MOST_FINALISTS: Final = 16
"""Candidates that are sampled, at most."""
HALVED_TO: Final = 4
"""As many are left when no more are dropped; these have all samples."""
MOST_SAMPLES: Final = 32
DRAWS: Final = 48
"""Squares that a sample names; the first one that is free gets the apple."""
DISCOUNT: Final = 0.85
"""Of steps after one more apple: what is far off can still be changed."""
PATTERNS_DISCOUNT: Final = 0.95
"""The same where the worth is that of patterns, too: it was fitted with it."""
PRIOR: Final = 4.0
"""Samples that the candidate's own worth counts as."""
REPLY_SLACK: Final = 30
"""Steps by which a reply may lead to better than any plan before it: longer ones are not tried."""
BEHIND: Final = 20.0
"""Steps by which a candidate may seem worse than the best one to be sampled."""

SAMPLING: Final = [
    ("finalists", "i4"),  # how many there are
    ("value", "f8", (MOST_FINALISTS,)),  # steps of the candidate, and what it leads to is worth
    ("length", "i4", (MOST_FINALISTS,)),
    ("finalist", "i2", (MOST_FINALISTS, RING)),  # its squares
    ("sampled", "i4", (MOST_FINALISTS,)),  # samples that count
    ("sum", "f8", (MOST_FINALISTS,)),  # of what they cost
    ("order", "i4", (MOST_FINALISTS,)),  # the finalists that are left, the best one first
    ("drawn", "i2", (MOST_SAMPLES, DRAWS)),  # squares named by each sample
]
"""Fields of a room to sample in."""


@kernel
def keep_finalist(memory: Record, room: Record, length: int, value: float) -> None:
    """Keep the plan that has been walked, if it is among the best; the same one is kept once."""
    slot = 0
    for at in range(room["finalists"]):
        if room["value"][at] == value and room["length"][at] == length:
            return
        if room["value"][at] > room["value"][slot]:
            slot = at
    if room["finalists"] < memory["finalists"]:
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
    """Make the finalist the plan that leads to the least cost; `best` is the least value.

    Sequential halving: as long as there are more than a few, the worse half is dropped, and those
    that are left get twice as many samples.
    """
    draw_samples(memory, room)
    room["longest"] = NO_LIMIT
    left = order_finalists(room, best + BEHIND)
    halvings = begin = 0
    while left > HALVED_TO << halvings:
        halvings += 1
    while halvings >= 0:
        end = memory["samples"] >> halvings
        for place in range(left):
            try_finalist(memory, room, room["order"][place], begin, end)
        sort_finalists(room, left)
        begin, left, halvings = end, (left + 1) // 2, halvings - 1
    chosen = room["order"][0]
    memory["planned"] = room["length"][chosen]
    for step in range(memory["planned"]):
        memory["plan"][step] = room["finalist"][chosen, step]


@kernel
def order_finalists(room: Record, limit: float) -> int:
    """Put those of value up to a limit in order, without samples; how many they are."""
    count = 0
    for at in range(room["finalists"]):
        room["sampled"][at] = 0
        room["sum"][at] = 0.0
        if room["value"][at] <= limit:
            room["order"][count] = at
            count += 1
    return count


@kernel
def sort_finalists(room: Record, count: int) -> None:
    """Sort the first ones of the order by cost, stably."""
    order = room["order"]
    for place in range(1, count):
        at, before = order[place], place - 1
        while before >= 0 and cost_of(room, order[before]) > cost_of(room, at):
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = at


@kernel
def cost_of(room: Record, at: int) -> float:
    """Mean of what the samples of a finalist cost and, as so many more of them, its value."""
    count = room["sampled"][at]
    total = PRIOR * room["value"][at] + count * room["length"][at] + room["sum"][at]
    return float(total / (PRIOR + count))


@kernel
def try_finalist(memory: Record, room: Record, at: int, begin: int, end: int) -> None:
    """Walk a finalist, and make the roll-outs of these samples after it."""
    newest, oldest, length = room["newest"], room["oldest"], room["length"][at]
    for step in range(length):
        add_step(memory, room, room["finalist"][at, step])
    room["oldest"] += length - 1
    for sample in range(begin, end):
        apple = sampled_apple(room, sample)
        if apple != NOWHERE:
            room["sum"][at] += cost_of_apple(memory, room, apple)
            room["sampled"][at] += 1
    go_back(memory, room, newest, oldest)


@kernel
def draw_samples(memory: Record, room: Record) -> None:
    width = memory["stride"] - 2
    for sample in range(memory["samples"]):
        for turn in range(DRAWS):
            place = draw(memory, memory["squares"])
            square = index_of(place // width, place % width, memory["stride"])
            room["drawn"][sample, turn] = square


@kernel
def sampled_apple(room: Record, sample: int) -> int:
    for turn in range(DRAWS):
        square = room["drawn"][sample, turn]
        if room["stamp"][square] < room["oldest"]:
            return int(square)
    return NOWHERE


@kernel
def cost_of_apple(memory: Record, room: Record, apple: int) -> float:
    """Cost of an apple: steps of the best of a few plans for it, and the value of the state after.

    These are the first plan, and as many replies as the memory says.
    """
    newest, oldest = room["newest"], room["oldest"]
    begun, planned = room["begun"], memory["planned"]
    room["begun"], memory["planned"] = newest, 0
    room["longest"] = NO_LIMIT
    calm_costs(room)
    set_horizon(memory, room, apple, 0)
    cost = float(memory["squares"])
    if find_plan(memory, room, apple, MOST_REPAIRS):
        value = discounted_worth(memory, room)
        cost = room["newest"] - newest + value
        go_back(memory, room, newest, oldest)
        cost = best_reply(memory, room, apple, cost, value)
    room["begun"], memory["planned"] = begun, planned
    return cost


@kernel
def best_reply(memory: Record, room: Record, apple: int, cost: float, least: float) -> float:
    """Least cost of an apple, of what the first plan costs and of all replies to it.

    `least` is what the state after the first plan is worth.
    """
    newest, oldest = room["newest"], room["oldest"]
    for _ in range(memory["replies"]):
        room["longest"] = int(cost - least + REPLY_SLACK)
        if find_candidate(memory, room, apple):
            value = discounted_worth(memory, room)
            least = min(least, value)
            cost = min(cost, room["newest"] - newest + value)
        go_back(memory, room, newest, oldest)
    return cost


@kernel
def discounted_worth(memory: Record, room: Record) -> float:
    discount = DISCOUNT if memory["counts_patterns"] == 0 else PATTERNS_DISCOUNT
    return float(discount * worth(memory, room))
