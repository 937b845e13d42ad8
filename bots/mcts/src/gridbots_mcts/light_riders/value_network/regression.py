"""Fit of a value network in torch. Its weights are for unscaled features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from gridbots_mcts.light_riders.value_network.layers import shapes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.value_network.self_play import Parameters

    Arrays = dict[str, NDArray[np.float32]]

Tensor = Any
MIN_STD: Final = 1e-4
"""Smaller standard deviations count as those of a constant feature."""


def minimize(
    loss_of: Callable[[dict[str, Tensor], Tensor], Tensor],
    rows: NDArray[np.float32],
    count: int,
    parameters: Parameters,
) -> Arrays:
    """Minimize a loss over `count` positions by AdamW; the weights found.

    Args:
        loss_of: Maps weights for `scaled` features, and indices of positions, to the loss.
        rows: All features, which determine their scale.
        count: Number of positions.
        parameters: Hyperparameters of the fit.
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
    mean, std = scale_of(rows)
    arrays = {name: array.detach().numpy() for name, array in weights.items()}
    arrays["first"] = arrays["first"] / std[:, None]
    arrays["first_bias"] = arrays["first_bias"] - mean @ arrays["first"]
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def scale_of(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean and standard deviation of each feature; the latter is 1 for constant features."""
    mean, std = rows.mean(axis=0), rows.std(axis=0)
    std[std < MIN_STD] = 1.0
    return mean, std


def scaled(seen: NDArray[np.float32], rows: NDArray[np.float32]) -> Tensor:
    mean, std = scale_of(rows)
    return torch.from_numpy((seen - mean) / std)


def first_weights(generator: torch.Generator, inputs: int) -> dict[str, Tensor]:
    """Initial weights: normal, with variance 2 / inputs (He et al. 2015)."""
    found = {}
    for name, shape in shapes_of(inputs).items():
        std = 0.0 if name.endswith("bias") else (2 / shape[0]) ** 0.5
        sampled = std * torch.randn(shape, generator=generator)
        found[name] = sampled.requires_grad_()
    return found


def last_sums(weights: dict[str, Tensor], seen: Tensor) -> Tensor:
    """The outputs by row, as `layers.last_sum` computes them."""
    first = torch.relu(seen @ weights["first"] + weights["first_bias"])
    second = torch.relu(first @ weights["second"] + weights["second_bias"])
    return second @ weights["last"]


def tensors_of(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
