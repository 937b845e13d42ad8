"""straight: rides straight on, and turns only where the next cell is blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.bot import Bot, BotType
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import offset
from gridbots.hookspecs import hookimpl
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.settings import Settings


@kernel
def choose(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  no chance
    """Straight on, else right, else left, else back; straight on where all are blocked."""
    cells, stride = observation["cells"], observation["stride"]
    here, heading = observation["riders"][seat], observation["headings"][seat]
    for turn in (0, 1, 3, 2):
        direction = (heading + turn) % 4
        if cells[here + offset(direction, stride)] == EMPTY:
            return int(direction)
    return int(heading)


class StraightBot(Bot):
    def __init__(self, game: Game, options: Settings) -> None:
        pass

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        return choose(observation, self._seat, None)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="rides straight on until something is in the way",
        make=StraightBot,
        games=("light-riders",),
        policy=lambda game, options: choose,  # noqa: ARG005  it has no options
    )
