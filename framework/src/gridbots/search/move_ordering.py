"""Move ordering: hash moves, killer moves and the history heuristic.

The hash move, the best move after the same path from the root in the previous iteration, comes
first. Without one, the killer move does: the best move of the last ply with this index. The others
follow by how often each was best at this ply. Ordering changes node counts, never values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import candidates
from gridbots.grid import NO_MOVE
from gridbots.kernel import inlined_kernel, kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

# Keys of paths: polynomials over a prime, small enough that products fit into 63 bits.
PRIME: Final = (1 << 40) - 87
BASE: Final = 5_867_753
ROOT_PATH: Final = 1

SLOT_BITS: Final = 16
SLOTS: Final = 1 << SLOT_BITS
"""Size of the hash-move table. Smaller tables worsen the order in deep searches; larger are
slower."""

MOST_NOTED: Final = 1024
"""A new search clears single entries up to this number, or else the whole table."""

MOVE_BITS: Final = 8
FIRST_MOVE: Final = 2
"""Encoding in an entry: 0 is empty, 1 is NO_MOVE, and moves start at 2."""


def ordering_dtype(plies: int, moves: int) -> np.dtype[Any]:
    """Type of the tables of a search with this many plies."""
    return np.dtype(
        [
            ("root_path", "i8"),
            ("hash_moves", "u4", (SLOTS,)),  # what is left of a path beyond its slot, and the move
            ("noted", "i8"),  # how many entries were written since the table was clear
            ("slots", "i4", (MOST_NOTED,)),  # where the first of them are
            ("history", "i8", (plies, moves)),
            ("rows", "i8"),  # beyond so many the history is clear
        ]
    )


@kernel
def forget_hash_moves(tables: Record) -> None:
    noted = tables["noted"]
    if noted > MOST_NOTED:
        tables["hash_moves"][:] = 0
    else:
        for index in range(noted):
            tables["hash_moves"][tables["slots"][index]] = 0
    tables["noted"] = 0


@kernel
def forget_history(tables: Record) -> None:
    tables["history"][: tables["rows"], :] = 0
    tables["rows"] = 0


@kernel
def extended_path(path: int, move: int) -> int:
    """Key of a path extended by a move."""
    return (path * BASE + move + 1) % PRIME


@inlined_kernel
def by_history(search: Record, state: State, seat: int, ply: Record) -> int:
    """List the candidates of the open ply: hash or killer move first, others by their history."""
    index, tables = search["ply"], search["ordering"][0]
    if index == 0:
        ply["path"] = tables["root_path"]
    else:
        before = search["plies"][index - 1]
        ply["path"] = extended_path(before["path"], before["order"][before["tried"] - 1])
    candidates(state, seat, ply["mask"])
    first = hash_move(ply["path"], tables)
    if first < 0:
        first = ply["best_move"]
    ply["moves"] = sort_moves(ply, first, tables["history"][index])
    return int(ply["moves"])


@kernel
def sort_moves(ply: Record, first: int, history: Array) -> int:
    """Insertion sort of the marked moves; return their number."""
    mask, order, count = ply["mask"], ply["order"], 0
    for move in range(len(mask)):
        if mask[move]:
            place = count
            while place > 0 and comes_before(move, order[place - 1], first, history):
                order[place] = order[place - 1]
                place -= 1
            order[place] = move
            count += 1
    return count


@kernel
def hash_move(path: int, tables: Record) -> int:
    """The hash move after a path, possibly NO_MOVE; a number below NO_MOVE if none is stored."""
    entry = int(tables["hash_moves"][path & (SLOTS - 1)])
    if entry >> MOVE_BITS != path >> SLOT_BITS:
        entry = 0
    return (entry & ((1 << MOVE_BITS) - 1)) - FIRST_MOVE


@kernel
def comes_before(move: int, other: int, first: int, history: Array) -> bool:
    return other != first and (move == first or history[move] > history[other])


@inlined_kernel
def store_best(search: Record, ply: Record) -> None:
    """Store the best move of a closed ply, by its path and by its index."""
    index, path, move, tables = search["ply"], ply["path"], ply["best_move"], search["ordering"][0]
    slot = path & (SLOTS - 1)
    tables["hash_moves"][slot] = path >> SLOT_BITS << MOVE_BITS | move + FIRST_MOVE
    if tables["noted"] < MOST_NOTED:
        tables["slots"][tables["noted"]] = slot
    tables["noted"] += 1
    if move != NO_MOVE:
        tables["history"][index][move] += 1
        tables["rows"] = max(tables["rows"], index + 1)
