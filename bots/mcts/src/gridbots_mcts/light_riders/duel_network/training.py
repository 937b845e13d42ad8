"""Training of the value network for duels, by self-play of two riders in contact.

A match ends for the training when a rider is cut off: then the longer path wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.nn import functional

from gridbots.game import is_over
from gridbots.games.light_riders.features import SCRATCH
from gridbots.kernel import compiled
from gridbots.search.longest_path import LongestPath
from gridbots.training.parameters import Folder
from gridbots_mcts.light_riders.bot import UNLIMITED, start_from_head
from gridbots_mcts.light_riders.connectivity import is_cut_off
from gridbots_mcts.light_riders.duel_network.features import FIRST_SIGNED, INPUTS, SIDE, look
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
FIRST, SECOND = 0, 1
"""The seats."""
PATH_NODES: Final = 4000
"""Search nodes for the longest path of a rider that is cut off."""


class Parameters(self_play.Parameters, frozen=True):
    folder: Folder = "training/duel"


class Duels(self_play.SelfPlay):
    """The targets are win probabilities of the first seat."""

    seats = 2

    def _prepare(self, *, plain: bool) -> None:
        self._path = LongestPath(plain=plain)
        self._looks = look if plain else compiled(look)
        self._weights = np.array(self._game.default_weights())
        self._scratches = np.zeros(1, SCRATCH)

    @staticmethod
    def _evaluated_by(
        made: SearchParameters, network: Mapping[str, NDArray[Any]] | None
    ) -> SearchParameters:
        return with_networks(made, network, None)

    def _is_decided(self, state: State) -> bool:
        return is_cut_off(state, FIRST)

    def _look(self, state: State) -> Floats | None:
        seen, states = np.zeros(INPUTS, np.float32), np.array([state], state.dtype)
        in_contact = self._looks(states, self._weights, self._scratches, seen)
        return seen if in_contact else None

    def _chances(self, state: State, values: Floats) -> Any:  # noqa: ARG002  of the base class
        return (values[FIRST] + np.float32(1)) / np.float32(2)

    def _ends(self, state: State) -> float:
        """1 if the first seat has won, 0.5 for a draw."""
        if is_over(state):
            winner = self._game.checked_outcome(state, 2).winner
            return 0.5 if winner is None else float(winner == FIRST)
        steps = [self._steps(state, seat) for seat in (FIRST, SECOND)]
        return 0.5 + 0.5 * float(np.sign(steps[FIRST] - steps[SECOND]))

    def _steps(self, state: State, seat: int) -> int:
        start_from_head(self._path, state, seat)
        self._path.deepen(PATH_NODES, UNLIMITED)
        return len(self._path.way)


def fit(seen: Floats, wanted: Floats, parameters: self_play.Parameters) -> Arrays:
    """Fit the win probabilities of a network to the targets, by cross-entropy."""
    both = np.concatenate([seen, exchanged(seen)])
    one, other = scaled(both, both).split(len(seen))
    targets = torch.from_numpy(wanted)

    def loss_of(weights: dict[str, Tensor], batch: Tensor) -> Tensor:
        odds = log_odds(weights, one[batch], other[batch])
        return functional.binary_cross_entropy_with_logits(odds, targets[batch])

    return minimize(loss_of, both, len(seen), parameters)


def exchanged(seen: Floats) -> Floats:
    """The features of the other seat."""
    own, other = seen[:, :SIDE], seen[:, SIDE : 2 * SIDE]
    both, signed = seen[:, 2 * SIDE : FIRST_SIGNED], seen[:, FIRST_SIGNED:]
    return np.concatenate([other, own, both, -signed], axis=1)


def log_odds(weights: dict[str, Tensor], one: Tensor, other: Tensor) -> Tensor:
    """Log-odds by row, as `evaluation.log_odds` computes them."""
    return last_sums(weights, one) - last_sums(weights, other)


def log_loss(arrays: Arrays, seen: Floats, outcome: Floats) -> float:
    """Mean cross-entropy of the win probabilities and the outcomes, in nats."""
    odds = log_odds(tensors_of(arrays), torch.from_numpy(seen), torch.from_numpy(exchanged(seen)))
    ends = torch.from_numpy(outcome)
    return float(functional.binary_cross_entropy_with_logits(odds, ends))


SCRIPT: Final = script_of(
    "gridbots_mcts.light_riders.duel_network.training",
    "Learns the win probability of two riders of Light Riders in contact, by self-play of mcts.\n"
    "mcts:network=FOLDER/weights.npz plays with the result.",
    Parameters,
    NetworkRecipe("duel network", (INPUTS,), (), Duels, fit, log_loss),
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
