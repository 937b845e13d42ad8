"""Regression of chances to be first on features, in torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from gridbots_mcts.light_riders.crowd_network.features import LIVING
from gridbots_mcts.light_riders.value_network.training.regression import (
    last_sums,
    minimize,
    scaled,
    tensors_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.value_network.training.parameters import Parameters

    Floats = NDArray[np.float32]
    Arrays = dict[str, Floats]

Tensor = Any


def fit(seen: Floats, wanted: Floats, parameters: Parameters) -> Arrays:
    """Weights of a network whose chances are near those wanted, by cross-entropy."""
    live = seen[..., LIVING] > 0
    rows = seen[live]
    features = scaled(seen, rows)
    targets, alive = torch.from_numpy(wanted), torch.from_numpy(live)

    def loss_of(weights: dict[str, Tensor], batch: Tensor) -> Tensor:
        return cross_entropy(weights, features[batch], targets[batch], alive[batch])

    return minimize(loss_of, rows, len(seen), parameters)


def cross_entropy(weights: dict[str, Tensor], seen: Tensor, ends: Tensor, live: Tensor) -> Tensor:
    """Of the chances of those that live; in nats."""
    odds = last_sums(weights, seen).masked_fill(~live, -torch.inf)
    logarithms = torch.log_softmax(odds, dim=1).masked_fill(~live, 0.0)
    return -(ends * logarithms).sum(dim=1).mean()


def log_loss(arrays: Arrays, seen: Floats, outcome: Floats) -> float:
    """Mean cross-entropy of the chances and the ends of matches, in nats."""
    tensors = torch.from_numpy(seen), torch.from_numpy(outcome)
    live = tensors[0][..., LIVING] > 0
    return float(cross_entropy(tensors_of(arrays), *tensors, live))
