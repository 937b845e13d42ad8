"""Action mask at play time: no step into a region that surely cannot be left.

Behind a step lies a region: the free cells to which there is a way from the head. While the snake
is in it, each round takes one of its cells; so with n cells it has to get out within n rounds, by a
cell at its edge that the body has left by then. A step is masked if no part of the body around the
region, or around the head, will have gone after n rounds, unless all free cells are in the region:
then the game may end there. Fatal steps are masked too; if all are masked, none is. This is
necessary for getting out, not sufficient: what is masked is lost, what is not may be lost too.
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
"""Rounds after which a wall will have gone."""


@kernel
def mark_lost(observation: AnyState, lost: Any) -> None:
    """Write by move whether it is masked, 1 if it is: it is fatal, or leads where no way is out."""
    masked = 0
    for move in range(4):
        lost[move] = not is_open(observation, move) or not may_get_out(observation, move)
        masked += lost[move]
    if masked == 4:
        lost[:] = 0


@kernel
def bar_lost(states: Any, live: Any, values: Any, is_relative: bool) -> None:  # noqa: FBT001  kernels have no keywords
    """Make actions that are masked worth nothing; row k of values is of live[k]."""
    lost = np.zeros(4, np.uint8)
    for row in range(len(live)):
        state = states[live[row]]
        mark_lost(state, lost)
        for action in range(values.shape[1]):
            if lost[move_of(action, state["heading"], is_relative)]:
                values[row, action] = -np.inf


@kernel
def may_get_out(observation: AnyState, move: int) -> bool:
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
    """By cell, after a step: in how many rounds what is there will have gone; FREE if nothing is.

    The step itself takes the tail away, unless it eats.
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
    """How many free cells hang together with this one, without it; and when a way out opens.

    That is the least number of rounds in which something around them, or around the start, goes.
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
