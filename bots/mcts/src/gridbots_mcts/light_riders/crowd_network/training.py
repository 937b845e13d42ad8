"""Training of the value network for crowds, by self-play of four riders.

It learns from positions in which more than two riders live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
import torch
from msgspec import Meta

from gridbots.game import is_living
from gridbots.games.light_riders.all_riders import SPACE
from gridbots.games.light_riders.features import SCRATCH
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import compiled
from gridbots.training.parameters import Folder
from gridbots_mcts.light_riders.crowd_network.features import INPUTS, LIVING, look_at_all
from gridbots_mcts.light_riders.duel_network import evaluation as duels
from gridbots_mcts.light_riders.parameters import with_networks
from gridbots_mcts.light_riders.value_network import self_play
from gridbots_mcts.light_riders.value_network.generations import NetworkRecipe, script_of
from gridbots_mcts.light_riders.value_network.regression import (
    last_sums,
    minimize,
    scaled,
    tensors_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots_mcts.parameters import Parameters as SearchParameters

    Floats = NDArray[np.float32]
    Arrays = dict[str, Floats]

Tensor = Any
FIRST_PLACE: Final = 1
MIN_CHANCE: Final = 1e-6
"""Lower bound of the probability of a living rider, so that the sum is never 0."""


class Parameters(self_play.Parameters, frozen=True):
    num_simulations: Annotated[
        int, Meta(ge=1, description="simulations of the tree search in each round")
    ] = 400
    folder: Folder = "training/crowd"


class Crowds(self_play.SelfPlay):
    """The targets are probabilities by seat, which sum to 1."""

    seats = MOST_SEATS

    def _prepare(self, *, plain: bool) -> None:
        self._looks = look_at_all if plain else compiled(look_at_all)
        self._scratches = np.zeros(1, SCRATCH)
        self._spaces = np.zeros(MOST_SEATS, SPACE)

    @staticmethod
    def _evaluated_by(
        made: SearchParameters, network: Mapping[str, NDArray[Any]] | None
    ) -> SearchParameters:
        return with_networks(made, duels.read_network(), network)

    def _look(self, state: State) -> Floats | None:
        seen, states = np.zeros((MOST_SEATS, INPUTS), np.float32), np.array([state], state.dtype)
        if sum(living(state)) == 2 or not self._looks(states, self._scratches, self._spaces, seen):
            return None
        return seen

    def _chances(self, state: State, values: Floats) -> Floats:
        return shares(np.where(living(state), np.maximum(values + 1, MIN_CHANCE), 0))

    def _ends(self, state: State) -> Floats:
        places = self._game.checked_outcome(state, MOST_SEATS).places
        return shares(np.array(places) == FIRST_PLACE)


def living(state: State) -> list[bool]:
    return [bool(is_living(state, seat)) for seat in range(MOST_SEATS)]


def shares(found: NDArray[Any]) -> Floats:
    """Normalize numbers to a sum of 1."""
    parts: Floats = (found / found.sum()).astype(np.float32)
    return parts


def fit(seen: Floats, wanted: Floats, parameters: self_play.Parameters) -> Arrays:
    """Fit the probabilities of a network to the targets, by cross-entropy."""
    live = seen[..., LIVING] > 0
    rows = seen[live]
    features = scaled(seen, rows)
    targets, alive = torch.from_numpy(wanted), torch.from_numpy(live)

    def loss_of(weights: dict[str, Tensor], batch: Tensor) -> Tensor:
        return cross_entropy(weights, features[batch], targets[batch], alive[batch])

    return minimize(loss_of, rows, len(seen), parameters)


def cross_entropy(weights: dict[str, Tensor], seen: Tensor, ends: Tensor, live: Tensor) -> Tensor:
    """Cross-entropy over the living riders, in nats."""
    odds = last_sums(weights, seen).masked_fill(~live, -torch.inf)
    logarithms = torch.log_softmax(odds, dim=1).masked_fill(~live, 0.0)
    return -(ends * logarithms).sum(dim=1).mean()


def log_loss(arrays: Arrays, seen: Floats, outcome: Floats) -> float:
    """Mean cross-entropy of the probabilities and the outcomes, in nats."""
    tensors = torch.from_numpy(seen), torch.from_numpy(outcome)
    live = tensors[0][..., LIVING] > 0
    return float(cross_entropy(tensors_of(arrays), *tensors, live))


SCRIPT: Final = script_of(
    "gridbots_mcts.light_riders.crowd_network.training",
    "Learns the probability to be first of three or four riders of Light Riders, by self-play of\n"
    "mcts. mcts:crowd_network=FOLDER/weights.npz plays with the result.",
    Parameters,
    NetworkRecipe("crowd network", (MOST_SEATS, INPUTS), (MOST_SEATS,), Crowds, fit, log_loss),
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
