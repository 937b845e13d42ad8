"""What the learner for large boards sees of a move in Light Riders: numbers, not positions.

The own move is made in thought, the other rider stays where it is. Everything is told from the own
side and from where the rider is heading, so that mirrored and turned boards, and both seats, look
alike; and as shares of the board, so that what was learned on one size serves on another.
"""

from __future__ import annotations

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
    from gridbots.game import AnyState, State
    from gridbots.space import Array, Record

SIGHTS: Final = (
    "always", "alone", "alone_lead", "alone_ahead", "territory", "liberties", "chain",
    "chain_liberties", "territory_late", "chain_late", "chain_ahead", "dead_end", "one_exit",
    "two_exits", "other_stuck", "ahead", "longer_side", "shorter_side", "hugging", "nearness",
    "contested",
)  # fmt: skip
"""always: 1.
Cut off from all others, with a lead or a lag, alone: 1; alone_lead: steps that fit into the own
space less those that fit into the other's, as a share of the board; alone_ahead: its sign.
Else territory, liberties, chain and chain_liberties, as in the game's features, as shares of the
board; territory_late and chain_late: the first and the third times the share of the board that is
taken; chain_ahead: the sign of chain.
dead_end, one_exit, two_exits: 1 if there are so many ways on (none, one, two).
other_stuck: 1 if the other rider has no way on.
ahead, longer_side, shorter_side: free run in these directions, as a share of the side of the board.
hugging: walls beside and behind the new head. nearness: 1 / steps to the other's head.
contested: 1 if the other rider can enter the same cell in this round.
"""
COUNT: Final = len(SIGHTS)
LINEAR: Final = np.dtype([("weights", "f8", (COUNT,))])


@kernel
def look(state: State, seat: int, move: int, seen: Array) -> None:
    """Write the numbers for a move to an empty cell; the state is as before afterwards."""
    stride, cells, riders = state["stride"], state["cells"], state["riders"]
    before = riders[seat]
    there, other = before + offset(move, stride), (seat + 1) % state["seats"]
    for index in range(COUNT):
        seen[index] = 0.0
    seen[0] = 1.0
    seen[20] = apart(there, riders[other], stride) == 1
    cells[before] = WALL
    cells[there] = HEAD + seat
    riders[seat] = there
    look_at_space(state, seat, seen)
    exits = mobility(state, seat)
    if exits < 3:
        seen[11 + exits] = 1.0
    seen[14] = mobility(state, other) == 0
    look_at_lanes(state, move, there, seen)
    seen[18] = (3 - exits) / 3
    seen[19] = 1.0 / max(1, apart(there, riders[other], stride))
    riders[seat] = before
    cells[before] = HEAD + seat
    cells[there] = EMPTY


@kernel
def look_at_space(state: State, seat: int, seen: Array) -> None:
    _look_at_space_in(state, seat, seen, np.empty(1, SCRATCH))


@kernel
def _look_at_space_in(state: State, seat: int, seen: Array, scratches: Array) -> None:
    # The room comes in an array: in compiled code a record does not keep its memory.
    scratch = scratches[0]
    measure(state, seat, np.ones(OF_SPACE), scratch)
    values, area = scratch["values"], float(state["width"] * state["height"])
    late = 2.0 * state["rounds"] / area
    if values[LEAD] != 0.0:
        seen[1] = 1.0
        seen[2] = values[LEAD] / area
        seen[3] = np.sign(values[LEAD])
        return
    seen[4] = values[TERRITORY] / area
    seen[5] = values[LIBERTIES] / (4 * area)
    seen[6] = values[CHAIN] / area
    seen[7] = values[CHAIN_LIBERTIES] / (4 * area)
    seen[8], seen[9] = late * seen[4], late * seen[6]
    seen[10] = np.sign(values[CHAIN])


@kernel
def look_at_lanes(state: State, move: int, there: int, seen: Array) -> None:
    stride, side = state["stride"], float(max(state["width"], state["height"]))
    one = free_run(state, there, offset((move + 1) & 3, stride))
    other = free_run(state, there, offset((move + 3) & 3, stride))
    seen[15] = free_run(state, there, offset(move, stride)) / side
    seen[16], seen[17] = max(one, other) / side, min(one, other) / side


@kernel
def free_run(state: State, start: int, way: int) -> int:
    """Empty cells in a row from a cell on."""
    length = 0
    while state["cells"][start + (length + 1) * way] == EMPTY:
        length += 1
    return length


@kernel
def worth(weights: Array, seen: Array) -> float:
    total = 0.0
    for index in range(COUNT):
        total += weights[index] * seen[index]
    return total


@kernel
def choose_by_sight(learned: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  nothing is drawn
    """The move to an empty cell that is worth most."""
    seen, best, most = np.empty(COUNT), NO_MOVE, -np.inf
    for move in ORDER:
        if is_free(observation, seat, move):
            look(observation, seat, move, seen)
            value = worth(learned["weights"], seen)
            if value >= most:
                best, most = move, value
    return best
