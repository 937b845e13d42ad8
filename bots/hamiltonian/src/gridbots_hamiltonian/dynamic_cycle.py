"""dhcr: a dynamic Hamiltonian cycle that is repaired to contain the shortest path to the apple.

(1) The body lies on the cycle, each part one step behind the next. While it does, following the
    cycle never fails.
(2) Let the cycle lead from the head a to b, and let t be another free neighbour of a. Replacing the
    steps a -> b and c -> t, where c is the square before t, by a -> t leaves out the squares from
    b to c. If c and b are neighbours, these squares form a separate loop. All of them are free,
    because the body lies behind a.
(3) A loop with a step x -> y and a cycle with a step u -> v, where x is next to v and u next to y,
    become one cycle with u -> y and x -> v instead. If no body is on u and v, (1) still holds.
The solver leaves the cycle if (2) and (3) are possible; if not, it follows the cycle.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import APPLE, EMPTY
from gridbots.grid import CAPACITIES, DOWN, LEFT, RIGHT, UP, offset
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cells import direction_to
from gridbots_hamiltonian.cycles import CYCLE, ahead, lay_zig_zag, number, squares
from gridbots_hamiltonian.heap import pop, push

Record = Any
"""An observation of Snake, a memory, or a workspace."""

MEMORY: Final = np.dtype(
    [
        ("hungry", "i4"),  # rounds since the length last grew
        ("length", "i4"),  # of the last round
        ("breaks_loops", "u1"),  # 1: follows the cycle when it has been hungry for long
        *CYCLE,
    ]
)
_SQUARES: Final = (max(CAPACITIES),)
WORK: Final = np.dtype(
    [
        ("heap", "i8", (4 * max(CAPACITIES),)),
        ("cost", "i8", _SQUARES),
        ("previous", "i2", _SQUARES),
    ]
)
STEP_COST: Final = 1_000_000
"""More than the distances along the cycle can add up to on a path."""
FAR: Final = 1 << 60
ORDER: Final = (UP, DOWN, LEFT, RIGHT)
"""Order in which neighbours are searched; it decides between equal paths."""
PATIENCE: Final = 2
"""Rounds without an apple, per square of the board, before a loop is broken: one round of the
cycle passes every square."""


def policy(*, breaks_loops: bool = False) -> Remembering:
    opening = np.zeros(1, MEMORY)
    opening["breaks_loops"] = breaks_loops
    return Remembering(choose, opening)


@kernel
def choose(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The first step of the shortest path if the cycle can be repaired, else the cycle's."""
    if memory["is_open"] == 0:
        lay_zig_zag(observation, memory)
    head, stride = observation["head"], observation["stride"]
    if not is_in_loop(observation, memory):
        wanted = first_step(observation, memory, np.empty(1, WORK))
        if wanted != 0 and wanted != head + offset(memory["next_move"][head], stride):
            repair(observation, memory, head, wanted)
    return int(memory["next_move"][head])


@kernel
def is_in_loop(observation: Record, memory: Record) -> bool:
    """Whether the snake is in a livelock: it has eaten nothing for a long time."""
    memory["hungry"] += 1
    if observation["length"] != memory["length"]:
        memory["length"] = observation["length"]
        memory["hungry"] = 0
    patience = PATIENCE * squares(observation)
    return bool(memory["breaks_loops"] != 0 and memory["hungry"] > patience)


@kernel
def first_step(observation: Record, memory: Record, works: Any) -> int:
    """The first square of the shortest path to the apple, by A*; 0 if no path leads there.

    Among equally short paths, the one whose squares lie nearest before the apple on the cycle. The
    workspace is passed in an array, which keeps it alive; a record alone would not.
    """
    work = works[0]
    cells, stride, count = observation["cells"], observation["stride"], squares(observation)
    head, apple, cost, heap = observation["head"], observation["apple"], work["cost"], work["heap"]
    for square in range((observation["height"] + 2) * stride):
        cost[square] = FAR
    cost[head] = 0
    waiting = push(heap, 0, bound(head, apple, stride), head)
    while waiting > 0:
        here = pop(heap, waiting)
        waiting -= 1
        if here == apple:
            return start_of(work, head, apple)
        for move in ORDER:
            there = here + offset(move, stride)
            if cells[there] == EMPTY or cells[there] == APPLE:
                total = cost[here] + STEP_COST + ahead(memory, there, apple, count)
                if total < cost[there]:
                    cost[there] = total
                    work["previous"][there] = here
                    key = total + bound(there, apple, stride)
                    waiting = push(heap, waiting, key, there)
    return 0


@kernel
def bound(here: int, there: int, stride: int) -> int:
    rows = abs(here // stride - there // stride)
    return int(STEP_COST * (rows + abs(here % stride - there % stride)))


@kernel
def start_of(work: Record, head: int, target: int) -> int:
    here = target
    while work["previous"][here] != head:
        here = work["previous"][here]
    return int(here)


@kernel
def repair(observation: Record, memory: Record, head: int, wanted: int) -> None:
    """Repair the cycle to lead from the head to a neighbour, if (2) and (3) are possible."""
    stride, next_move = observation["stride"], memory["next_move"]
    first = head + offset(next_move[head], stride)
    last = before(memory, wanted, stride)
    if abs(first - last) != 1 and abs(first - last) != stride:
        return
    count = squares(observation)
    length = ahead(memory, first, last, count) + 1
    here = first
    for step in range(length):
        there = first if step == length - 1 else here + offset(next_move[here], stride)
        if splice(observation, memory, first, length, here, there):
            if here != last:
                next_move[last] = direction_to(last, first, stride)
            next_move[head] = direction_to(head, wanted, stride)
            number(observation, memory)
            return
        here = there


@kernel
def before(memory: Record, square: int, stride: int) -> int:
    """Predecessor of a square on the cycle."""
    for move in range(4):
        neighbour = square - offset(move, stride)
        if memory["next_move"][neighbour] == move:
            return neighbour
    return 0


@kernel
def splice(  # noqa: PLR0913, PLR0917  a loop and a step of it
    observation: Record, memory: Record, first: int, length: int, here: int, there: int
) -> bool:
    """Try to splice the loop into the rest of the cycle at its step here -> there.

    The loop has `length` squares along the cycle, starting at `first`. The right-hand side is tried
    first.
    """
    cells, stride, next_move = observation["cells"], observation["stride"], memory["next_move"]
    direction = direction_to(here, there, stride)
    count = squares(observation)
    for side in ((direction + 1) % 4, (direction + 3) % 4):
        start, end = there + offset(side, stride), here + offset(side, stride)
        if cells[start] not in (EMPTY, APPLE) or cells[end] not in (EMPTY, APPLE):
            continue
        if next_move[start] != (direction ^ 2) or ahead(memory, first, start, count) < length:
            continue
        next_move[start] = side ^ 2
        next_move[here] = side
        return True
    return False
