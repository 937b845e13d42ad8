"""Q-table of Light Riders: a hash table of positions, with the value of each move.

A position is written as two whole numbers, with two bits for each cell: empty, wall, own head,
another head. So it is the same from either seat, and boards of up to 62 cells have a name each. The
table is open: a position has the slot that its numbers lead to, or the next one that was free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots.games.light_riders.rules import EMPTY, HEAD
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, index_of, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import AnyState
    from gridbots.space import Record

ORDER: Final = (UP, LEFT, RIGHT, DOWN)
"""Moves; of equals the last one is made, as in the program behind the paper."""
OWN: Final = 2
OTHER: Final = 3
"""Codes of heads; EMPTY and WALL stand for themselves."""
CELLS_PER_WORD: Final = 31
MOST_CELLS: Final = 2 * CELLS_PER_WORD
PRIME: Final = 2_147_483_647
FACTORS: Final = (48_271, 69_621)
"""Of multiplicative generators (S. K. Park and K. W. Miller, 1988): they spread the numbers."""


def table_type(slots: int) -> np.dtype[Any]:
    """A record with room for somewhat less than so many positions."""
    return np.dtype(
        [
            ("words", "i8", (slots, 2)),  # the two numbers of a position
            ("values", "f8", (slots, 4)),  # what each move is worth there
            ("used", "u1", (slots,)),
            ("scratch", "i8", (2,)),  # the position that is looked up
            ("side", "i8"),  # rows and columns of the board that it is for
        ]
    )


@kernel
def slot_of(table: Record, state: AnyState, seat: int) -> int:
    """The slot of a position: where it is, or where there is room for it."""
    words = table["scratch"]
    write_words(words, state, seat)
    slots = len(table["used"])
    mixed = words[0] % PRIME * FACTORS[0] + words[1] % PRIME * FACTORS[1]
    slot = mixed % PRIME % slots
    while table["used"][slot] and not is_at(table, slot):
        slot = (slot + 1) % slots
    return int(slot)


@kernel
def is_at(table: Record, slot: int) -> bool:
    """Whether the position that is looked up is in this slot."""
    mine, words = table["words"][slot], table["scratch"]
    return bool(mine[0] == words[0] and mine[1] == words[1])


@kernel
def write_words(words: Any, state: AnyState, seat: int) -> None:
    stride = state["stride"]
    words[0] = words[1] = 0
    for row in range(state["height"]):
        for column in range(state["width"]):
            number = int(row * state["width"] + column)  # Narrow numbers would overflow below.
            code = state["cells"][index_of(row, column, stride)]
            if code >= HEAD:
                code = OWN if code == HEAD + seat else OTHER
            words[number // CELLS_PER_WORD] |= int(code) << 2 * (number % CELLS_PER_WORD)


@kernel
def add(table: Record, slot: int) -> None:
    """Keep the position that was looked up last in this free slot, all moves worth nothing."""
    table["used"][slot] = 1
    for word in range(2):
        table["words"][slot, word] = table["scratch"][word]
    for move in range(4):
        table["values"][slot, move] = 0.0


@kernel
def best_move(table: Record, slot: int, state: AnyState, seat: int) -> int:
    """Of the moves to empty cells the one that is worth most; NO_MOVE if there is none."""
    best, most = NO_MOVE, -np.inf
    for move in ORDER:
        if is_free(state, seat, move):
            value = table["values"][slot, move] if table["used"][slot] else 0.0
            if value >= most:
                best, most = move, value
    return best


@kernel
def is_free(state: AnyState, seat: int, move: int) -> bool:
    """Whether a move leads to a cell that is empty now."""
    there = state["riders"][seat] + offset(move, state["stride"])
    return bool(state["cells"][there] == EMPTY)


def filled_slots(table: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """What was learned, without the empty slots: the positions and what their moves are worth."""
    used = np.flatnonzero(table["used"][0])
    values = table["values"][0, used].astype(np.float32)
    return {"words": table["words"][0, used], "values": values}


def table_of(side: int, words: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    """A table of these positions, with as many slots again, at least."""
    if len(words) != len(values):
        raise SettingsError(f"expected as many values as words, got {len(values)} and {len(words)}")
    slots = 1 << (2 * len(words)).bit_length()
    table = np.zeros(1, table_type(slots))
    table["side"] = side
    order = (words[:, 0] % PRIME * FACTORS[0] + words[:, 1] % PRIME * FACTORS[1]) % PRIME % slots
    taken = table["used"][0]
    for number, first in enumerate(order.tolist()):
        slot = first
        while taken[slot]:
            slot = (slot + 1) % slots
        taken[slot] = 1
        table["words"][0, slot] = words[number]
        table["values"][0, slot] = values[number]
    return table
