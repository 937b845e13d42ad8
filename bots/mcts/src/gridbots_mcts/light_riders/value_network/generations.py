"""Training by generations: self-play with the network of the generation before, then a fit.

Every tenth match is held out of the fit; the log-loss of a generation is measured on these matches.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np

from gridbots.training.script import Learned, Resumable, Script
from gridbots_mcts.light_riders.value_network.layers import shapes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.value_network.self_play import Parameters, SelfPlay

    Floats = NDArray[np.float32]
    Arrays = dict[str, NDArray[np.float32]]

HOLD_OUT: Final = 10
"""One match in this many is held out of the fit."""


class SelfPlayFactory(Protocol):
    def __call__(
        self, parameters: Any, network: Arrays | None, *, plain: bool = False
    ) -> SelfPlay: ...


class NetworkRecipe(NamedTuple):
    """The parts of a training that differ between kinds of networks."""

    learner: str
    """Name of the learner in the metadata of the weights."""
    row: tuple[int, ...]
    """Shape of the features of a position; the last axis is the features."""
    ends: tuple[int, ...]
    """Shape of the win probabilities of a position."""
    self_play: SelfPlayFactory
    fit: Callable[[Floats, Floats, Any], Arrays]
    """Computes weights from features, targets and parameters."""
    log_loss: Callable[[Arrays, Floats, Floats], float]
    """Computes the log-loss of weights from features and outcomes."""


class Training(Resumable):
    """State of a training."""

    def __init__(
        self, recipe: NetworkRecipe, parameters: Parameters, *, plain: bool = False
    ) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        self._recipe = recipe
        self._plain = plain
        shape = parameters.episodes, parameters.positions_per_episode
        self.seen = np.zeros((*shape, *recipe.row), np.float32)
        self.wanted = np.zeros((*shape, *recipe.ends), np.float32)
        self.outcome = np.zeros((*shape, *recipe.ends), np.float32)
        self.filled_to = np.zeros(parameters.episodes, np.int64)
        """By match: number of positions."""
        self.counts = np.zeros(1, np.int64)
        """Matches played, over all generations."""
        shapes = shapes_of(recipe.row[-1])
        self.network = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        """Weights of the last generation."""
        self.losses = np.zeros(parameters.generations)
        """By generation: log-loss on held-out matches."""
        self._self_play: SelfPlay | None = None

    @property
    def completed(self) -> int:
        return int(self.counts[0])

    @property
    def total(self) -> int:
        return self.parameters.generations * self.parameters.episodes

    def play_round(self) -> None:
        """Play a match; after the last one of a generation, fit the network."""
        generation, match = divmod(self.completed, self.parameters.episodes)
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
        tests = np.arange(self.parameters.episodes)[:, None] % HOLD_OUT == 0
        learned = self._recipe.fit(
            self.seen[there & ~tests], self.wanted[there & ~tests], self.parameters
        )
        for name, array in learned.items():
            self.network[name][...] = array
        held_out = there & tests
        self.losses[generation] = self._recipe.log_loss(
            self.network, self.seen[held_out], self.outcome[held_out]
        )

    def finite(self) -> Iterable[NDArray[Any]]:
        return self.network.values()

    def arrays(self) -> dict[str, NDArray[Any]]:
        mine: dict[str, NDArray[Any]] = {
            "seen": self.seen, "wanted": self.wanted, "outcome": self.outcome,
            "filled_to": self.filled_to, "counts": self.counts, "losses": self.losses,
        }  # fmt: skip
        return mine | {f"network_{name}": array for name, array in self.network.items()}

    def figures(self) -> dict[str, float]:
        learned = self.completed // self.parameters.episodes
        return {f"log-loss {at + 1}, thousandths": 1e3 * self.losses[at] for at in range(learned)}


def script_of(
    module: str, about: str, parameters: type[Parameters], recipe: NetworkRecipe
) -> Script[Parameters, Training]:
    """The training script `python -m MODULE` of a kind of network."""
    return Script(
        module, about, parameters, functools.partial(Training, recipe),
        functools.partial(finish, recipe),
    )  # fmt: skip


def finish(recipe: NetworkRecipe, learned: Training, folder: Path) -> Learned:  # noqa: ARG001  no curve
    about = {
        "game": "light-riders",
        "settings": {},
        "learner": recipe.learner,
        "log-loss": [round(float(loss), 4) for loss in learned.losses],
    }
    return Learned(about, learned.network)
