"""Transposition table: what is known of positions that this iteration has reached before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.search.ply_stack import Parts
    from gridbots.space import Array, Record

TRANSPOSITION_SLOTS: Final = 1 << 16
"""Slots of the table. Fewer means that more positions are searched again."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

TRANSPOSITION: Final = np.dtype(
    [
        ("key", "i8"),
        ("starts", "i8"),  # in which search it was found
        ("depth", "i4"),  # rounds from the root
        ("limit", "i4"),  # of the iteration
        ("value", "f8"),
        ("bound", "i1"),  # EXACT, AT_LEAST or AT_MOST
        ("best_move", "i1"),
    ],
    align=True,
)

MULTIPLIER: Final = 0x2545F4914F6CDD1D
POSITIVE: Final = (1 << 63) - 1
"""Products are cut to so many bits, so that plain Python and compiled code give the same keys."""


@kernel
def hash_of(raw: Array) -> int:
    """Hash of the bytes of a record, in four strands so that no product waits for another."""
    one, two, three, four = 1, 2, 3, 4
    whole = len(raw) // 4 * 4
    for index in range(0, whole, 4):
        one = ((one ^ int(raw[index])) * MULTIPLIER) & POSITIVE
        two = ((two ^ int(raw[index + 1])) * MULTIPLIER) & POSITIVE
        three = ((three ^ int(raw[index + 2])) * MULTIPLIER) & POSITIVE
        four = ((four ^ int(raw[index + 3])) * MULTIPLIER) & POSITIVE
    for index in range(whole, len(raw)):
        one = ((one ^ int(raw[index])) * MULTIPLIER) & POSITIVE
    total = one ^ (one >> 29)
    for strand in (two, three, four):
        total = ((total ^ strand ^ (strand >> 31)) * MULTIPLIER) & POSITIVE
    return total ^ (total >> 32)


@kernel
def suffices(parts: Parts, ply: Record, depth: int) -> bool:
    """Probe the table: whether its entry suffices for the window of a ply that is to be opened."""
    entry = parts.transpositions[ply["key"] & (TRANSPOSITION_SLOTS - 1)]
    if entry["key"] != ply["key"] or entry["starts"] != parts.tree[0]["starts"]:
        return False
    if entry["depth"] != depth or entry["limit"] != parts.tree[0]["limit"]:
        return False
    if entry["bound"] == AT_LEAST:
        return bool(entry["value"] >= ply["beta"])
    return bool(entry["bound"] == EXACT or entry["value"] <= ply["alpha"])


@kernel
def store(parts: Parts, ply: Record) -> None:
    """Store the value of a closed ply, as an exact one or as a bound."""
    entry = parts.transpositions[ply["key"] & (TRANSPOSITION_SLOTS - 1)]
    entry["key"] = ply["key"]
    entry["starts"] = parts.tree[0]["starts"]
    entry["depth"] = ply["depth"]
    entry["limit"] = parts.tree[0]["limit"]
    entry["value"] = ply["best"]
    entry["best_move"] = ply["best_move"]
    entry["bound"] = EXACT
    if ply["best"] <= ply["opened_alpha"]:
        entry["bound"] = AT_MOST
    elif ply["best"] >= ply["opened_beta"]:
        entry["bound"] = AT_LEAST
