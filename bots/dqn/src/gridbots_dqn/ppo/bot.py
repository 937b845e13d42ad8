"""Bot of ppo: a network that fits the board, and an action mask if it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import PlainState
from gridbots.training.weights import names
from gridbots_dqn.bot import NEVER, NetworkBot
from gridbots_dqn.flood import mark_lost
from gridbots_dqn.trained import FOLDER, read_trained

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.game import State
    from gridbots_dqn.ppo.options import Options
    from gridbots_dqn.trained import Trained

USUAL: Final = "ppo-8x8"


class PpoBot(NetworkBot):
    name = "ppo"

    def __init__(self, options: Options) -> None:
        self._options = options
        super().__init__(read_trained(options.weights or USUAL))

    def open(self, briefing: Briefing) -> None:
        if not self._options.weights:
            super().__init__(best_for(briefing.settings))
        super().open(briefing)

    def values(self, observation: State) -> Any:
        worth = super().values(observation)
        if self._options.mask == "flood":
            lost = np.zeros(4, np.uint8)
            mark_lost(PlainState(observation), lost)
            worth[lost != 0] = NEVER
        return worth


def best_for(settings: Any) -> Trained:
    """What was learned on boards of this size, or else the usual weights."""
    found = f"ppo-{settings.width}x{settings.height}"
    return read_trained(found if found in names(FOLDER) else USUAL)
