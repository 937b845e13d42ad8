"""swift as a policy: plans when it has eaten, and follows the plan to the next apple.

The apple stays where it is until it is eaten, so nothing is learnt on the way that could change
the plan.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian import dynamic_cycle
from gridbots_hamiltonian.cell_solver import any_open
from gridbots_hamiltonian.cells import RING, direction_to
from gridbots_hamiltonian.swift.evaluation import JUDGING
from gridbots_hamiltonian.swift.fallback_cycle import FALLING
from gridbots_hamiltonian.swift.odd_sides import choose_on_cycle, has_odd_side
from gridbots_hamiltonian.swift.patterns import (
    MARKING,
    PATTERN_TABLE,
    RINGS,
    lay_rings,
    pattern_table,
)
from gridbots_hamiltonian.swift.plans.lanes import LANES, lay_lanes
from gridbots_hamiltonian.swift.plans.path_search import NOISE, SEARCH, make_noise
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, PLANNING
from gridbots_hamiltonian.swift.plans.safety import SAFETY
from gridbots_hamiltonian.swift.plans.trail import TRAIL, lay_trail
from gridbots_hamiltonian.swift.rollouts import SAMPLING
from gridbots_hamiltonian.swift.selection import CHOOSING, choose_plan
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT, LARGE_FROM, SHARES, TENTHS, tables

Record = Any
"""An observation of Snake, or a memory."""

_WEIGHTS: Final = (TENTHS, FEATURE_COUNT)

MEMORY: Final = np.dtype(
    [
        ("chance", "i8"),  # all chance comes from here
        ("tables", "f8", (2, *_WEIGHTS)),  # weights for small boards and for large ones
        ("weights", "f8", _WEIGHTS),  # those for this board
        ("candidates", "i4"),  # besides the first plan, in the mean
        ("shares", "i4", (TENTHS,)),  # share of them that is tried, by length, in per cent
        ("all_shares", "i4", (2, TENTHS)),  # on small boards and on large ones
        ("finalists", "i4"),  # how many of the best of them are tried
        ("samples", "i4"),  # on so many next apples
        ("replies", "i4"),  # plans for each of these apples, besides the first
        ("tolls", "i4"),  # detours of a plan before each of which tolls are tried
        ("is_open", "i4"),  # 1: lanes and noise are there
        ("keeps_to_lanes", "i4"),  # 1: the body does
        ("apple", "i4"),  # the square that the plan leads to
        ("head", "i4"),  # the square where the head should be now
        ("planned", "i4"),  # steps of the plan
        ("done", "i4"),  # those that have been made
        *LANES,
        *RINGS,
        *PATTERN_TABLE,
        ("plan", "i2", (RING,)),  # the squares that it leads through
        *NOISE,
        ("cycle", dynamic_cycle.MEMORY, (1,)),  # on boards with an odd side
    ],
    align=True,
)
ROOM: Final = np.dtype(
    [
        *TRAIL, *SEARCH, *PLANNING, *SAFETY, *JUDGING, *MARKING, *SAMPLING, *FALLING,
        *CHOOSING,
    ],
    align=True,
)  # fmt: skip
"""What planning for one apple works in; nothing of it is kept."""


def policy(  # noqa: PLR0913  what its options say
    candidates: int,
    samples: int = 0,
    seed: int = 1,
    *,
    finalists: int = 4,
    replies: int = 0,
    tolls: int = MOST_REPAIRS,
    patterns: bool = True,
) -> Remembering:
    opening = np.zeros(1, MEMORY)
    opening["tables"] = tables(patterns=patterns)
    if patterns:
        opening["has_patterns"] = 1
        opening["pattern_weights"] = pattern_table()
    opening["chance"] = seed
    opening["candidates"] = candidates
    opening["all_shares"] = SHARES
    opening["samples"] = samples
    opening["finalists"] = finalists
    opening["replies"] = replies
    opening["tolls"] = tolls
    return Remembering(choose, opening)


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:
    """The move of swift.

    Raises:
        ValueError: both sides of the board are odd.
    """
    if has_odd_side(observation):
        return choose_odd(observation, seat, generator, memory)
    return choose_even(observation, seat, generator, memory)


@kernel
def choose_odd(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001  as policies are called
    """The move on a board with an odd side."""
    move = choose_on_cycle(observation, generator, memory["cycle"][0])
    return move if is_open(observation, move) else any_open(observation)


@kernel
def choose_even(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The move on a board of even sides."""
    if memory["is_open"] == 0:
        open_memory(observation, memory)
    if not has_plan(observation, memory):
        make_plan(observation, memory, np.empty(1, ROOM))
    if memory["done"] < memory["planned"]:
        there = memory["plan"][memory["done"]]
        move = direction_to(observation["head"], there, observation["stride"])
        if is_open(observation, move):
            memory["done"] += 1
            memory["head"] = there
            return move
    # For a body that does not keep to the lanes, until it does.
    return any_open(observation)


@kernel
def open_memory(observation: Record, memory: Record) -> None:
    memory["is_open"] = 1
    memory["keeps_to_lanes"] = lay_lanes(observation, memory)
    make_noise(memory)
    table = 1 if memory["squares"] >= LARGE_FROM else 0
    memory["weights"] = memory["tables"][table]
    memory["shares"] = memory["all_shares"][table]
    memory["counts_patterns"] = table * memory["has_patterns"]
    lay_rings(memory)


@kernel
def has_plan(observation: Record, memory: Record) -> bool:
    """Whether the plan leads on from here."""
    if memory["done"] >= memory["planned"]:
        return False
    return bool(memory["apple"] == observation["apple"] and memory["head"] == observation["head"])


@kernel
def make_plan(observation: Record, memory: Record, rooms: Any) -> None:
    """Plan for the apple, in a room; there is no plan for a body that does not keep to the lanes.

    The room comes in an array, which is kept alive by whoever calls: a record of it would not be.
    """
    memory["planned"] = memory["done"] = 0
    memory["apple"] = observation["apple"]
    if memory["keeps_to_lanes"] == 0:
        memory["keeps_to_lanes"] = lay_lanes(observation, memory)
    if memory["keeps_to_lanes"] != 0:
        open_room(rooms[0])
        lay_trail(observation, memory, rooms[0])
        choose_plan(memory, rooms[0], observation["apple"])


@kernel
def open_room(room: Record) -> None:
    """Initialise the room: clear what would be read before it is written."""
    room["check"] = room["view"] = 0
    room["present"][:] = 0
    room["absent"][:] = 0
    room["joined"][:] = 0
    room["seen"][:] = 0
    room["toll"][:] = 0
