"""What a search remembers, only to guess the best order of moves.

That is the best move after each path of moves from the root, from the iteration before, and how
often a move was best at each ply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.parts import MOST_MOVES, MOST_PLIES

if TYPE_CHECKING:
    from gridbots.space import Array, Record

# Keys of paths: polynomials over a prime, small enough that products fit into 63 bits.
PRIME: Final = (1 << 40) - 87
BASE: Final = 5_867_753
ROOT_PATH: Final = 1

SLOT_BITS: Final = 16
SLOTS: Final = 1 << SLOT_BITS
"""Paths remembered. Fewer means worse order in deep searches; more means slower memory."""

MOVE_BITS: Final = 4
FIRST_MOVE: Final = 2
"""In an entry, 0 is no move that was remembered: 1 is NO_MOVE, and from 2 on come the moves."""

TABLES: Final = np.dtype(
    [
        ("root_path", "i8"),
        ("entries", "u4", (SLOTS,)),  # what is left of a path beyond its slot, and the move
        ("often", "i8", (MOST_PLIES, MOST_MOVES)),
    ]
)


@kernel
def extended(path: int, move: int) -> int:
    """Key of a path with one more move."""
    return (path * BASE + move + 1) % PRIME


@kernel
def sort_moves(ply: Record, index: int, tables: Record) -> None:
    """List the candidates: the remembered move first, the others by how often they were best."""
    known = best_after(ply["path"], tables)
    often, order = tables["often"][index], ply["order"]
    count = 0
    for move in range(MOST_MOVES):
        if ply["mask"][move]:
            place = count
            while place > 0 and comes_before(move, order[place - 1], known, often):
                order[place] = order[place - 1]
                place -= 1
            order[place] = move
            count += 1
    ply["moves"] = count


@kernel
def best_after(path: int, tables: Record) -> int:
    """The move remembered after a path, perhaps NO_MOVE; less than that if there is none."""
    entry = int(tables["entries"][path & (SLOTS - 1)])
    if entry >> MOVE_BITS != path >> SLOT_BITS:
        entry = 0
    return (entry & ((1 << MOVE_BITS) - 1)) - FIRST_MOVE


@kernel
def comes_before(move: int, other: int, known: int, often: Array) -> bool:
    return other != known and (move == known or often[move] > often[other])


@kernel
def remember(ply: Record, index: int, tables: Record) -> None:
    path = ply["path"]
    entry = path >> SLOT_BITS << MOVE_BITS | ply["best_move"] + FIRST_MOVE
    tables["entries"][path & (SLOTS - 1)] = entry
    if ply["best_move"] != NO_MOVE:
        tables["often"][index][ply["best_move"]] += 1
