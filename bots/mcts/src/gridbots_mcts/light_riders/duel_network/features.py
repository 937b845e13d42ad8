"""Features of a duel: counts of both territories on bitboards, after the evaluation.

The counts come for both sides, the seat's own first; then features of the whole position, and last
those that change sign when the seats are exchanged.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gridbots.games.light_riders.features import duellists, weighed_space
from gridbots.kernel import kernel
from gridbots.space.bitboards import WORDS, bit_count
from gridbots_mcts.light_riders.value_network.counts import (
    CHAIN,
    COUNTS,
    count_territory,
    count_waves,
)
from gridbots_mcts.light_riders.win_chance import part_taken, way_to_centre

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

OF_BOTH: Final = ("taken", "area", "ties", "longer_side", "shorter_side")
"""taken: share of the board that is taken. area: cells of the board. ties: free cells at the same
distance from both heads. longer_side, shorter_side: of the rectangle between the heads."""
SIGNED: Final = ("value", "root", "centre")
"""value: the evaluation. root: its square root, with its sign. centre: how much nearer the centre
the head is, as in `win_chance`."""
SIDE: Final = len(COUNTS)
BOTH: Final = 2 * SIDE
FIRST_SIGNED: Final = BOTH + len(OF_BOTH)
INPUTS: Final = FIRST_SIGNED + len(SIGNED)


@kernel
def look(states: Array, weights: Array, scratches: Array, seen: Array) -> bool:
    """Write the features of the first seat in a state; return whether the riders are in contact.

    For calls from Python, which pass an array of one faster than a record.
    """
    state, scratch = states[0], scratches[0]
    seat, other = duellists(state)
    value = weighed_space(state, seat, weights, scratch)
    if not scratch["in_contact"]:
        return False
    centre = way_to_centre(state, other) - way_to_centre(state, seat)
    write_features(state, seat, other, value, centre, scratch, seen)
    return True


@kernel
def write_features(  # noqa: PLR0913, PLR0917  called at every leaf
    state: State, seat: int, other: int, value: float, centre: float, scratch: Record, seen: Array
) -> None:
    """Write the features of the first of two living seats; `scratch` holds its evaluation.

    Overwrites the waves and fronts of the boards.
    """
    riders, stride = state["riders"], int(state["stride"])
    boards = scratch["boards"]
    here, there = int(riders[seat]), int(riders[other])
    rows = abs(here // stride - there // stride)
    columns = abs(here % stride - there % stride)
    seen[BOTH] = part_taken(state)
    seen[BOTH + 1] = int(state["width"]) * int(state["height"])
    seen[BOTH + 2] = count_ties(boards)
    seen[BOTH + 3] = max(rows, columns)
    seen[BOTH + 4] = min(rows, columns)
    seen[FIRST_SIGNED] = value
    seen[FIRST_SIGNED + 1] = math.sqrt(abs(value)) if value > 0.0 else -math.sqrt(abs(value))
    seen[FIRST_SIGNED + 2] = centre
    sides = seen[:BOTH].reshape(2, SIDE)
    count_territory(0, here, stride, boards, sides[0])
    count_territory(1, there, stride, boards, sides[1])
    sides[0, CHAIN] = scratch["chains"][seat]
    sides[1, CHAIN] = scratch["chains"][other]
    count_waves(2, boards, sides)


@kernel
def exchange(seen: Array, exchanged: Array) -> None:
    """Write the features of the other seat."""
    for number in range(SIDE):
        exchanged[number] = seen[SIDE + number]
        exchanged[SIDE + number] = seen[number]
    for number in range(BOTH, FIRST_SIGNED):
        exchanged[number] = seen[number]
    for number in range(FIRST_SIGNED, INPUTS):
        exchanged[number] = -seen[number]


@kernel
def count_ties(boards: Record) -> int:
    free, left, territory = boards["free"], boards["left"], boards["territory"]
    ties = 0
    for word in range(1, WORDS + 1):
        ties += bit_count(free[word] & ~(left[word] | territory[0, word] | territory[1, word]))
    return ties
