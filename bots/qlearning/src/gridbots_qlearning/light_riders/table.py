"""Q-table of Light Riders: a hash table of positions with the value of each move.

The key of a position is two integers with two bits for each cell: empty, wall, own head, other
head. It is the same from either seat, and exact for boards of up to 62 cells. The table uses open
addressing: a position is in its hash slot, or in the next slot that was free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots.games.light_riders.rules import EMPTY, HEAD
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, index_of, offset
from gridbots.kernel import kernel
from gridbots.space import MOST_HEADS, WORKSPACE, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import AnyState
    from gridbots.space import Record

ORDER: Final = (UP, LEFT, RIGHT, DOWN)
"""Order of moves; the last of equal ones is chosen, as in the program behind the paper."""
OWN: Final = 2
OTHER: Final = 3
"""Codes of heads; EMPTY and WALL are their own codes."""
CELLS_PER_WORD: Final = 31
MOST_CELLS: Final = 2 * CELLS_PER_WORD
PRIME: Final = 2_147_483_647
FACTORS: Final = (48_271, 69_621)
"""Multipliers of the hash function (S. K. Park and K. W. Miller, 1988)."""


def table_type(slots: int) -> np.dtype[Any]:
    """Record of a table; it should hold fewer positions than slots."""
    return np.dtype(
        [
            ("words", "i8", (slots, 2)),  # keys of the positions
            ("values", "f8", (slots, 4)),  # Q-values of the moves
            ("used", "u1", (slots,)),
            ("scratch", "i8", (2,)),  # key of the position to look up
            ("side", "i8"),  # rows and columns of its board
        ]
    )


@kernel
def slot_of(table: Record, state: AnyState, seat: int) -> int:
    """The slot of a position, or the free slot where it belongs."""
    words = table["scratch"]
    write_words(words, state, seat)
    slots = len(table["used"])
    hashed = words[0] % PRIME * FACTORS[0] + words[1] % PRIME * FACTORS[1]
    slot = hashed % PRIME % slots
    while table["used"][slot] and not is_at(table, slot):
        slot = (slot + 1) % slots
    return int(slot)


@kernel
def is_at(table: Record, slot: int) -> bool:
    """Whether the slot holds the position to look up."""
    mine, words = table["words"][slot], table["scratch"]
    return bool(mine[0] == words[0] and mine[1] == words[1])


@kernel
def write_words(words: Any, state: AnyState, seat: int) -> None:
    stride = state["stride"]
    words[0] = words[1] = 0
    for row in range(state["height"]):
        for column in range(state["width"]):
            number = int(row * state["width"] + column)  # Narrow integers would overflow below.
            code = state["cells"][index_of(row, column, stride)]
            if code >= HEAD:
                code = OWN if code == HEAD + seat else OTHER
            words[number // CELLS_PER_WORD] |= int(code) << 2 * (number % CELLS_PER_WORD)


@kernel
def add(table: Record, slot: int) -> None:
    """Store the position that was looked up last in a free slot, with Q-values of 0."""
    table["used"][slot] = 1
    for word in range(2):
        table["words"][slot, word] = table["scratch"][word]
    for move in range(4):
        table["values"][slot, move] = 0.0


@kernel
def best_move(table: Record, slot: int, state: AnyState, seat: int) -> int:
    """The move to an empty cell with the highest Q-value; NO_MOVE if there is none."""
    best, most = NO_MOVE, -np.inf
    for move in ORDER:
        if is_free(state, seat, move):
            value = table["values"][slot, move] if table["used"][slot] else 0.0
            if value >= most:
                best, most = move, value
    return best


@kernel
def is_free(state: AnyState, seat: int, move: int) -> bool:
    """Whether a move leads to an empty cell."""
    there = state["riders"][seat] + offset(move, state["stride"])
    return bool(state["cells"][there] == EMPTY)


def filled_slots(table: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The filled slots: keys and Q-values."""
    used = np.flatnonzero(table["used"][0])
    values = table["values"][0, used].astype(np.float32)
    return {"words": table["words"][0, used], "values": values}


def table_of(side: int, words: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    """A table of these positions, at most half full."""
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


@kernel
def choose_by_table(table: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  deterministic
    """Greedy move by the Q-table; without an entry, the move to the largest territory."""
    side = table["side"]
    fits = observation["width"] == side and observation["height"] == side
    if fits and observation["seats"] == 2:
        slot = slot_of(table, observation, seat)
        if table["used"][slot]:
            return best_move(table, slot, observation, seat)
    return move_to_most_space(observation, seat)


@kernel
def move_to_most_space(observation: AnyState, seat: int) -> int:
    """The move to the empty cell with the largest Voronoi territory."""
    return _most_space_in(observation, seat, np.empty(1, WORKSPACE))


@kernel
def _most_space_in(observation: AnyState, seat: int, scratches: Any) -> int:
    # The scratch is in an array: in compiled code a record does not keep its memory alive.
    heads, scratch = np.full(MOST_HEADS, -1, np.int32), scratches[0]
    for other in range(observation["seats"]):
        if observation["eliminated"][other] == 0:
            heads[other] = observation["riders"][other]
    best, most = NO_MOVE, -1
    for move in ORDER:
        if is_free(observation, seat, move):
            stride = observation["stride"]
            heads[seat] = observation["riders"][seat] + offset(move, stride)
            spread(observation["cells"], heads, observation["seats"], stride, scratch)
            if scratch["counts"][1 << seat] >= most:
                best, most = move, scratch["counts"][1 << seat]
    return best
