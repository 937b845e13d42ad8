"""Generations: matches are played, a network learns from them and judges those of the next.

Of each generation a match in ten is left out of the fit, and tells its log-loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np

from gridbots.training.resumable import Resumable
from gridbots_mcts.light_riders.value_network.layers import shapes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.value_network.training.parameters import Parameters
    from gridbots_mcts.light_riders.value_network.training.self_play import SelfPlay

    Floats = NDArray[np.float32]
    Arrays = dict[str, NDArray[np.float32]]

LEFT_OUT: Final = 10


class BeginsSelfPlay(Protocol):
    def __call__(
        self, parameters: Any, network: Arrays | None, *, plain: bool = False
    ) -> SelfPlay: ...


class NetworkRecipe(NamedTuple):
    """What is particular to a kind of network and its training."""

    learner: str
    """As its weights are marked."""
    row: tuple[int, ...]
    """Shape of what is seen of a position; features last."""
    ends: tuple[int, ...]
    """Shape of the chances in a position."""
    self_play: BeginsSelfPlay
    fit: Callable[[Floats, Floats, Any], Arrays]
    """Weights from what is seen and wanted, and the parameters."""
    log_loss: Callable[[Arrays, Floats, Floats], float]
    """Of weights, from what is seen and how matches ended."""


class Training(Resumable):
    """All that changes while networks learn."""

    def __init__(
        self, recipe: NetworkRecipe, parameters: Parameters, *, plain: bool = False
    ) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        self._recipe = recipe
        self._plain = plain
        shape = parameters.episodes, parameters.positions_per_episode
        self.seen = np.zeros((*shape, *recipe.row), np.float32)
        self.wanted = np.zeros((*shape, *recipe.ends), np.float32)
        self.outcome = np.zeros((*shape, *recipe.ends), np.float32)
        self.filled_to = np.zeros(parameters.episodes, np.int64)
        """By match: positions that are there."""
        self.counts = np.zeros(1, np.int64)
        """Matches of all generations."""
        shapes = shapes_of(recipe.row[-1])
        self.network = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        """As the last generation has learned it."""
        self.losses = np.zeros(parameters.generations)
        """By generation: log-loss where it was left out of the fit."""
        self._self_play: SelfPlay | None = None

    @property
    def done(self) -> int:
        return int(self.counts[0])

    @property
    def total(self) -> int:
        return self.parameters.generations * self.parameters.episodes

    def play_round(self) -> None:
        """A match; after the last of a generation the fit."""
        generation, match = divmod(self.done, self.parameters.episodes)
        if self._self_play is None:
            network = self.network if generation else None
            self._self_play = self._recipe.self_play(self.parameters, network, plain=self._plain)
        random = np.random.default_rng([self.parameters.seed, generation, match])
        found = self._self_play.play(random)
        count = len(found.seen)
        self.seen[match, :count] = found.seen
        self.wanted[match, :count] = found.wanted
        self.outcome[match, :count] = found.outcome
        self.filled_to[match] = count
        if match + 1 == self.parameters.episodes:
            self._learn(generation)
            self._self_play = None
        self.counts += 1

    def _learn(self, generation: int) -> None:
        there = np.arange(self.parameters.positions_per_episode) < self.filled_to[:, None]
        tests = np.arange(self.parameters.episodes)[:, None] % LEFT_OUT == 0
        learned = self._recipe.fit(
            self.seen[there & ~tests], self.wanted[there & ~tests], self.parameters
        )
        for name, array in learned.items():
            self.network[name][...] = array
        left_out = there & tests
        self.losses[generation] = self._recipe.log_loss(
            self.network, self.seen[left_out], self.outcome[left_out]
        )

    def finite(self) -> Iterable[NDArray[Any]]:
        return self.network.values()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        mine: dict[str, NDArray[Any]] = {
            "seen": self.seen, "wanted": self.wanted, "outcome": self.outcome,
            "filled_to": self.filled_to, "counts": self.counts, "losses": self.losses,
        }  # fmt: skip
        return mine | {f"network_{name}": array for name, array in self.network.items()}

    def figures(self) -> dict[str, float]:
        learned = self.done // self.parameters.episodes
        return {f"log-loss {at + 1}, thousandths": 1e3 * self.losses[at] for at in range(learned)}
