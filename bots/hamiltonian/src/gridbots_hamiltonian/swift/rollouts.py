"""Roll-outs of the best candidates with sampled next apples, the same apples for all of them."""

from __future__ import annotations

from typing import Any, Final

from gridbots.grid import index_of
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import RING
from gridbots_hamiltonian.swift.chance import draw
from gridbots_hamiltonian.swift.evaluation import evaluate
from gridbots_hamiltonian.swift.plans.candidates import find_candidate, set_horizon
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import usual_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.trail import add_step, go_back

Record = Any
"""A memory, or a workspace."""

MOST_FINALISTS: Final = 16
"""Most candidates that are sampled."""
HALVED_TO: Final = 4
"""Candidates at which halving stops; these get all samples."""
MOST_SAMPLES: Final = 32
DRAWS: Final = 48
"""Squares drawn for a sample; the first free one gets the apple."""
DISCOUNT: Final = 0.85
"""Discount of steps after one more apple: later plans can still change them."""
PATTERNS_DISCOUNT: Final = 0.95
"""The same if patterns count: their weights were fitted with this discount."""
PRIOR: Final = 4.0
"""Number of samples that the candidate's own value counts as."""
REPLY_SLACK: Final = 30
"""Steps by which a reply may improve on the plans before it; longer replies are not tried."""
BEHIND: Final = 20.0
"""Candidates are sampled if their value is at most this many steps worse than the best."""

SAMPLING: Final = [
    ("finalists", "i4"),  # how many there are
    ("value", "f8", (MOST_FINALISTS,)),  # steps of the candidate plus value of the state after it
    ("length", "i4", (MOST_FINALISTS,)),
    ("finalist", "i2", (MOST_FINALISTS, RING)),  # its squares
    ("sampled", "i4", (MOST_FINALISTS,)),  # samples that count
    ("sum", "f8", (MOST_FINALISTS,)),  # of their costs
    ("order", "i4", (MOST_FINALISTS,)),  # the finalists that are left, the best one first
    ("drawn", "i2", (MOST_SAMPLES, DRAWS)),  # squares drawn for each sample
]
"""Fields of the workspace for sampling."""


@kernel
def keep_finalist(memory: Record, work: Record, length: int, value: float) -> None:
    """Keep the plan that was just walked if it is among the best and not yet kept."""
    slot = 0
    for at in range(work["finalists"]):
        if work["value"][at] == value and work["length"][at] == length:
            return
        if work["value"][at] > work["value"][slot]:
            slot = at
    if work["finalists"] < memory["finalists"]:
        slot = work["finalists"]
        work["finalists"] += 1
    elif work["value"][slot] <= value:
        return
    work["value"][slot] = value
    work["length"][slot] = length
    first = work["newest"] - length + 1
    for step in range(length):
        work["finalist"][slot, step] = work["trail"][first + step]


@kernel
def choose_finalist(memory: Record, work: Record, best: float) -> None:
    """Make the finalist with the least cost the plan; `best` is the least value.

    Sequential halving: while more than HALVED_TO finalists are left, the worse half is dropped and
    the others get twice as many samples.
    """
    draw_samples(memory, work)
    work["longest"] = NO_LIMIT
    left = order_finalists(work, best + BEHIND)
    halvings = begin = 0
    while left > HALVED_TO << halvings:
        halvings += 1
    while halvings >= 0:
        end = memory["samples"] >> halvings
        for place in range(left):
            try_finalist(memory, work, work["order"][place], begin, end)
        sort_finalists(work, left)
        begin, left, halvings = end, (left + 1) // 2, halvings - 1
    chosen = work["order"][0]
    memory["planned"] = work["length"][chosen]
    for step in range(memory["planned"]):
        memory["plan"][step] = work["finalist"][chosen, step]


@kernel
def order_finalists(work: Record, limit: float) -> int:
    """List the finalists with a value up to a limit, without samples; return their count."""
    count = 0
    for at in range(work["finalists"]):
        work["sampled"][at] = 0
        work["sum"][at] = 0.0
        if work["value"][at] <= limit:
            work["order"][count] = at
            count += 1
    return count


@kernel
def sort_finalists(work: Record, count: int) -> None:
    """Sort the first `count` finalists by cost, stably."""
    order = work["order"]
    for place in range(1, count):
        at, before = order[place], place - 1
        while before >= 0 and cost_of(work, order[before]) > cost_of(work, at):
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = at


@kernel
def cost_of(work: Record, at: int) -> float:
    """Mean cost of a finalist's samples, where its value counts as PRIOR more samples."""
    count = work["sampled"][at]
    total = PRIOR * work["value"][at] + count * work["length"][at] + work["sum"][at]
    return float(total / (PRIOR + count))


@kernel
def try_finalist(memory: Record, work: Record, at: int, begin: int, end: int) -> None:
    """Walk a finalist and roll out these samples after it."""
    newest, oldest, length = work["newest"], work["oldest"], work["length"][at]
    for step in range(length):
        add_step(memory, work, work["finalist"][at, step])
    work["oldest"] += length - 1
    for sample in range(begin, end):
        apple = sampled_apple(work, sample)
        if apple != NOWHERE:
            work["sum"][at] += cost_of_apple(memory, work, apple)
            work["sampled"][at] += 1
    go_back(memory, work, newest, oldest)


@kernel
def draw_samples(memory: Record, work: Record) -> None:
    width = memory["stride"] - 2
    for sample in range(memory["samples"]):
        for turn in range(DRAWS):
            place = draw(memory, memory["squares"])
            square = index_of(place // width, place % width, memory["stride"])
            work["drawn"][sample, turn] = square


@kernel
def sampled_apple(work: Record, sample: int) -> int:
    for turn in range(DRAWS):
        square = work["drawn"][sample, turn]
        if work["stamp"][square] < work["oldest"]:
            return int(square)
    return NOWHERE


@kernel
def cost_of_apple(memory: Record, work: Record, apple: int) -> float:
    """Cost of an apple: steps of the best plan for it, plus the value of the state after it.

    The plans are the first plan and as many replies as the memory asks for.
    """
    newest, oldest = work["newest"], work["oldest"]
    begun, planned = work["begun"], memory["planned"]
    work["begun"], memory["planned"] = newest, 0
    work["longest"] = NO_LIMIT
    usual_costs(work)
    set_horizon(memory, work, apple, 0)
    cost = float(memory["squares"])
    if find_plan(memory, work, apple, MOST_REPAIRS):
        value = discounted_value(memory, work)
        cost = work["newest"] - newest + value
        go_back(memory, work, newest, oldest)
        cost = best_reply(memory, work, apple, cost, value)
    work["begun"], memory["planned"] = begun, planned
    return cost


@kernel
def best_reply(memory: Record, work: Record, apple: int, cost: float, least: float) -> float:
    """Least cost of an apple among the first plan and all replies.

    `least` is the value of the state after the first plan.
    """
    newest, oldest = work["newest"], work["oldest"]
    for _ in range(memory["replies"]):
        work["longest"] = int(cost - least + REPLY_SLACK)
        if find_candidate(memory, work, apple):
            value = discounted_value(memory, work)
            least = min(least, value)
            cost = min(cost, work["newest"] - newest + value)
        go_back(memory, work, newest, oldest)
    return cost


@kernel
def discounted_value(memory: Record, work: Record) -> float:
    discount = DISCOUNT if memory["counts_patterns"] == 0 else PATTERNS_DISCOUNT
    return float(discount * evaluate(memory, work))
