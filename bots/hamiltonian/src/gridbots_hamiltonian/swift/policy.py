"""swift as a policy and as a bot: makes a plan after each apple and follows it to the next one.

The apple does not move until it is eaten, so nothing on the way could change the plan.

Boards with an odd side have no two-by-two cells. There swift plays on the repaired cycle of dhcr.
With one odd side the board has a Hamiltonian cycle that contains the whole body (see
`dynamic_cycle`), so no game is lost there either. A board with two odd sides has no such cycle: it
has one square more of one colour of a chessboard than of the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian import dynamic_cycle
from gridbots_hamiltonian.bot import SolverBot
from gridbots_hamiltonian.cell_solver import any_open
from gridbots_hamiltonian.cells import RING, direction_to
from gridbots_hamiltonian.cycles import lay_zig_zag, number
from gridbots_hamiltonian.swift.evaluation import EVALUATION
from gridbots_hamiltonian.swift.fallback_cycle import FALLBACK
from gridbots_hamiltonian.swift.patterns import (
    EDGE_STATES,
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
from gridbots_hamiltonian.swift.selection import SELECTION, choose_plan
from gridbots_hamiltonian.swift.weights import FEATURE_COUNT, LARGE_FROM, SHARES, TENTHS, tables

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.game import State


Record = Any
"""An observation of Snake, or a memory of dhcr."""


@kernel
def has_odd_side(observation: Record) -> bool:
    return bool(observation["width"] % 2 == 1 or observation["height"] % 2 == 1)


@kernel
def choose_on_cycle(observation: Record, generator: Any, memory: Record) -> int:
    """The move of dhcr, on a cycle that runs in the snake's direction.

    Raises:
        ValueError: both sides of the board are odd.
    """
    if memory["is_open"] == 0:
        memory["breaks_loops"] = 1
        lay_zig_zag(observation, memory)
        if memory["next_move"][observation["head"]] == observation["heading"] ^ 2:
            turn_round(observation, memory)
    return int(dynamic_cycle.choose(observation, 0, generator, memory))


@kernel
def turn_round(observation: Record, memory: Record) -> None:
    """Reverse the cycle."""
    next_move, stride, first = memory["next_move"], observation["stride"], observation["head"]
    here, way = first, next_move[first]
    while True:
        here += offset(way, stride)
        following = next_move[here]
        next_move[here] = way ^ 2
        way = following
        if here == first:
            break
    number(observation, memory)


_WEIGHTS: Final = (TENTHS, FEATURE_COUNT)

MEMORY: Final = np.dtype(
    [
        ("chance", "i8"),  # state of the generator
        ("tables", "f8", (2, *_WEIGHTS)),  # weights for small boards and for large ones
        ("weights", "f8", _WEIGHTS),  # those for this board
        ("candidates", "i4"),  # mean number of plans after the first
        ("shares", "i4", (TENTHS,)),  # share of the candidates to try, by length, in per cent
        ("all_shares", "i4", (2, TENTHS)),  # the same on small and on large boards
        ("finalists", "i4"),  # number of best plans to compare by roll-outs
        ("samples", "i4"),  # next apples in these roll-outs
        ("replies", "i4"),  # plans for each of these apples, after the first
        ("tolls", "i4"),  # detours of a plan that are preceded by a trial of tolls
        ("is_open", "i4"),  # 1: lanes and noise are filled in
        ("keeps_to_lanes", "i4"),  # 1: the body does
        ("apple", "i4"),  # the square that the plan leads to
        ("head", "i4"),  # the square where the head should be now
        ("planned", "i4"),  # steps of the plan
        ("done", "i4"),  # steps of the plan that were made
        *LANES,
        *RINGS,
        *PATTERN_TABLE,
        ("plan", "i2", (RING,)),  # its squares
        *NOISE,
        ("cycle", dynamic_cycle.MEMORY, (1,)),  # on boards with an odd side
    ],
    align=True,
)
WORK: Final = np.dtype(
    [
        *TRAIL, *SEARCH, *PLANNING, *SAFETY, *EVALUATION, *EDGE_STATES, *SAMPLING, *FALLBACK,
        *SELECTION,
    ],
    align=True,
)  # fmt: skip
"""Workspace for planning one apple; its content is not reused."""


def policy(  # noqa: PLR0913  one parameter for each option
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
def choose_odd(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001  signature of policies
    """The move on a board with an odd side."""
    move = choose_on_cycle(observation, generator, memory["cycle"][0])
    return move if is_open(observation, move) else any_open(observation)


@kernel
def choose_even(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The move on a board of even sides."""
    if memory["is_open"] == 0:
        open_memory(observation, memory)
    if not has_plan(observation, memory):
        make_plan(observation, memory, np.empty(1, WORK))
    if memory["done"] < memory["planned"]:
        there = memory["plan"][memory["done"]]
        move = direction_to(observation["head"], there, observation["stride"])
        if is_open(observation, move):
            memory["done"] += 1
            memory["head"] = there
            return move
    # The body does not keep to the lanes yet.
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
    """Whether the plan continues from here."""
    if memory["done"] >= memory["planned"]:
        return False
    return bool(memory["apple"] == observation["apple"] and memory["head"] == observation["head"])


@kernel
def make_plan(observation: Record, memory: Record, works: Any) -> None:
    """Plan for the apple; a body that does not keep to the lanes gets no plan.

    The workspace is passed in an array, which keeps it alive; a record alone would not.
    """
    memory["planned"] = memory["done"] = 0
    memory["apple"] = observation["apple"]
    if memory["keeps_to_lanes"] == 0:
        memory["keeps_to_lanes"] = lay_lanes(observation, memory)
    if memory["keeps_to_lanes"] != 0:
        clear_work(works[0])
        lay_trail(observation, memory, works[0])
        choose_plan(memory, works[0], observation["apple"])


@kernel
def clear_work(work: Record) -> None:
    """Clear the fields of the workspace that are read before they are written."""
    work["check"] = work["view"] = 0
    work["present"][:] = 0
    work["absent"][:] = 0
    work["joined"][:] = 0
    work["seen"][:] = 0
    work["toll"][:] = 0


class SwiftBot(SolverBot):
    """swift as a bot: when the match opens, it compiles only what the board needs."""

    def __init__(self, policy: Remembering, seed: int, *, overlay: bool) -> None:
        super().__init__(policy, seed)
        self._both, self._has_overlay = policy, overlay

    def policy_for(self, briefing: Briefing) -> Remembering:
        self._is_odd = has_odd_side(briefing.game.setup(briefing.settings, 0))
        return replace(self._both, choose=choose_odd if self._is_odd else choose_even)

    def send_overlay(self, observation: State, move: int) -> None:
        memory = self.memories[0]
        if self._has_overlay:
            self._overlay.write(observation, memory["cycle"][0] if self._is_odd else memory, move)
