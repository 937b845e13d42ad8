"""path-greedy and hamilton: chuyangliu's solvers, made of shortest and longest paths."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.games.snake.rules import BODY, EMPTY, HEAD, is_open
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, apart, offset
from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cycles import CYCLE, ahead, lay_zig_zag, number, squares
from gridbots_hamiltonian.paths import ROOM, find_longest, find_shortest

Record = Any
"""An observation of Snake, a memory, or a room."""
Cells = Any
"""The padded cells of a board."""

MEMORY: Final = np.dtype(
    [
        ("no_shortcuts", "u1"),  # 1: follows the cycle and never leaves it
        *CYCLE,
    ]
)
ORDER: Final = (LEFT, UP, RIGHT, DOWN)
"""In which the moves away from the apple are looked at."""


def hamilton(*, no_shortcuts: bool = False) -> Remembering:
    opening = np.zeros(1, MEMORY)
    opening["no_shortcuts"] = no_shortcuts
    return Remembering(choose_hamilton, opening)


@kernel
def choose_greedy(observation: Record, seat: int, generator: Any) -> int:  # noqa: ARG001
    """The shortest path to the apple if a long one leads on to the tail, else a long one there.

    Without either, away from the apple.
    """
    return greedy_move(observation, generator, np.empty(1, ROOM))


@kernel
def greedy_move(observation: Record, generator: Any, rooms: Any) -> int:
    """The same, in a room that comes in an array: a record alone would not keep it in memory."""
    room, cells, stride = rooms[0], observation["cells"], observation["stride"]
    head, heading, apple = observation["head"], observation["heading"], observation["apple"]
    steps = find_shortest(cells, head, heading, apple, stride, generator, room)
    if steps > 0:
        first = room["path"][0]
        if observation["length"] + 1 == squares(observation):
            return int(first)
        if keeps_tail(observation, steps, generator, room):
            return int(first)
    if find_longest(cells, head, heading, observation["tail"], stride, generator, room) > 1:
        return int(room["path"][0])
    return away(observation)


@kernel
def keeps_tail(observation: Record, steps: int, generator: Any, room: Record) -> bool:
    """Whether more than one step leads to the tail, once the apple has been eaten along the path.

    The path in the room is lost.
    """
    cells, stride = observation["cells"].copy(), observation["stride"]
    head, tail, heading = observation["head"], observation["tail"], observation["heading"]
    for step in range(steps):
        heading = room["path"][step]
        cells[head] = BODY + heading
        head += offset(heading, stride)
        cells[head] = HEAD
        if step < steps - 1:  # The tail stays with the last step, which eats.
            onward = offset(cells[tail] - BODY, stride)
            cells[tail] = EMPTY
            tail += onward
    return find_longest(cells, head, heading, tail, stride, generator, room) > 1


@kernel
def away(observation: Record) -> int:
    """Fallback: the move that is survived and leads farthest from the apple; else straight on."""
    best, farthest = int(observation["heading"]), -1
    for move in ORDER:
        target = observation["head"] + offset(move, observation["stride"])
        distance = apart(target, observation["apple"], observation["stride"])
        if is_open(observation, move) and distance > farthest:
            best, farthest = move, distance
    return best


@kernel
def choose_hamilton(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """On along a cycle, or a first step of the shortest path that is a shortcut on it."""
    if memory["is_open"] == 0:
        lay_cycle(observation, generator, memory, np.empty(1, ROOM))
    if memory["no_shortcuts"] != 0 or 2 * observation["length"] >= squares(observation):
        return int(memory["onward"][observation["head"]])
    return shortcut(observation, generator, memory, np.empty(1, ROOM))


@kernel
def shortcut(observation: Record, generator: Any, memory: Record, rooms: Any) -> int:
    """A first step of the shortest path that is a shortcut on the cycle, or on along it."""
    room, apple, tail = rooms[0], observation["apple"], observation["tail"]
    head, stride, count = observation["head"], observation["stride"], squares(observation)
    onward, heading = int(memory["onward"][head]), observation["heading"]
    steps = find_shortest(observation["cells"], head, heading, apple, stride, generator, room)
    if steps == 0:
        return onward
    between = abs(memory["order"][apple] - memory["order"][tail])
    if steps == 1 and between == 1:
        return onward
    move = int(room["path"][0])
    reached = ahead(memory, tail, head + offset(move, stride), count)
    if ahead(memory, tail, head, count) < reached <= ahead(memory, tail, apple, count):
        return move
    return onward


@kernel
def lay_cycle(observation: Record, generator: Any, memory: Record, rooms: Any) -> None:
    """The longest path from the head to the tail, and on along the body; if that is no cycle
    through all squares, the zig-zag.
    """
    room, cells, stride = rooms[0], observation["cells"], observation["stride"]
    head, tail, onward = observation["head"], observation["tail"], memory["onward"]
    onward[:] = NO_MOVE
    heading = observation["heading"]
    steps = find_longest(cells, head, heading, tail, stride, generator, room)
    here = head
    for step in range(steps):
        onward[here] = room["path"][step]
        here += offset(onward[here], stride)
    here = tail
    while here != head:
        onward[here] = cells[here] - BODY
        here += offset(onward[here], stride)
    if steps + observation["length"] - 1 == squares(observation):
        number(observation, memory)
    else:
        lay_zig_zag(observation, memory)
