"""zig-zag, fixed and phc: solvers that follow a Hamiltonian cycle.

zig-zag and fixed never leave it. phc, a perturbed Hamiltonian cycle (J. Tapsell, 2015), takes
shortcuts on the zig-zag. Its body lies on the cycle behind the head, with gaps. As long as a
shortcut stays behind the tail on the cycle, the head can always continue along the cycle. Some
squares are kept as a reserve: each apple takes one, because the tail stops when it is eaten.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cycles import CYCLE, ahead, lay_random, lay_zig_zag, move_at_head, squares

Record = Any
"""An observation of Snake, or a memory."""

MEMORY: Final = np.dtype(CYCLE)


def fixed() -> Remembering:
    return Remembering(choose_fixed, np.zeros(1, MEMORY))


@kernel
def choose_zig_zag(observation: Record, seat: int, generator: Any) -> int:  # noqa: ARG001  no chance
    """The next step of the zig-zag."""
    return move_at_head(observation)


@kernel
def choose_fixed(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The next step of a random cycle, drawn at the opening."""
    if memory["is_open"] == 0:
        lay_random(observation, generator, memory)
    return int(memory["next_move"][observation["head"]])


RESERVE: Final = 3
"""Squares kept free before the tail; with fewer, an apple on the way may take the last one."""
FEW: Final = 4
"""Apples that may appear before the tail. The reserve is larger if fewer than a quarter of the
free squares lie between the apple and the tail."""
LARGE_RESERVE: Final = 10


def phc() -> Remembering:
    return Remembering(choose_phc, np.zeros(1, MEMORY))


@kernel
def choose_phc(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The step that leads farthest along the cycle within the longest safe shortcut.

    Once the snake fills more than half of the board, it follows the cycle.
    """
    if memory["is_open"] == 0:
        lay_zig_zag(observation, memory)
    head, stride, count = observation["head"], observation["stride"], squares(observation)
    best, farthest = int(memory["next_move"][head]), 0
    if 2 * observation["length"] > count:
        return best
    longest = longest_cut(observation, memory)
    for move in range(4):
        if is_open(observation, move):
            distance = ahead(memory, head, head + offset(move, stride), count)
            if farthest < distance <= longest:
                best, farthest = move, distance
    return best


@kernel
def longest_cut(observation: Record, memory: Record) -> int:
    """Longest safe shortcut: the most squares along the cycle that a step may skip to."""
    head, count = observation["head"], squares(observation)
    to_apple = ahead(memory, head, observation["apple"], count)
    to_tail = ahead(memory, head, observation["tail"], count)
    if to_tail == 0:
        to_tail = count
    longest = min(to_apple, to_tail - RESERVE)
    if to_apple < to_tail:
        longest -= 1
        if FEW * (to_tail - to_apple) > count - observation["length"]:
            longest -= LARGE_RESERVE
    return int(longest)
