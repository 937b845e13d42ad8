"""Regression of chances on features, in torch; what comes of it is for features as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.nn import functional

from gridbots_mcts.light_riders.duel_network.features import FIRST_SIGNED, SIDE
from gridbots_mcts.light_riders.duel_network.layers import SHAPES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_mcts.light_riders.duel_network.training.parameters import Parameters

Tensor = Any
LEAST_SPREAD: Final = 1e-4
"""Of a feature that is not always the same."""


def fit(
    seen: NDArray[np.float32], wanted: NDArray[np.float32], parameters: Parameters
) -> dict[str, NDArray[np.float32]]:
    """Weights of a network whose chances are near those wanted, by cross-entropy (AdamW)."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    generator = torch.Generator().manual_seed(parameters.seed)
    both = np.concatenate([seen, exchanged(seen)])
    mean, spread = both.mean(axis=0), both.std(axis=0)
    spread[spread < LEAST_SPREAD] = 1.0
    scaled = [torch.from_numpy((each - mean) / spread) for each in np.split(both, 2)]
    weights = first_weights(generator)
    size = min(parameters.batch, len(seen))
    steps = parameters.epochs * (len(seen) // size)
    optimizer = torch.optim.AdamW(
        list(weights.values()), parameters.rate, weight_decay=parameters.decay
    )
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    targets = torch.from_numpy(wanted)
    for _ in range(parameters.epochs):
        order = torch.randperm(len(seen), generator=generator)
        for batch in order[: len(order) // size * size].split(size):
            optimizer.zero_grad()
            odds = log_odds(weights, scaled[0][batch], scaled[1][batch])
            functional.binary_cross_entropy_with_logits(odds, targets[batch]).backward()
            optimizer.step()
            schedule.step()
    arrays = {name: array.detach().numpy() for name, array in weights.items()}
    arrays["first"] = arrays["first"] / spread[:, None]
    arrays["first_bias"] = arrays["first_bias"] - mean @ arrays["first"]
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def exchanged(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the other seat sees."""
    own, other = seen[:, :SIDE], seen[:, SIDE : 2 * SIDE]
    both, signed = seen[:, 2 * SIDE : FIRST_SIGNED], seen[:, FIRST_SIGNED:]
    return np.concatenate([other, own, both, -signed], axis=1)


def first_weights(generator: torch.Generator) -> dict[str, Tensor]:
    """Normal, of variance 2 / inputs (He and others 2015)."""
    found = {}
    for name, shape in SHAPES.items():
        spread = 0.0 if name.endswith("bias") else (2 / shape[0]) ** 0.5
        drawn = spread * torch.randn(shape, generator=generator)
        found[name] = drawn.requires_grad_()
    return found


def log_odds(weights: dict[str, Tensor], one: Tensor, other: Tensor) -> Tensor:
    """As `layers.log_odds`, by row."""
    said = []
    for seen in (one, other):
        first = torch.relu(seen @ weights["first"] + weights["first_bias"])
        second = torch.relu(first @ weights["second"] + weights["second_bias"])
        said.append(second @ weights["last"])
    return said[0] - said[1]


def log_loss(
    arrays: dict[str, NDArray[np.float32]],
    seen: NDArray[np.float32],
    outcome: NDArray[np.float32],
) -> float:
    """Mean cross-entropy of the chances and the ends of matches, in nats."""
    weights = {name: torch.from_numpy(array) for name, array in arrays.items()}
    odds = log_odds(weights, torch.from_numpy(seen), torch.from_numpy(exchanged(seen)))
    ends = torch.from_numpy(outcome)
    return float(functional.binary_cross_entropy_with_logits(odds, ends))
