"""Action mask at play time: no step into a region that certainly cannot be left.

The region behind a step is the set of free cells that the head can reach from there. Each round in
a region of n cells takes one of them, so the snake must leave it within n rounds, through a cell at
its edge that the body has left by then. A step is masked if no part of the body around the region,
or around the head, is gone after n rounds, unless the region contains all free cells: the game may
end there. Fatal steps are masked, too; if all steps are masked, none is. The condition is necessary
for leaving the region, not sufficient: masked steps lose, others may lose as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.snake.rules import APPLE, BODY, is_open
from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots_dqn.views import move_of

if TYPE_CHECKING:
    from gridbots.game import AnyState

FREE: Final = 0
NEVER: Final = 1 << 30
"""Rounds until a wall is gone."""


@kernel
def mark_lost(observation: AnyState, lost: Any) -> None:
    """Write 1 for each move that is masked: it is fatal, or enters a region without an exit."""
    masked = 0
    for move in range(4):
        lost[move] = not is_open(observation, move) or not may_escape(observation, move)
        masked += lost[move]
    if masked == 4:
        lost[:] = 0


@kernel
def mask_values(states: Any, live: Any, values: Any, is_relative: bool) -> None:  # noqa: FBT001  kernels have no keywords
    """Set the values of masked actions to -inf; row k of values is for live[k]."""
    lost = np.zeros(4, np.uint8)
    for row in range(len(live)):
        state = states[live[row]]
        mark_lost(state, lost)
        for action in range(values.shape[1]):
            if lost[move_of(action, state["heading"], is_relative)]:
                values[row, action] = -np.inf


@kernel
def may_escape(observation: AnyState, move: int) -> bool:
    head, stride = observation["head"], observation["stride"]
    there = head + offset(move, stride)
    eats = observation["cells"][there] == APPLE
    rounds = rounds_to_go(observation, eats)
    rounds[there] = NEVER
    region, earliest = flood(rounds, there, stride)
    free = observation["width"] * observation["height"] - observation["length"] - eats
    return bool(earliest <= region or region == free)


@kernel
def rounds_to_go(observation: AnyState, eats: bool) -> Any:  # noqa: FBT001  kernels have no keywords
    """By cell, after a step: rounds until it is free; FREE if it is free now.

    The step itself frees the tail, unless the snake eats.
    """
    stride, cells = observation["stride"], observation["cells"]
    rounds = np.full(stride * (observation["height"] + 2), NEVER)
    for row in range(1, observation["height"] + 1):
        rounds[row * stride + 1 : (row + 1) * stride - 1] = FREE
    here, left = observation["tail"], 1 if eats else 0
    while here != observation["head"]:
        rounds[here] = left
        here += offset(cells[here] - BODY, stride)
        left += 1
    rounds[here] = left
    return rounds


@kernel
def flood(rounds: Any, start: int, stride: int) -> tuple[int, int]:
    """Count the free cells connected with a cell, without it; and the rounds until an exit opens.

    The latter is the minimum over the body parts around the region and around the start.
    """
    seen = np.zeros(len(rounds), np.bool_)
    queue = np.empty(len(rounds), np.int64)
    queue[0], count, at, earliest = start, 1, 0, NEVER
    seen[start] = True
    while at < count:
        for direction in range(4):
            beside = queue[at] + offset(direction, stride)
            if rounds[beside] != FREE:
                earliest = min(earliest, rounds[beside])
            elif not seen[beside]:
                seen[beside] = True
                queue[count] = beside
                count += 1
        at += 1
    return count - 1, earliest
