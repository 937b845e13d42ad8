"""Features of each rider of a crowd: counts of its territory, and of those of the others.

A rider's own counts come first, then their means over the other living riders, then maxima over
these, and last the features that are the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import is_living
from gridbots.games.light_riders.all_riders import measure_by_bits
from gridbots.games.light_riders.features import find_heads
from gridbots.kernel import kernel
from gridbots_mcts.light_riders.value_network.counts import (
    CELLS,
    CHAIN,
    COUNTS,
    FRONTIER,
    count_territory,
    count_waves,
)
from gridbots_mcts.light_riders.win_chance import part_taken

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

OF_RIDER: Final = (*COUNTS, "in_contact")
"""in_contact: 1 if the rider can meet another one."""
OF_OTHERS: Final = ("most_chain", "most_cells")
OF_ALL: Final = ("taken", "area", "living")
"""taken: share of the board that is taken. area: cells of the board. living: living riders."""
RIDER: Final = len(OF_RIDER)
MOST: Final = 2 * RIDER
ALL: Final = MOST + len(OF_OTHERS)
LIVING: Final = ALL + 2
INPUTS: Final = ALL + len(OF_ALL)
IN_CONTACT: Final = len(COUNTS)


@kernel
def look_at_all(states: Array, scratches: Array, spaces: Array, seen: Array) -> bool:
    """Write the features of each living seat in a state; return whether it fits bitboards.

    For calls from Python, which pass an array of one faster than a record.
    """
    state, scratch = states[0], scratches[0]
    find_heads(state, 0, scratch)
    if not measure_by_bits(state, spaces, scratch):
        return False
    write_features(state, spaces, scratch, seen)
    return True


@kernel
def write_features(state: State, spaces: Array, scratch: Record, seen: Array) -> None:
    """Write the features of each living seat, after `measure_by_bits`.

    Overwrites the waves and fronts of the boards.
    """
    boards, living = scratch["boards"], 0
    for seat in range(state["seats"]):
        if is_living(state, seat):
            living += 1
            write_own(state, seat, spaces[seat], boards, seen[seat])
        else:
            seen[seat, FRONTIER] = 0.0
    count_waves(int(state["seats"]), boards, seen)
    taken, area = part_taken(state), int(state["width"]) * int(state["height"])
    for seat in range(state["seats"]):
        if is_living(state, seat):
            write_others(state, seat, living, seen)
            seen[seat, ALL] = taken
            seen[seat, ALL + 1] = area
            seen[seat, LIVING] = living


@kernel
def write_own(state: State, seat: int, space: Record, boards: Record, row: Array) -> None:
    """Write the counts of a rider that need no waves."""
    head, stride = int(state["riders"][seat]), int(state["stride"])
    count_territory(seat, head, stride, boards, row)
    row[CHAIN] = space["steps"]
    row[IN_CONTACT] = space["in_contact"]


@kernel
def write_others(state: State, seat: int, living: int, seen: Array) -> None:
    """Write the means and maxima over the other living riders."""
    row = seen[seat]
    for number in range(RIDER, ALL):
        row[number] = 0.0
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            for number in range(RIDER):
                row[RIDER + number] += seen[other, number] / (living - 1)
            row[MOST] = max(row[MOST], seen[other, CHAIN])
            row[MOST + 1] = max(row[MOST + 1], seen[other, CELLS])
