"""Voronoi territories, and their trees of chambers: how many steps fit into them. On padded boards.

A board is an array of cells, 0 where one may go, with a border that one may not; see `grid`. All
kernels work in a workspace: one record that the caller makes once (`new_workspace`), so
that nothing is allocated here.

workspace          this working memory
territories        which cells each head is nearest to
chambers           the steps that fit into a territory
bitboards          territories of two heads on small boards, on bitboards
bitboard_crowds    those of more heads
bitboard_chambers  and their chambers
"""

from gridbots.space.chambers import (
    NO_CHAIN,
    chain_of,
    explore,
    liberties_of,
    most_steps,
    steps_of,
    touches_front,
)
from gridbots.space.territories import spread
from gridbots.space.workspace import MOST_HEADS, WORKSPACE, Array, Record, new_workspace

__all__ = [
    "MOST_HEADS",
    "NO_CHAIN",
    "WORKSPACE",
    "Array",
    "Record",
    "chain_of",
    "explore",
    "liberties_of",
    "most_steps",
    "new_workspace",
    "spread",
    "steps_of",
    "touches_front",
]
