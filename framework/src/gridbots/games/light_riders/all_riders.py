"""Free space of every living rider, measured at once.

For searches in which every rider maximises its own value (max-n): the features of one rider against
the mean of the others would compute the same territories for each rider.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.light_riders.features import find_heads
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import kernel
from gridbots.space import explore, spread, steps_of
from gridbots.space.bitboard_chambers import TOO_MANY, chain_steps
from gridbots.space.bitboard_crowds import spread_bits_of_all
from gridbots.space.bitboards import fits_bitboards, load_free

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

SPACE: Final = np.dtype(
    [
        ("in_contact", "i8"),  # 1: it could meet another rider
        ("steps", "i8"),  # that fit into the best chain of chambers of the territory
    ]
)
ALL_SPACE: Final = (SPACE, (MOST_SEATS,))


@kernel
def measure_all(state: State, spaces: Record, scratch: Record) -> None:
    """Write the free space of each living rider."""
    find_heads(state, 0, scratch)
    is_small = fits_bitboards(state["width"], state["height"])
    if not (is_small and measure_by_bits(state, spaces, scratch)):
        measure_by_queues(state, spaces, scratch)


@kernel
def measure_by_bits(state: State, spaces: Record, scratch: Record) -> bool:
    """The same on small boards; return whether the board is small enough."""
    heads, boards = scratch["heads"], scratch["boards"]
    stride = int(state["stride"])  # Plain, numbers of a record would keep their few bits.
    load_free(state["cells"], stride, boards)
    met = spread_bits_of_all(heads, state["seats"], stride, boards)
    for seat in range(state["seats"]):
        if heads[seat] >= 0:
            space, territory = spaces[seat], boards["territory"][seat]
            steps = chain_steps(territory, int(heads[seat]), stride, boards, scratch["chambers"])
            if steps == TOO_MANY:
                return False
            space["steps"] = steps
            space["in_contact"] = met >> seat & 1
    return True


@kernel
def measure_by_queues(state: State, spaces: Record, scratch: Record) -> None:
    """The same on boards of any size, after `find_heads`."""
    heads, work = scratch["heads"], scratch["space"]
    met = spread(state["cells"][:], heads[:], state["seats"], state["stride"], work)
    for seat in range(state["seats"]):
        head = heads[seat]
        if head >= 0:
            space = spaces[seat]
            explore(state["cells"][:], head, 1 << seat, work)
            space["in_contact"] = met >> seat & 1
            space["steps"] = steps_of(work["chain"][head])
