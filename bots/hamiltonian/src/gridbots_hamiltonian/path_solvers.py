"""path-greedy and hamilton: chuyangliu's solvers, based on shortest and longest paths."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import BODY, EMPTY, HEAD, is_open
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, apart, offset
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cycles import CYCLE, ahead, lay_zig_zag, number, squares
from gridbots_hamiltonian.paths import WORK, find_longest, find_shortest

Record = Any
"""An observation of Snake, a memory, or a workspace."""
Cells = Any
"""The padded cells of a board."""

MEMORY: Final = np.dtype(
    [
        ("no_shortcuts", "u1"),  # 1: follows the cycle and never leaves it
        *CYCLE,
    ]
)
ORDER: Final = (LEFT, UP, RIGHT, DOWN)
"""Order in which moves away from the apple are tried."""


def hamilton(*, no_shortcuts: bool = False) -> Remembering:
    opening = np.zeros(1, MEMORY)
    opening["no_shortcuts"] = no_shortcuts
    return Remembering(choose_hamilton, opening)


@kernel
def choose_greedy(observation: Record, seat: int, generator: Any) -> int:  # noqa: ARG001
    """Follow the shortest path to the apple if a long path leads from there to the tail.

    Otherwise follow a long path to the tail. If no path leads there, move away from the apple.
    """
    return greedy_move(observation, generator, np.empty(1, WORK))


@kernel
def greedy_move(observation: Record, generator: Any, works: Any) -> int:
    """The same; the workspace is passed in an array, which keeps it alive."""
    work, cells, stride = works[0], observation["cells"], observation["stride"]
    head, heading, apple = observation["head"], observation["heading"], observation["apple"]
    steps = find_shortest(cells, head, heading, apple, stride, generator, work)
    if steps > 0:
        first = work["path"][0]
        if observation["length"] + 1 == squares(observation):
            return int(first)
        if keeps_tail(observation, steps, generator, work):
            return int(first)
    if find_longest(cells, head, heading, observation["tail"], stride, generator, work) > 1:
        return int(work["path"][0])
    return away(observation)


@kernel
def keeps_tail(observation: Record, steps: int, generator: Any, work: Record) -> bool:
    """Whether the tail is more than one step away after the apple is eaten along the path.

    Overwrites the path in the workspace.
    """
    cells, stride = observation["cells"].copy(), observation["stride"]
    head, tail, heading = observation["head"], observation["tail"], observation["heading"]
    for step in range(steps):
        heading = work["path"][step]
        cells[head] = BODY + heading
        head += offset(heading, stride)
        cells[head] = HEAD
        if step < steps - 1:  # The tail stays with the last step, which eats.
            next_move = offset(cells[tail] - BODY, stride)
            cells[tail] = EMPTY
            tail += next_move
    return find_longest(cells, head, heading, tail, stride, generator, work) > 1


@kernel
def away(observation: Record) -> int:
    """Fallback: the surviving move that leads farthest from the apple; else straight on."""
    best, farthest = int(observation["heading"]), -1
    for move in ORDER:
        target = observation["head"] + offset(move, observation["stride"])
        distance = apart(target, observation["apple"], observation["stride"])
        if is_open(observation, move) and distance > farthest:
            best, farthest = move, distance
    return best


@kernel
def choose_hamilton(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """The next step of a cycle, or the first step of the shortest path if it is a shortcut."""
    if memory["is_open"] == 0:
        lay_cycle(observation, generator, memory, np.empty(1, WORK))
    if memory["no_shortcuts"] != 0 or 2 * observation["length"] >= squares(observation):
        return int(memory["next_move"][observation["head"]])
    return shortcut(observation, generator, memory, np.empty(1, WORK))


@kernel
def shortcut(observation: Record, generator: Any, memory: Record, works: Any) -> int:
    """The first step of the shortest path if it is a shortcut on the cycle, else the cycle's."""
    work, apple, tail = works[0], observation["apple"], observation["tail"]
    head, stride, count = observation["head"], observation["stride"], squares(observation)
    next_move, heading = int(memory["next_move"][head]), observation["heading"]
    steps = find_shortest(observation["cells"], head, heading, apple, stride, generator, work)
    if steps == 0:
        return next_move
    between = abs(memory["order"][apple] - memory["order"][tail])
    if steps == 1 and between == 1:
        return next_move
    move = int(work["path"][0])
    reached = ahead(memory, tail, head + offset(move, stride), count)
    if ahead(memory, tail, head, count) < reached <= ahead(memory, tail, apple, count):
        return move
    return next_move


@kernel
def lay_cycle(observation: Record, generator: Any, memory: Record, works: Any) -> None:
    """Write the cycle: the longest path from the head to the tail, continued along the body.

    If it does not contain all squares, write the zig-zag.
    """
    work, cells, stride = works[0], observation["cells"], observation["stride"]
    head, tail, next_move = observation["head"], observation["tail"], memory["next_move"]
    next_move[:] = NO_MOVE
    heading = observation["heading"]
    steps = find_longest(cells, head, heading, tail, stride, generator, work)
    here = head
    for step in range(steps):
        next_move[here] = work["path"][step]
        here += offset(next_move[here], stride)
    here = tail
    while here != head:
        next_move[here] = cells[here] - BODY
        here += offset(next_move[here], stride)
    if steps + observation["length"] - 1 == squares(observation):
        number(observation, memory)
    else:
        lay_zig_zag(observation, memory)
