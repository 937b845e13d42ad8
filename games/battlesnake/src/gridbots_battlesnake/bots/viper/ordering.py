"""Move ordering of viper: hash moves, then killer moves.

A hash move was the best move of the same position in a shallower search. A position is identified
by the moves that led to it, so no board is hashed; in this game few positions are reached in two
ways. A killer move was the last best move of another position at the same ply.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_battlesnake.bots.viper.options import MOST_DEPTH
from gridbots_battlesnake.settings import MOST_SEATS

Record = Any

PLACES: Final = 1 << 14
"""Size of the hash tables, for moves of the snake and of the others."""
MASK: Final = 0x7FFF_FFFF
"""Mask of keys: the product of two keys fits into a word, in Python and compiled."""
FIRST_KEY: Final = 1
"""Key of the root position."""

ORDER: Final = np.dtype(
    [
        ("own_keys", "i4", (PLACES,)),
        ("own_moves", "i1", (PLACES,)),
        ("reply_keys", "i4", (PLACES,)),
        ("replies", "i1", (PLACES,)),  # joint moves, two bits for each replier
        ("good", "i8", (MOST_DEPTH,)),  # killer moves of the snake
        ("killers", "i8", (MOST_DEPTH, MOST_SEATS)),  # and of the others
    ]
)


@kernel
def forget(order: Record) -> None:
    """Clear the tables, so that earlier searches do not influence the next one."""
    order["own_keys"][:] = 0
    order["reply_keys"][:] = 0
    order["good"][:] = NO_MOVE
    order["killers"][:] = NO_MOVE


@kernel
def next_key(ply: Record) -> int:
    """The key of the position after the current joint move."""
    return mixed(_key_of_own(ply), joint_reply(ply))


@kernel
def mixed(key: int, word: int) -> int:
    """A step of a linear congruential generator with the constants of ANSI C."""
    return (((key + word) & MASK) * 1103515245 + 12345) & MASK


@kernel
def _place(key: int) -> int:
    """The table index of a key, from its high bits; the low bits are less random."""
    return (key >> 16) & (PLACES - 1)


@kernel
def _key_of_own(ply: Record) -> int:
    """The key of a position with the current own move."""
    return mixed(ply["key"], 1 + ply["own"][ply["own_at"]])


@kernel
def joint_reply(ply: Record) -> int:
    """The moves of the repliers, as one number."""
    joint = 0
    for number in range(ply["replier_count"]):
        joint = 4 * joint + ply["moves"][ply["repliers"][number]]
    return int(joint)


@kernel
def order_own(order: Record, ply: Record, depth: int) -> None:
    put_first(order["good"][depth], ply["own"], ply["own_count"])
    place = _place(ply["key"])
    if order["own_keys"][place] == ply["key"]:
        put_first(order["own_moves"][place], ply["own"], ply["own_count"])


@kernel
def order_killers(order: Record, ply: Record, depth: int) -> None:
    for number in range(ply["replier_count"]):
        killer = order["killers"][depth, ply["repliers"][number]]
        put_first(killer, ply["replies"][number], ply["reply_counts"][number])


@kernel
def order_replies(order: Record, ply: Record) -> None:
    """Put the hash replies to the current own move first."""
    key = _key_of_own(ply)
    place = _place(key)
    if order["reply_keys"][place] == key:
        joint = order["replies"][place]
        for number in range(ply["replier_count"] - 1, -1, -1):
            put_first(joint & 3, ply["replies"][number], ply["reply_counts"][number])
            joint >>= 2


@kernel
def put_first(move: int, moves: Any, count: int) -> None:
    """Swap a move, if it is in the list, with the first one."""
    for number in range(1, count):
        if moves[number] == move:
            moves[number] = moves[0]
            moves[0] = move


@kernel
def keep_own(order: Record, ply: Record, depth: int) -> None:
    """Remember the best move of a finished ply."""
    place = _place(ply["key"])
    order["good"][depth] = ply["best_move"]
    order["own_keys"][place] = ply["key"]
    order["own_moves"][place] = ply["best_move"]


@kernel
def keep_replies(order: Record, ply: Record, depth: int) -> None:
    """Remember the current replies, which are the best ones to the own move so far."""
    for number in range(ply["replier_count"]):
        other = ply["repliers"][number]
        order["killers"][depth, other] = ply["moves"][other]
    key = _key_of_own(ply)
    place = _place(key)
    order["reply_keys"][place] = key
    order["replies"][place] = joint_reply(ply)
