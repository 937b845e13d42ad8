"""Regression of chances to win on features, in torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.nn import functional

from gridbots_mcts.light_riders.duel_network.features import FIRST_SIGNED, SIDE
from gridbots_mcts.light_riders.value_network.training.regression import (
    last_sums,
    minimize,
    scaled,
    tensors_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.value_network.training.parameters import Parameters

    Arrays = dict[str, NDArray[np.float32]]

Tensor = Any


def fit(seen: NDArray[np.float32], wanted: NDArray[np.float32], parameters: Parameters) -> Arrays:
    """Weights of a network whose chances are near those wanted, by cross-entropy."""
    both = np.concatenate([seen, exchanged(seen)])
    one, other = scaled(both, both).split(len(seen))
    targets = torch.from_numpy(wanted)

    def loss_of(weights: dict[str, Tensor], batch: Tensor) -> Tensor:
        odds = log_odds(weights, one[batch], other[batch])
        return functional.binary_cross_entropy_with_logits(odds, targets[batch])

    return minimize(loss_of, both, len(seen), parameters)


def exchanged(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the other seat sees."""
    own, other = seen[:, :SIDE], seen[:, SIDE : 2 * SIDE]
    both, signed = seen[:, 2 * SIDE : FIRST_SIGNED], seen[:, FIRST_SIGNED:]
    return np.concatenate([other, own, both, -signed], axis=1)


def log_odds(weights: dict[str, Tensor], one: Tensor, other: Tensor) -> Tensor:
    """As `layers.log_odds`, by row."""
    return last_sums(weights, one) - last_sums(weights, other)


def log_loss(arrays: Arrays, seen: NDArray[np.float32], outcome: NDArray[np.float32]) -> float:
    """Mean cross-entropy of the chances and the ends of matches, in nats."""
    odds = log_odds(tensors_of(arrays), torch.from_numpy(seen), torch.from_numpy(exchanged(seen)))
    ends = torch.from_numpy(outcome)
    return float(functional.binary_cross_entropy_with_logits(odds, ends))
