"""straight: rides straight on, and turns only where the next cell is blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.bot import Bot, BotType
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import offset
from gridbots.hookspecs import hookimpl

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.settings import Settings


class StraightBot(Bot):
    def __init__(self, game: Game, options: Settings) -> None:
        pass

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        """Straight on, else right, else left, else back; straight on where all are blocked."""
        cells, stride = observation["cells"], int(observation["stride"])
        here = int(observation["riders"][self._seat])
        heading = int(observation["headings"][self._seat])
        for turn in (0, 1, 3, 2):
            direction = (heading + turn) % 4
            if cells[here + offset(direction, stride)] == EMPTY:
                return direction
        return heading


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="rides straight on until something is in the way",
        make=StraightBot,
        games=("light-riders",),
    )
