"""Regression in torch, as far as it is alike; what comes of it is for features as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from gridbots_mcts.light_riders.value_network.layers import shapes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.value_network.training.parameters import Parameters

    Arrays = dict[str, NDArray[np.float32]]

Tensor = Any
LEAST_SPREAD: Final = 1e-4
"""Of a feature that is not always the same."""


def minimize(
    loss_of: Callable[[dict[str, Tensor], Tensor], Tensor],
    rows: NDArray[np.float32],
    count: int,
    parameters: Parameters,
) -> Arrays:
    """Weights of a network with the least loss of so many positions, by AdamW.

    `loss_of`: of weights, for features that were `scaled`, and numbers of positions. `rows`: all
    the features, by which they were scaled; the weights that come of it are for them as they are.
    """
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    generator = torch.Generator().manual_seed(parameters.seed)
    weights = first_weights(generator, rows.shape[-1])
    size = min(parameters.batch_size, count)
    steps = parameters.n_epochs * (count // size)
    optimizer = torch.optim.AdamW(
        list(weights.values()), parameters.learning_rate, weight_decay=parameters.weight_decay
    )
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(parameters.n_epochs):
        order = torch.randperm(count, generator=generator)
        for batch in order[: len(order) // size * size].split(size):
            optimizer.zero_grad()
            loss_of(weights, batch).backward()
            optimizer.step()
            schedule.step()
    mean, spread = scale_of(rows)
    arrays = {name: array.detach().numpy() for name, array in weights.items()}
    arrays["first"] = arrays["first"] / spread[:, None]
    arrays["first_bias"] = arrays["first_bias"] - mean @ arrays["first"]
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def scale_of(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean and spread of each feature; the spread is 1 where it is always the same."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread < LEAST_SPREAD] = 1.0
    return mean, spread


def scaled(seen: NDArray[np.float32], rows: NDArray[np.float32]) -> Tensor:
    mean, spread = scale_of(rows)
    return torch.from_numpy((seen - mean) / spread)


def first_weights(generator: torch.Generator, inputs: int) -> dict[str, Tensor]:
    """Normal, of variance 2 / inputs (He and others 2015)."""
    found = {}
    for name, shape in shapes_of(inputs).items():
        spread = 0.0 if name.endswith("bias") else (2 / shape[0]) ** 0.5
        drawn = spread * torch.randn(shape, generator=generator)
        found[name] = drawn.requires_grad_()
    return found


def last_sums(weights: dict[str, Tensor], seen: Tensor) -> Tensor:
    """What the network says, as `layers.last_sum`; by row."""
    first = torch.relu(seen @ weights["first"] + weights["first_bias"])
    second = torch.relu(first @ weights["second"] + weights["second_bias"])
    return second @ weights["last"]


def tensors_of(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
