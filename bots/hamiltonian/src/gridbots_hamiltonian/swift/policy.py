"""swift: one plan for each apple, the best of many."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.grid import CAPACITIES, NO_MOVE
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cells import RING, direction_to
from gridbots_hamiltonian.swift.candidates import CHOOSING, choose_plan, draw
from gridbots_hamiltonian.swift.judging import JUDGING
from gridbots_hamiltonian.swift.lanes import LANES, lay_lanes
from gridbots_hamiltonian.swift.safety import SAFETY
from gridbots_hamiltonian.swift.searching import SEARCH
from gridbots_hamiltonian.swift.trail import TRAIL, lay_trail

Record = Any
"""An observation of Snake, a memory, or a room."""

MEMORY: Final = np.dtype(
    [
        ("chance", "i8"),
        ("weigh_mean", "f8"),
        ("weights", "f8", (10, 9)),
        ("learned", "i4"),("varied","i4"),("loud","i4"),("aside","i4"),("far_sighted","i4"),("tolls","i4"),("toll","i4"),("inner","i4"),("attempts","i4"),("rollouts","i4"),("finalists","i4"),("rolled","i4"),("slack","f8"),("discount","f8"),("trust","f8"),("behind","f8"),
        ("weigh_spread", "f8"),
        ("candidates", "i4"),
        ("farthest", "i4"),
        ("prefixes", "i4"),
        ("repairs", "i4"),
        ("is_open", "i4"),
        ("apple", "i4"),
        ("done", "i4"),
        ("planned", "i4"),
        ("fallbacks", "i4"),
        ("tried", "i4"),("w1","i4"),("w2","i4"),("w3","i4"),("w4","i4"),("w5","i4"),
        ("sound", "i4"),
        ("chosen", "i4"),
        *LANES,
        ("noise", "i1", (2 * max(CAPACITIES),)),
        ("plan", "i2", (RING,)),
    ],
    align=True,
)
ROOM: Final = np.dtype([*TRAIL, *SEARCH, *SAFETY, *JUDGING, *CHOOSING], align=True)


def policy(**options) -> Remembering:
    opening = np.zeros(1, MEMORY)
    defaults = dict(chance=12345, weigh_mean=1.0, weigh_spread=0.0, candidates=0, farthest=10, prefixes=0, repairs=0, aside=100, tolls=0, toll=20, inner=1, attempts=1, slack=60.0, discount=0.85, trust=1.0, behind=30.0, finalists=6)
    for name, value in {**defaults, **options}.items():
        opening[name] = value
    return Remembering(choose, opening)


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    head = observation["head"]
    if memory["is_open"] == 0:
        lay_lanes(observation, memory)
        memory["is_open"] = 1
        for index in range(len(memory["noise"])):
            memory["noise"][index] = draw(memory, 128)
    if memory["done"] >= memory["planned"] or memory["apple"] != observation["apple"]:
        make_plan(observation, memory, np.empty(1, ROOM))
        memory["apple"] = observation["apple"]
        memory["done"] = 0
    there = memory["plan"][memory["done"]]
    memory["done"] += 1
    return direction_to(head, there, observation["stride"])


@kernel
def make_plan(observation: Record, memory: Record, rooms: Any) -> None:
    """The array is handed over whole: a record of it does not keep it alive."""
    room = rooms[0]
    room["check"] = 0
    room["view"] = 0
    room["joined"][:] = 0
    room["present"][:] = 0
    room["absent"][:] = 0
    room["seen"][:] = 0
    room["toll"][:] = 0
    lay_trail(observation, memory, room)
    room["hopeless"] = 1 << 30
    memory["planned"] = choose_plan(memory, room, observation["apple"])
