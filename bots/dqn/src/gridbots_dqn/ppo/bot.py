"""Bot of ppo: weights for the size of the board, and an optional action mask."""

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
    from gridbots_dqn.trained import Trained

DEFAULT: Final = "ppo-8x8"


class PpoBot(NetworkBot):
    name = "ppo"

    def __init__(self, weights: str = "", *, masks: bool = False) -> None:
        """`weights`: empty for those that fit the board; `masks`: apply the mask of `flood`."""
        self._weights = weights
        self._masks = masks
        super().__init__(read_trained(weights or DEFAULT))

    def open(self, briefing: Briefing) -> None:
        if not self._weights:
            super().__init__(best_for(briefing.settings))
        super().open(briefing)

    def values(self, observation: State) -> Any:
        by_move = super().values(observation)
        if self._masks:
            lost = np.zeros(4, np.uint8)
            mark_lost(PlainState(observation), lost)
            by_move[lost != 0] = NEVER
        return by_move


def best_for(settings: Any) -> Trained:
    """The weights for boards of this size, or the default ones."""
    found = f"ppo-{settings.width}x{settings.height}"
    return read_trained(found if found in names(FOLDER) else DEFAULT)
