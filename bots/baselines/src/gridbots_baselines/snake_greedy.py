"""greedy for Snake: goes to the apple by the shortest way, and looks one step ahead for safety."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.game.chance import below
from gridbots.games.snake.rules import is_open
from gridbots.grid import NO_MOVE, column_of, offset, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def choose(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  there is one seat
    """Of the steps that are survived, one that leads nearest to the apple, all equally likely.

    The distance is counted in rows and columns, whatever lies between. NO_MOVE if none is survived.
    """
    best_move, best_distance, equal = NO_MOVE, 0, 0
    for move in range(4):
        if not is_open(observation, move):
            continue
        distance = distance_to_apple(observation, move)
        if best_move == NO_MOVE or distance < best_distance:
            best_move, best_distance, equal = move, distance, 1
        elif distance == best_distance:
            equal += 1
            if below(generator, equal) == 0:
                best_move = move
    return best_move


@kernel
def distance_to_apple(observation: State, move: int) -> int:
    """Rows and columns between the cell of a step and the apple."""
    stride, apple = observation["stride"], observation["apple"]
    target = observation["head"] + offset(move, stride)
    rows = row_of(apple, stride) - row_of(target, stride)
    columns = column_of(apple, stride) - column_of(target, stride)
    return int(abs(rows) + abs(columns))
