"""Training set of contenders: candidates for the same apple, and what roll-outs cost after them.

All contenders of an apple meet the same sampled apples. So what is compared is what they leave
behind, and not how lucky the next apples were.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake import GAME
from gridbots.kernel import compiled, kernel
from gridbots.vector import Batch, generators_for
from gridbots_hamiltonian.swift.evaluation import worth
from gridbots_hamiltonian.swift.patterns import KINDS, PATTERNS, count_patterns
from gridbots_hamiltonian.swift.plans.candidates import set_horizon
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import calm_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.safety import verdict
from gridbots_hamiltonian.swift.plans.trail import add_step, go_back, lay_trail
from gridbots_hamiltonian.swift.policy import ROOM, open_memory, open_room, policy
from gridbots_hamiltonian.swift.rollouts import draw_samples, sampled_apple
from gridbots_hamiltonian.swift.selection import find_candidates
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT

CONTENDERS: Final = 4
"""For an apple: the best candidates, by the present weights."""
CANDIDATES: Final = 40
PLAYED_WITH: Final = 16
"""Candidates in the games that give the states."""
DEPTH: Final = 4
"""Apples in a roll-out."""
SAMPLES: Final = 6
"""Roll-outs from a contender."""
COUNTS: Final = FEATURE_COUNT + KINDS * PATTERNS

Record = Any
Floats = Any
"""A float32 array."""

CONTENDER: Final = np.dtype(
    [
        ("apple", "i8"),  # number of the apple that it contends for
        ("length", "i8"),  # of the snake then
        ("steps", "f4"),  # of the candidate
        ("worth", "f4"),  # of the state after it, by the present weights
        ("costs", "f4", (DEPTH,)),  # mean steps to the next apples, one after the other
        ("counts", "f4", (COUNTS,)),  # features and patterns after the candidate
        ("later", "f4", (COUNTS,)),  # their means after the roll-outs
    ]
)


@kernel
def describe(memory: Record, room: Record, counts: Floats) -> None:
    """Add the features and patterns of the state to counts."""
    verdict(memory, room)
    worth(memory, room)
    for index in range(FEATURE_COUNT):
        counts[index] += room["features"][index]
    count_patterns(memory, room, counts[FEATURE_COUNT:])


@kernel
def roll_out(memory: Record, room: Record, sample: int, found: Record) -> None:
    """Follow the first plans for the apples of a sample; add up what they cost."""
    newest, oldest = room["newest"], room["oldest"]
    calm_costs(room)
    for depth in range(DEPTH):
        apple = sampled_apple(room, (sample + depth * SAMPLES))
        room["begun"] = room["newest"]
        set_horizon(memory, room, apple, 0)
        if apple == NOWHERE or not find_plan(memory, room, apple, MOST_REPAIRS):
            break
        found["costs"][depth] += (room["newest"] - room["begun"]) / SAMPLES
    describe(memory, room, found["later"])
    go_back(memory, room, newest, oldest)


@kernel
def find_contenders(memory: Record, room: Record, apple: int) -> None:
    """Find the best candidates for the apple: finalists, as roll-outs know them."""
    find_candidates(memory, room, apple)
    room["longest"] = NO_LIMIT


@kernel
def look(states: Any, memory: Record, chosen: Any, found: Any, rooms: Any) -> None:
    """Write the contenders of the chosen states, CONTENDERS for each; none has no steps."""
    room = rooms[0]
    for number in range(len(chosen)):
        state = states[chosen[number]]
        open_room(room)
        lay_trail(state, memory, room)
        find_contenders(memory, room, state["apple"])
        draw_samples(memory, room)
        newest, oldest = room["newest"], room["oldest"]
        for at in range(room["finalists"]):
            into = found[number * CONTENDERS + at]
            for step in range(room["length"][at]):
                add_step(memory, room, room["finalist"][at, step])
            room["oldest"] += room["length"][at] - 1
            into["steps"] = room["length"][at]
            into["worth"] = room["value"][at] - room["length"][at]
            describe(memory, room, into["counts"])
            for sample in range(SAMPLES):
                roll_out(memory, room, sample, into)
            for index in range(COUNTS):
                into["later"][index] /= SAMPLES
            go_back(memory, room, newest, oldest)


def gather(side: int, games: int, seed: int, every: int) -> Any:
    """The contenders of these games, at every so-manieth length: records of CONTENDER."""
    boards = Batch(GAME, GAME.make_settings({"width": side, "height": side}), games, seed)
    player, generators = policy(PLAYED_WITH), generators_for(np.arange(games, dtype=np.uint64))
    memory = policy(CANDIDATES, SAMPLES * DEPTH, seed).memories(1)[0]
    rooms, found, going, apples = np.zeros(1, ROOM), [], np.arange(games), 0
    compiled(open_memory)(boards.states[0], memory)
    while len(going):
        before = boards.states["length"].copy()
        boards.choose(player, 0, generators)
        boards.play(copies=going)
        going = going[~boards.finished[going]]
        lengths = boards.states["length"][going]
        chosen = going[(lengths > before[going]) & (lengths % every == 0)]
        rows = np.zeros(len(chosen) * CONTENDERS, CONTENDER)
        rows["apple"] = apples + np.repeat(np.arange(len(chosen)), CONTENDERS)
        rows["length"] = np.repeat(boards.states["length"][chosen], CONTENDERS)
        compiled(look)(boards.states, memory, chosen, rows, rooms)
        apples += len(chosen)
        found.append(rows[rows["steps"] > 0])
    return np.concatenate(found)
