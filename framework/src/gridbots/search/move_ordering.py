"""Move ordering: hash moves and the history heuristic.

The hash move is the one that was best after the same path of moves from the root in the iteration
before; it comes first. The others follow by how often each was best at this ply. All of this only
guesses the best order: it changes node counts, never a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.ply_stack import MOST_MOVES, MOST_PLIES

if TYPE_CHECKING:
    from gridbots.space import Array, Record

# Keys of paths: polynomials over a prime, small enough that products fit into 63 bits.
PRIME: Final = (1 << 40) - 87
BASE: Final = 5_867_753
ROOT_PATH: Final = 1

SLOT_BITS: Final = 16
SLOTS: Final = 1 << SLOT_BITS
"""Size of the hash-move table. Fewer means worse order in deep searches, more slower memory."""

MOVE_BITS: Final = 4
FIRST_MOVE: Final = 2
"""In an entry, 0 is no move that was remembered: 1 is NO_MOVE, and from 2 on come the moves."""

TABLES: Final = np.dtype(
    [
        ("root_path", "i8"),
        ("hash_moves", "u4", (SLOTS,)),  # what is left of a path beyond its slot, and the move
        ("history", "i8", (MOST_PLIES, MOST_MOVES)),
    ]
)


@kernel
def extended_path(path: int, move: int) -> int:
    """Key of a path with one more move."""
    return (path * BASE + move + 1) % PRIME


@kernel
def sort_moves(ply: Record, index: int, tables: Record) -> None:
    """List the candidates: the hash move first, the others by their history."""
    first = hash_move(ply["path"], tables)
    history, order = tables["history"][index], ply["order"]
    count = 0
    for move in range(MOST_MOVES):
        if ply["mask"][move]:
            place = count
            while place > 0 and comes_before(move, order[place - 1], first, history):
                order[place] = order[place - 1]
                place -= 1
            order[place] = move
            count += 1
    ply["moves"] = count


@kernel
def hash_move(path: int, tables: Record) -> int:
    """The hash move after a path, perhaps NO_MOVE; less than that if there is none."""
    entry = int(tables["hash_moves"][path & (SLOTS - 1)])
    if entry >> MOVE_BITS != path >> SLOT_BITS:
        entry = 0
    return (entry & ((1 << MOVE_BITS) - 1)) - FIRST_MOVE


@kernel
def comes_before(move: int, other: int, first: int, history: Array) -> bool:
    return other != first and (move == first or history[move] > history[other])


@kernel
def record_best(ply: Record, index: int, tables: Record) -> None:
    path = ply["path"]
    entry = path >> SLOT_BITS << MOVE_BITS | ply["best_move"] + FIRST_MOVE
    tables["hash_moves"][path & (SLOTS - 1)] = entry
    if ply["best_move"] != NO_MOVE:
        tables["history"][index][ply["best_move"]] += 1
