"""Network bots: dqn and ppo play the accepted action of the highest value.

On boards that its network was not trained for, it looks one step ahead: it keeps a path to its tail
if possible, then takes the shortest path to the apple, then keeps as much free space as possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots import Bot
from gridbots.game import PlainState, accepts, copy_state, evaluate, step
from gridbots.games.snake.features import FEATURES
from gridbots.grid import NO_MOVE
from gridbots.training.weights import names, warn_of_other_settings
from gridbots_dqn.flood import mark_lost
from gridbots_dqn.trained import FOLDER, network_of, read_trained
from gridbots_dqn.views import blank, move_of

if TYPE_CHECKING:
    from gridbots import Briefing, Budget
    from gridbots.game import State
    from gridbots_dqn.trained import Trained

PPO_DEFAULT: Final = "ppo-8x8"
NEVER: Final = np.float32(-np.inf)
FALLBACK: Final = (
    "it plays without its network, by the shortest path to the apple that keeps a path to its tail"
)
CELLS: Final = 4000.0
"""Larger than any board, so that the weights below are lexicographic."""
BY_NAME: Final = {"tail": CELLS**2, "length": CELLS, "way": -1.0, "reach": 1.0 / CELLS}
"""First a path to the tail, then eating, then a short path to the apple, then free space."""
WEIGHTS: Final = np.array([BY_NAME.get(name, 0.0) for name in FEATURES])


class NetworkBot(Bot):
    """Plays by the weights of a network."""

    name = "dqn"

    def __init__(self, trained: Trained) -> None:
        self._trained = trained
        self._view = trained.about.encoding
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

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it is fast
        if not self._fits:
            return choose_by_features(observation)
        return best_move(self.values(observation))

    def values(self, observation: State) -> Any:
        """The value of each move; -inf for illegal moves."""
        plain = PlainState(observation)
        self._seen[...] = 0.0
        self._view.look(plain, self._seen[0])
        by_move = np.full(4, NEVER)
        for action, value in enumerate(self._network(self._seen)[0]):
            move = move_of(action, plain["heading"], self._view.is_relative)
            if accepts(plain, 0, move):
                by_move[move] = value
        return by_move


class PpoBot(NetworkBot):
    """Selects weights that fit the board, and may mask actions."""

    name = "ppo"

    def __init__(self, weights: str = "", *, masks: bool = False) -> None:
        """`weights`: empty for those that fit the board; `masks`: apply the mask of `flood`."""
        self._weights = weights
        self._masks = masks
        super().__init__(read_trained(weights or PPO_DEFAULT))

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
    return read_trained(found if found in names(FOLDER) else PPO_DEFAULT)


def best_move(values: Any) -> int:
    return int(values.argmax())


def choose_by_features(observation: State) -> int:
    """Fallback policy: the move to the position of the highest value; straight on among equals."""
    heading = int(observation["heading"])
    best, most = NO_MOVE, -np.inf
    for move in (heading, (heading + 1) % 4, (heading + 3) % 4, (heading + 2) % 4):
        if accepts(observation, 0, move):
            value = value_after(observation, move)
            if value > most:
                best, most = move, value
    return best


def value_after(observation: State, move: int) -> float:
    after: Any = copy_state(observation)
    step(after, [move])
    if after["dead"]:
        return -(CELLS**3)
    return evaluate(after, 0, WEIGHTS)
