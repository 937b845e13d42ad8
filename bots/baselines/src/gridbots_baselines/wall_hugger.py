"""wall-hugger: rides along walls, and never into the smaller part of what it has divided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.bot import Bot, BotType
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import offset
from gridbots.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.settings import Settings

TURNS: Final = (1, 0, 3, 2)
"""Right, straight on, left, back: among equal cells the first is taken, so that it follows walls on
its right hand."""


class WallHuggerBot(Bot):
    def __init__(self, game: Game, options: Settings) -> None:
        pass

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        """The free neighbour with most space behind it; among these the one with most walls."""
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
    """How many of the four neighbours are blocked."""
    return sum(cells[here + offset(direction, stride)] != EMPTY for direction in range(4))


def count_spaces(cells: bytes, stride: int, starts: Mapping[int, int]) -> dict[int, int]:
    """For each move, how many empty cells can be reached from its target, that one included."""
    spaces: dict[int, int] = {}
    for move, start in starts.items():
        if move not in spaces:
            region = reach(cells, stride, start)
            # Mostly all targets lie in one region: then it is filled only once.
            spaces |= {other: len(region) for other in starts if starts[other] in region}
    return spaces


def reach(cells: bytes, stride: int, start: int) -> set[int]:
    """The empty cells connected with an empty cell."""
    offsets = [offset(direction, stride) for direction in range(4)]
    reached, unexplored = {start}, [start]
    while unexplored:
        here = unexplored.pop()
        found = [here + step for step in offsets if cells[here + step] == EMPTY]
        unexplored += [there for there in found if there not in reached]
        reached.update(found)
    return reached


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="keeps to walls and out of dead ends",
        make=WallHuggerBot,
        games=("light-riders",),
    )
