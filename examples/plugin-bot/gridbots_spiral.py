"""spiral: turns to the same side whenever it can, so its path spirals inwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from gridbots import Bot, BotType, Settings, hookimpl
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import offset

if TYPE_CHECKING:
    from gridbots import Briefing, Budget, Game, State


class Options(Settings, frozen=True):
    hand: Annotated[Literal["right", "left"], Meta(description="side to turn to")] = "right"


class SpiralBot(Bot):
    def __init__(self, game: Game, options: Options) -> None:
        # Directions are numbered clockwise from up: adding 1 turns right, adding 3 turns left.
        self._turns = (1, 0, 3, 2) if options.hand == "right" else (3, 0, 1, 2)

    def open(self, briefing: Briefing) -> None:
        """Called once, before the first move."""
        self._seat = briefing.seat

    def choose(self, observation: State, budget: Budget) -> int:
        """Called in every round; the dtype of the game describes the observation."""
        cells, stride = observation["cells"], int(observation["stride"])
        here = int(observation["riders"][self._seat])
        heading = int(observation["headings"][self._seat])
        for turn in self._turns:
            direction = (heading + turn) % 4
            if cells[here + offset(direction, stride)] == EMPTY:
                return direction
        return heading


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="turns to the same side whenever it can",
        make=SpiralBot,
        options=Options,
        games=("light-riders",),
    )
