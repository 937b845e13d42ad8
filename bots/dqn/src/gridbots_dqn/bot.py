"""Network bot: plays the accepted action of the highest value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots import Bot
from gridbots.game import PlainState, accepts
from gridbots.training.weights import warn_of_other_settings
from gridbots_dqn.fallback import choose_by_features
from gridbots_dqn.trained import network_of
from gridbots_dqn.views import blank, move_of

if TYPE_CHECKING:
    from gridbots import Briefing, Budget
    from gridbots.game import State
    from gridbots_dqn.trained import Trained

NEVER: Final = np.float32(-np.inf)
FALLBACK: Final = (
    "it plays without its network, to the apple by the shortest way that leaves one to its tail"
)
"""What is done on other boards: see `fallback`."""


class NetworkBot(Bot):
    """Plays by trained weights on the board that they were trained for."""

    name = "dqn"

    def __init__(self, trained: Trained) -> None:
        self._trained = trained
        self._view = trained.about.sight
        self._network = network_of(trained)

    def open(self, briefing: Briefing) -> None:
        self._fits = self._trained.fits(briefing.settings)
        self._seen = blank(self._view, briefing.settings.width)
        warn_of_other_settings(
            f"{self.name}: {self._trained.name}",
            self._trained.about.settings,
            briefing.settings,
            FALLBACK,
        )

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        if not self._fits:
            return choose_by_features(observation)
        return best_move(self.values(observation))

    def values(self, observation: State) -> Any:
        """By move: what it is worth; nothing for one that the rules do not accept."""
        plain = PlainState(observation)
        self._seen[...] = 0.0
        self._view.look(plain, self._seen[0])
        worth = np.full(4, NEVER)
        for action, value in enumerate(self._network(self._seen)[0]):
            move = move_of(action, plain["heading"], self._view.is_relative)
            if accepts(plain, 0, move):
                worth[move] = value
        return worth


def best_move(values: Any) -> int:
    return int(values.argmax())
