"""Transposition table: values of positions that this iteration has reached before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.kernel import inlined_kernel, kernel
from gridbots.search.backup import take_value
from gridbots.search.move_ordering import store_best

if TYPE_CHECKING:
    from gridbots.space import Array, Record

TRANSPOSITION_SLOTS: Final = 1 << 16
"""Slots of the table. With fewer slots, more positions are searched again."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

TRANSPOSITION: Final = np.dtype(
    [
        ("key", "i8"),
        ("starts", "i8"),  # in which search it was found
        ("rounds", "i4"),  # from the root
        ("limit", "i4"),  # of the iteration
        ("value", "f8"),
        ("bound", "i1"),  # EXACT, AT_LEAST or AT_MOST
    ],
    align=True,
)

MULTIPLIER: Final = 0x2545F4914F6CDD1D
POSITIVE: Final = (1 << 63) - 1
"""Products are cut to 63 bits, so that plain Python and compiled code compute the same keys."""


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


@inlined_kernel
def probe(search: Record, place: int) -> bool:
    """Back up the value of a position from the table, if it suffices; return whether it did.

    The table contains only positions at the start of a round.
    """
    index = search["ply"]
    before, ply = search["plies"][index], search["plies"][index + 1]
    ply["key"] = 0
    if index < 0 or before["place"] == place:
        return False
    ply["key"] = hash_of(search["raw"][place])
    ply["opened_alpha"], ply["opened_beta"] = before["alpha"], before["beta"]
    entry = search["transpositions"][ply["key"] & (TRANSPOSITION_SLOTS - 1)]
    if not suffices(entry, ply, search["iteration"][0], before["rounds"] + 1):
        return False
    take_value(search, entry["value"], 0)
    return True


@kernel
def suffices(entry: Record, ply: Record, iteration: Record, rounds: int) -> bool:
    """Whether an entry suffices for the window of the ply to be opened."""
    if entry["key"] != ply["key"] or entry["starts"] != iteration["starts"]:
        return False
    if entry["rounds"] != rounds or entry["limit"] != iteration["limit"]:
        return False
    if entry["bound"] == AT_LEAST:
        return bool(entry["value"] >= ply["opened_beta"])
    return bool(entry["bound"] == EXACT or entry["value"] <= ply["opened_alpha"])


@inlined_kernel
def store_all(search: Record, ply: Record) -> None:
    """Store the value of a closed ply, exact or as a bound, and its best move."""
    store_best(search, ply)
    if ply["key"] == 0:
        return
    entry = search["transpositions"][ply["key"] & (TRANSPOSITION_SLOTS - 1)]
    entry["key"] = ply["key"]
    entry["starts"] = search["iteration"][0]["starts"]
    entry["rounds"] = ply["rounds"]
    entry["limit"] = search["iteration"][0]["limit"]
    entry["value"] = ply["best"]
    entry["bound"] = EXACT
    if ply["best"] <= ply["opened_alpha"]:
        entry["bound"] = AT_MOST
    elif ply["best"] >= ply["opened_beta"]:
        entry["bound"] = AT_LEAST
