"""Evaluation features of Light Riders.

The first six are the rider's value minus the mean of the other living riders'; with two seats they
change sign when the seats are exchanged. A rider is in contact if there is a path from its
territory into another's. In contact, territory to mobility are measured; without contact, only
lead.

The others are those of the CS221 paper's program, for one rider alone: see `lanes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import legal
from gridbots.games.light_riders.lanes import (
    best_lane,
    bottleneck_nearness,
    far_lanes,
    near_lanes,
    nearness,
)
from gridbots.games.light_riders.rules import EMPTY, MOST_SEATS
from gridbots.grid import NO_MOVE, offset, opposite
from gridbots.kernel import kernel
from gridbots.space import WORKSPACE, explore, liberties_of, spread, steps_of
from gridbots.space.bitboard_chambers import CHAMBERS, TOO_MANY, chain_steps
from gridbots.space.bitboards import (
    BITBOARDS,
    count_cells,
    count_liberties,
    fits_bitboards,
    load_free,
    spread_bits,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

FEATURES: Final = (
    "territory", "liberties", "chain", "chain_liberties", "mobility", "lead",
    "far_lanes", "near_lanes", "best_lane", "bottleneck", "nearness",
)  # fmt: skip
"""territory: cells to which only this rider has the shortest path.
liberties: pairs of a cell of the territory and an empty neighbour.
chain: steps that fit into the best chain of chambers of the territory (see gridbots.space).
chain_liberties: liberties in that chain.
mobility: empty neighbours of the head.
lead: without contact, steps that fit into the best chain: about how many rounds longer this rider
    lasts.
far_lanes, near_lanes: free distance in the four directions, and beside, in points.
best_lane: the same for the best direction alone.
bottleneck: 1 / steps to the cell that the opponent must pass.
nearness: 1 / steps to the opponent's head.
"""

TERRITORY: Final = 0
LIBERTIES: Final = 1
CHAIN: Final = 2
CHAIN_LIBERTIES: Final = 3
MOBILITY: Final = 4
LEAD: Final = 5
FAR_LANES: Final = 6
NEAR_LANES: Final = 7
BEST_LANE: Final = 8
BOTTLENECK: Final = 9
NEARNESS: Final = 10
OF_SPACE: Final = FAR_LANES
"""Number of features, the first ones, that need the territories."""

SCRATCH: Final = np.dtype(
    [
        ("space", WORKSPACE),
        ("boards", BITBOARDS),
        ("chambers", CHAMBERS),
        ("heads", "i4", (MOST_SEATS,)),  # cells of the heads, -1 for riders that are out
        ("in_contact", "i8"),  # 1: the rider could meet another one
        ("chains", "i8", (MOST_SEATS,)),  # by seat: steps of the chain, of those that were measured
        ("values", "f8", (OF_SPACE,)),
    ]
)


@kernel
def evaluate(state: State, seat: int, weights: Array) -> float:
    """The weighted sum, in the order of the features, as in the paper's program."""
    total = 0.0
    if needs_space(weights):
        total = weighed_space_afresh(state, seat, weights, np.empty(1, SCRATCH))
    if weights[FAR_LANES] != 0.0:
        total += weights[FAR_LANES] * far_lanes(state, seat)
    if weights[NEAR_LANES] != 0.0:
        total += weights[NEAR_LANES] * near_lanes(state, seat)
    if weights[BEST_LANE] != 0.0:
        total += weights[BEST_LANE] * best_lane(state, seat)
    if weights[BOTTLENECK] != 0.0:
        total += weights[BOTTLENECK] * bottleneck_nearness(state, seat)
    if weights[NEARNESS] != 0.0:
        total += weights[NEARNESS] * nearness(state, seat)
    return total


@kernel
def weighed_space_afresh(state: State, seat: int, weights: Array, scratches: Array) -> float:
    """As `weighed_space`: in compiled code a record does not keep its memory, an array does."""
    return weighed_space(state, seat, weights, scratches[0])


@kernel
def weighed_space(state: State, seat: int, weights: Array, scratch: Record) -> float:
    """The part of the sum that needs the territories."""
    total = 0.0
    measure(state, seat, weights, scratch)
    for feature in range(OF_SPACE):
        total += weights[feature] * scratch["values"][feature]
    return total


@kernel
def needs_space(weights: Array) -> bool:
    for feature in range(OF_SPACE):
        if weights[feature] != 0.0:
            return True
    return False


@kernel
def measure(state: State, seat: int, weights: Array, scratch: Record) -> None:
    """Write the space features of a living seat to scratch["values"]; 0 for weight 0."""
    others = find_heads(state, seat, scratch)
    if (
        others == 1
        and _suits_bitboards(state, weights)
        and _measure_bits(state, seat, weights, scratch)
    ):
        return
    values, work = scratch["values"], scratch["space"]
    for feature in range(OF_SPACE):
        values[feature] = 0.0
    met = spread(state["cells"][:], scratch["heads"][:], state["seats"], state["stride"], work)
    in_contact = met >> seat & 1
    scratch["in_contact"] = in_contact
    for other in range(state["seats"]):
        if scratch["heads"][other] >= 0:
            share = 1.0 if other == seat else -1.0 / others
            if in_contact:
                _add_contact(state, other, share, weights, scratch)
            elif weights[LEAD] != 0.0:
                explore(state["cells"][:], scratch["heads"][other], 1 << other, work)
                values[LEAD] += share * steps_of(work["chain"][scratch["heads"][other]])


@kernel
def _suits_bitboards(state: State, weights: Array) -> bool:
    is_small = fits_bitboards(state["width"], state["height"])
    return is_small and weights[CHAIN_LIBERTIES] == 0.0


@kernel
def _measure_bits(state: State, seat: int, weights: Array, scratch: Record) -> bool:
    """The same for two living riders, without chain liberties; return whether it was possible."""
    values, boards, riders = scratch["values"], scratch["boards"], state["riders"]
    stride = int(state["stride"])  # Plain, numbers of a record would keep their few bits.
    first, second = duellists(state)
    for feature in range(OF_SPACE):
        values[feature] = 0.0
    load_free(state["cells"], stride, boards)
    in_contact = spread_bits(int(riders[first]), int(riders[second]), stride, boards)
    scratch["in_contact"] = in_contact
    for head in range(2):
        other = second if head else first
        territory, share = boards["territory"][head], 1.0 if other == seat else -1.0
        if in_contact:
            values[TERRITORY] += share * count_cells(territory)
            if weights[MOBILITY] != 0.0:
                values[MOBILITY] += share * mobility(state, other)
            if weights[LIBERTIES] != 0.0:
                values[LIBERTIES] += share * count_liberties(territory, stride, boards)
        if weights[CHAIN if in_contact else LEAD] != 0.0:
            steps = chain_steps(territory, int(riders[other]), stride, boards, scratch["chambers"])
            if steps == TOO_MANY:
                return False
            values[CHAIN if in_contact else LEAD] += share * steps
            scratch["chains"][other] = steps
    return True


@kernel
def duellists(state: State) -> tuple[int, int]:
    """The first and the last living rider."""
    first, last = 0, state["seats"] - 1
    while state["eliminated"][first] != 0:
        first += 1
    while state["eliminated"][last] != 0:
        last -= 1
    return first, last


@kernel
def find_heads(state: State, seat: int, scratch: Record) -> int:
    """Fill scratch["heads"]; return the number of other living riders."""
    others = 0
    for other in range(state["seats"]):
        living = state["eliminated"][other] == 0
        scratch["heads"][other] = state["riders"][other] if living else -1
        others += living and other != seat
    return others


@kernel
def _add_contact(state: State, other: int, share: float, weights: Array, scratch: Record) -> None:
    values, work, head = scratch["values"], scratch["space"], scratch["heads"][other]
    values[TERRITORY] += share * work["counts"][1 << other]
    if weights[MOBILITY] != 0.0:
        values[MOBILITY] += share * mobility(state, other)
    if weights[LIBERTIES] != 0.0 or weights[CHAIN] != 0.0 or weights[CHAIN_LIBERTIES] != 0.0:
        explore(state["cells"][:], head, 1 << other, work)
        values[LIBERTIES] += share * work["liberties"][head]
        scratch["chains"][other] = steps_of(work["chain"][head])
        values[CHAIN] += share * scratch["chains"][other]
        values[CHAIN_LIBERTIES] += share * liberties_of(work["chain"][head])


@kernel
def mobility(state: State, seat: int) -> int:
    """Empty neighbours of a head."""
    here, empty = state["riders"][seat], 0
    for direction in range(4):
        empty += state["cells"][here + offset(direction, state["stride"])] == EMPTY
    return empty


@kernel
def candidates(state: State, seat: int, mask: Array) -> int:
    """Moves to empty cells; if there are none, all legal moves, which are equally bad.

    A rider that enters a non-empty cell is eliminated, whatever the other riders do, and does not
    affect them.
    """
    # An eliminated rider may have crashed beyond the border, without neighbours on the board.
    if state["eliminated"][seat] != 0 or state["over"] != 0:
        return legal(state, seat, mask)
    cells, here, stride = state["cells"], state["riders"][seat], state["stride"]
    back = NO_MOVE if state["rounds"] == 0 else opposite(state["headings"][seat])
    count = 0
    for move in range(4):
        is_open = (move != back) & (cells[here + offset(move, stride)] == EMPTY)
        mask[move] = is_open
        count += is_open
    return count if count > 0 else legal(state, seat, mask)


@kernel
def is_alone(state: State, seat: int) -> bool:
    """Whether a living rider is without contact, so that only the rounds that it lasts count."""
    return _is_cut_off(state, seat, np.empty(1, SCRATCH))


@kernel
def _is_cut_off(state: State, seat: int, scratches: Array) -> bool:
    scratch = scratches[0]
    find_heads(state, seat, scratch)
    met = spread(
        state["cells"][:], scratch["heads"][:], state["seats"], state["stride"], scratch["space"]
    )
    return met >> seat & 1 == 0
