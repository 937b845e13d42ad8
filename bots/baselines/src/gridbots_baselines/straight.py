"""straight: rides straight on and turns only if the next cell is blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots import BotType
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots.plugins.hookspecs import hookimpl

if TYPE_CHECKING:
    from gridbots.game import State


@kernel
def choose(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  no chance
    """Straight on, else right, else left, else back; straight on if all are blocked."""
    cells, stride = observation["cells"], observation["stride"]
    here, heading = observation["riders"][seat], observation["headings"][seat]
    for turn in (0, 1, 3, 2):
        direction = (heading + turn) % 4
        if cells[here + offset(direction, stride)] == EMPTY:
            return int(direction)
    return int(heading)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="rides straight on until something is in the way",
        games=("light-riders",),
        policy=lambda game, options: choose,  # noqa: ARG005  no options
        plain=True,
        opened=True,
    )
