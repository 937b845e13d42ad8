"""phc: a perturbed Hamiltonian cycle, the zig-zag with shortcuts (J. Tapsell, 2015).

The body lies on the cycle behind the head, though with gaps. So long as a step along a shortcut
stays behind the tail on the cycle, the head can always go on along the cycle. Some squares are kept
as a reserve, for each apple takes one, and the tail stops where one is eaten.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import is_open
from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cycles import CYCLE, ahead, lay_zig_zag, squares

Record = Any
"""An observation of Snake, or a memory."""

MEMORY: Final = np.dtype(CYCLE)

RESERVE: Final = 3
"""Squares left free before the tail: with fewer, an apple on the way may take the last one."""
FEW: Final = 4
"""Apples that may appear before the tail: a larger reserve is kept if a quarter of the free
squares is not as many as lie between the apple and the tail."""
LARGE_RESERVE: Final = 10


def policy() -> Remembering:
    return Remembering(choose, np.zeros(1, MEMORY))


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The step that leads farthest along the cycle within the longest cut that is safe.

    Filling more than half the board, the snake follows the cycle.
    """
    if memory["is_open"] == 0:
        lay_zig_zag(observation, memory)
    head, stride, count = observation["head"], observation["stride"], squares(observation)
    best, farthest = int(memory["onward"][head]), 0
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
    """Longest safe shortcut: how far along the cycle a step may lead."""
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
