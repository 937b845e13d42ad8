"""The bot: looks, asks its network, and takes the move that is worth most."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.bot import Bot
from gridbots.game import PlainState, accepts
from gridbots_dqn.falling_back import choose_by_features
from gridbots_dqn.views import blank, move_of

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import State
    from gridbots_dqn.trained import Trained

NEVER = np.float32(-np.inf)


class NetworkBot(Bot):
    """Plays by trained weights on the board that they were trained for."""

    def __init__(self, trained: Trained) -> None:
        self._trained = trained
        self._view = trained.sight
        self._network = trained.load()

    def open(self, briefing: Briefing) -> None:
        self._fits = self._trained.fits(briefing.settings)
        self._seen = blank(self._view, briefing.settings.width)
        if not self._fits:
            print(not_trained_for(self._trained, briefing), file=sys.stderr, flush=True)

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


def not_trained_for(trained: Trained, briefing: Briefing) -> str:
    """What is said of a match that is unlike those of the training."""
    settings = briefing.settings
    wanted = f"{trained.settings['width']}x{trained.settings['height']}"
    return (
        f"dqn: {trained.name} was trained for {wanted}, got {settings.width}x{settings.height}: "
        "it plays without its network, to the apple by the shortest way that leaves one out"
    )
