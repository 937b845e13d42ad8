"""Action features of Light Riders: numbers that describe a move on a board of any size.

The move is made tentatively, and then each reply of the other rider to an empty cell, all equally
likely. A feature of the resulting positions is their mean, or the worst value. Features are from
the rider's own perspective and relative to its heading, so they do not depend on reflections,
rotations or the seat. They are shares of the board, so weights transfer between board sizes.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.light_riders.features import (
    CHAIN,
    CHAIN_LIBERTIES,
    LEAD,
    LIBERTIES,
    OF_SPACE,
    SCRATCH,
    TERRITORY,
    measure,
    mobility,
)
from gridbots.games.light_riders.rules import EMPTY, HEAD, WALL
from gridbots.grid import NO_MOVE, apart, offset
from gridbots.kernel import kernel
from gridbots_qlearning.light_riders.table import ORDER, is_free

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import AnyState, State
    from gridbots.space import Array, Record

FEATURES: Final = (
    "always", "alone", "alone_lead", "alone_ahead", "alone_hugging", "territory", "liberties",
    "chain", "chain_liberties", "territory_late", "chain_late", "chain_ahead", "worst_chain",
    "worst_ahead", "dead_end", "one_exit", "two_exits", "other_stuck", "ahead", "longer_side",
    "shorter_side", "hugging", "nearness", "contested",
)  # fmt: skip
"""always: 1.
If cut off from all others: alone 1; alone_lead: steps that fit into the own space minus those that
fit into the other's, as a share of the board; alone_ahead: its sign; alone_hugging: as hugging.
Otherwise territory, liberties, chain and chain_liberties are the game's features, as shares of the
board; territory_late and chain_late: territory and chain times the share of the board that is
taken; chain_ahead: the sign of chain. All these are means over the other rider's replies.
worst_chain: chain, or alone_lead, after the reply that minimizes it; worst_ahead: its sign.
dead_end, one_exit, two_exits: 1 if the next cell has no, one, two exits.
other_stuck: 1 if the other rider has no exit.
ahead, longer_side, shorter_side: free run in these directions, as a share of the board's side.
hugging: walls beside and ahead of the new head. nearness: 1 / steps to the other head.
contested: 1 if the other rider can enter the same cell in this round.
"""
COUNT: Final = len(FEATURES)
LINEAR: Final = np.dtype([("weights", "f8", (COUNT,))])


@kernel
def look(state: State, seat: int, move: int, seen: Array) -> None:
    """Write the features of a move to an empty cell; the state is restored afterwards."""
    stride, riders = state["stride"], state["riders"]
    before, other = riders[seat], next_living(state, seat)
    for index in range(COUNT):
        seen[index] = 0.0
    seen[0] = 1.0
    ride(state, seat, move)
    there, exits = riders[seat], mobility(state, seat)
    if exits < 3:
        seen[14 + exits] = 1.0
    seen[17] = mobility(state, other) == 0
    look_at_lanes(state, move, there, seen)
    seen[21] = (3 - exits) / 3
    seen[22] = 1.0 / max(1, apart(there, riders[other], stride))
    seen[23] = apart(there, riders[other], stride) == 1
    look_at_replies(state, seat, other, seen)
    ride_back(state, seat, before)


@kernel
def next_living(state: State, seat: int) -> int:
    """The next living rider in seat order; with two seats the other one."""
    following = (seat + 1) % state["seats"]
    while state["eliminated"][following] != 0:
        following = (following + 1) % state["seats"]
    return int(following)


@kernel
def ride(state: State, seat: int, move: int) -> None:
    """Make a tentative move to an empty cell."""
    cells, riders = state["cells"], state["riders"]
    cells[riders[seat]] = WALL
    riders[seat] += offset(move, state["stride"])
    cells[riders[seat]] = HEAD + seat


@kernel
def ride_back(state: State, seat: int, before: int) -> None:
    cells, riders = state["cells"], state["riders"]
    cells[riders[seat]] = EMPTY
    riders[seat] = before
    cells[before] = HEAD + seat


@kernel
def look_at_replies(state: State, seat: int, other: int, seen: Array) -> None:
    """Add the features of space after each reply; as the board is, if there is no reply."""
    _look_at_replies(state, seat, other, seen, np.empty(1, SCRATCH))


@kernel
def _look_at_replies(state: State, seat: int, other: int, seen: Array, scratches: Array) -> None:
    # The scratch is in an array: in compiled code a record does not keep its memory alive.
    scratch, before = scratches[0], state["riders"][other]
    replies, worst = mobility(state, other), np.inf
    share = 1.0 / max(1, replies)
    if replies == 0:
        worst = look_at_space(state, seat, share, seen, scratch)
    for move in range(4):
        if replies > 0 and is_free(state, other, move):
            ride(state, other, move)
            worst = min(worst, look_at_space(state, seat, share, seen, scratch))
            ride_back(state, other, before)
    seen[12], seen[13] = worst, np.sign(worst)


@kernel
def look_at_space(state: State, seat: int, share: float, seen: Array, scratch: Record) -> float:
    """Add the features of a position, with a weight; return the lead as a share of the board."""
    measure(state, seat, np.ones(OF_SPACE), scratch)
    values, area = scratch["values"], float(state["width"] * state["height"])
    late = 2.0 * state["rounds"] / area
    if values[LEAD] != 0.0:
        seen[1] += share
        seen[2] += share * values[LEAD] / area
        seen[3] += share * np.sign(values[LEAD])
        seen[4] += share * (3 - mobility(state, seat)) / 3
        return float(values[LEAD] / area)
    seen[5] += share * values[TERRITORY] / area
    seen[6] += share * values[LIBERTIES] / (4 * area)
    seen[7] += share * values[CHAIN] / area
    seen[8] += share * values[CHAIN_LIBERTIES] / (4 * area)
    seen[9] += share * late * values[TERRITORY] / area
    seen[10] += share * late * values[CHAIN] / area
    seen[11] += share * np.sign(values[CHAIN])
    return float(values[CHAIN] / area)


@kernel
def look_at_lanes(state: State, move: int, there: int, seen: Array) -> None:
    stride, side = state["stride"], float(max(state["width"], state["height"]))
    one = free_run(state, there, offset((move + 1) & 3, stride))
    other = free_run(state, there, offset((move + 3) & 3, stride))
    seen[18] = free_run(state, there, offset(move, stride)) / side
    seen[19], seen[20] = max(one, other) / side, min(one, other) / side


@kernel
def free_run(state: State, start: int, way: int) -> int:
    """Number of empty cells in a straight line from a cell."""
    length = 0
    while state["cells"][start + (length + 1) * way] == EMPTY:
        length += 1
    return length


@kernel
def q_value(weights: Array, seen: Array) -> float:
    total = 0.0
    for index in range(COUNT):
        total += weights[index] * seen[index]
    return total


@kernel
def choose_linear(learned: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  deterministic
    """Greedy move of a living rider among moves to empty cells."""
    seen, best, most = np.empty(COUNT), NO_MOVE, -np.inf
    if observation["eliminated"][seat] != 0:
        return NO_MOVE
    for move in ORDER:
        if is_free(observation, seat, move):
            look(observation, seat, move, seen)
            value = q_value(learned["weights"], seen)
            if value >= most:
                best, most = move, value
    return best


def linear_policy(weights: NDArray[Any]) -> Any:
    """Greedy policy by the weights of action features, as a kernel."""
    learned = np.zeros(1, LINEAR)
    learned["weights"] = weights
    return functools.partial(choose_linear, learned[0])
