"""Voronoi territories on padded boards, and their trees of chambers.

A board is an array of cells, 0 for free cells, with a border that is not free; see `grid`. All
kernels use a workspace: one record that the caller allocates once (`new_workspace`), so that
nothing is allocated here.

workspace          the working memory
territories        the cells that each head is nearest to
chambers           the number of steps that fit into a territory
bitboards          territories of two heads on small boards, on bitboards
bitboard_crowds    territories of more heads, on bitboards
bitboard_chambers  chambers, on bitboards
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
