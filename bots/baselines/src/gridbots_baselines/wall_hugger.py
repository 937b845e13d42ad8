"""wall-hugger: rides along walls, and never into the smaller of two separated regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots import Bot, BotType
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.settings import Settings

TURNS: Final = (1, 0, 3, 2)
"""Right, straight on, left, back: the first of equal cells is chosen, so the bot follows walls on
its right."""
AROUND: Final = 5
"""Weight of a free cell against a wall; more than a cell has neighbours."""


class WallHuggerBot(Bot):
    stays = True

    def __init__(self, game: Game, options: Settings) -> None:
        pass

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  no time needed
        """The free neighbour with the most free space; among equals, the one with most walls."""
        cells, stride = observation["cells"].tobytes(), int(observation["stride"])
        here = int(observation["riders"][self._seat])
        heading = int(observation["headings"][self._seat])
        directions = [(heading + turn) % 4 for turn in TURNS]
        free = {
            direction: target
            for direction in directions
            if cells[target := here + offset(direction, stride)] == EMPTY
        }
        if not free:
            return heading
        spaces = count_spaces(cells, stride, free)
        return max(free, key=lambda move: (spaces[move], count_walls(cells, stride, free[move])))


def count_walls(cells: bytes, stride: int, here: int) -> int:
    """The number of blocked neighbours."""
    return sum(cells[here + offset(direction, stride)] != EMPTY for direction in range(4))


def count_spaces(cells: bytes, stride: int, starts: Mapping[int, int]) -> dict[int, int]:
    """For each move, the number of empty cells reachable from its target, which counts too."""
    spaces: dict[int, int] = {}
    for move, start in starts.items():
        if move not in spaces:
            region = reach(cells, stride, start)
            # Usually all targets lie in one region, which is then filled only once.
            spaces |= {other: len(region) for other in starts if starts[other] in region}
    return spaces


def reach(cells: bytes, stride: int, start: int) -> set[int]:
    """The empty cells connected to an empty cell."""
    offsets = [offset(direction, stride) for direction in range(4)]
    reached, unexplored = {start}, [start]
    while unexplored:
        here = unexplored.pop()
        found = [here + step for step in offsets if cells[here + step] == EMPTY]
        unexplored += [there for there in found if there not in reached]
        reached.update(found)
    return reached


@kernel
def choose(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  no chance
    """The same choice as `WallHuggerBot.choose`, as a kernel."""
    cells, stride = observation["cells"], observation["stride"]
    here, heading = observation["riders"][seat], observation["headings"][seat]
    counts_space = not are_joined(cells, stride, here)
    reached = np.zeros(len(cells) if counts_space else 0, np.uint8)
    queue = np.empty(len(reached), np.int64)
    best, best_move = -1, int(heading)
    space = 0
    for turn in TURNS:
        direction = int((heading + turn) % 4)
        target = here + offset(direction, stride)
        if cells[target] != EMPTY:
            continue
        if counts_space:
            space = fill(cells, stride, target, reached, queue)
        value = AROUND * space + walls_around(cells, stride, target)
        if value > best:
            best, best_move = value, direction
    return best_move


@kernel
def are_joined(cells: Any, stride: int, here: int) -> bool:
    """Whether all free neighbours are connected within the eight cells around.

    Then all of them have the same free space, which need not be counted.
    """
    ends = 0
    for direction in range(4):
        step, turned = offset(direction, stride), offset((direction + 1) % 4, stride)
        if cells[here + step] == EMPTY:
            ends += cells[here + turned] != EMPTY or cells[here + step + turned] != EMPTY
    return bool(ends <= 1)


@kernel
def walls_around(cells: Any, stride: int, here: int) -> int:
    walls = 0
    for direction in range(4):
        walls += cells[here + offset(direction, stride)] != EMPTY
    return walls


@kernel
def fill(cells: Any, stride: int, start: int, reached: Any, queue: Any) -> int:
    """The number of empty cells connected to an empty cell; `reached` marks them with 1."""
    for cell in range(len(reached)):
        reached[cell] = 0
    reached[start], queue[0], count, at = 1, start, 1, 0
    while at < count:
        for direction in range(4):
            there = queue[at] + offset(direction, stride)
            if cells[there] == EMPTY and reached[there] == 0:
                reached[there], queue[count] = 1, there
                count += 1
        at += 1
    return count


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="keeps to walls and out of dead ends",
        make=WallHuggerBot,
        games=("light-riders",),
        policy=lambda game, options: choose,  # noqa: ARG005  no options
    )
