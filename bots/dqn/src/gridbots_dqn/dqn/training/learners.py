"""Q-networks of several learners in torch, side by side, with their targets and loss.

All learners compute at once: each of their layers is one batch of products.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.nn import functional

from gridbots_dqn.dqn.training.layers import by_patch, by_plane, convolved, summed
from gridbots_dqn.dqn.training.master_weights import MasterWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.network import Architecture

Tensor = Any
CPU: Final = torch.device("cpu")
CONVOLVES: Final = 4
"""Dimensions of a convolution's weights."""


class Learners:
    """Networks of the same architecture, one for each learner, with weights of their own."""

    def __init__(
        self,
        architecture: Architecture,
        seeds: list[int],
        device: torch.device = CPU,
        *,
        scales: NDArray[np.float32] | None = None,
        halves: bool = False,
    ) -> None:
        """Weights are drawn by these seeds: normal, of variance 2 / inputs (He and others 2015).

        `scales`: by plane, by what to multiply what is seen; `halves`: compute in bfloat16.
        """
        self.architecture = architecture
        self._scales = scales
        self._scale = None
        if scales is not None:
            each = np.repeat(scales, np.prod(architecture.planes[1:]))
            self._scale = torch.from_numpy(each).to(device)
        self._number = torch.bfloat16 if halves else torch.float32
        drawn = [first_weights(architecture, seed) for seed in seeds]
        arrays = {name: np.stack([each[name] for each in drawn]) for name in drawn[0]}
        shapes = {name: array.shape for name, array in arrays.items()}
        row = np.concatenate([array.ravel() for array in arrays.values()])
        there = torch.from_numpy(row).to(device)
        self.present = MasterWeights(shapes, there, halves=halves)
        """The weights that learn."""

    def weights(self, learner: int) -> dict[str, NDArray[np.float32]]:
        """The weights of one, as arrays for playing: for what is seen as it is."""
        named = self.present.named(self.present.row)
        found = {}
        for name, shape in self.architecture.shapes().items():
            array = named[name][learner].cpu().numpy()
            found[name] = (by_plane(array, shape[1]) if len(shape) == CONVOLVES else array).copy()
        if self._scales is not None:
            first = next(iter(found.values()))
            planes = first.reshape(len(first), len(self._scales), -1)
            planes *= self._scales[:, None]
        return found

    def values(self, weights: MasterWeights, seen: Tensor) -> Tensor:
        """What each action is worth, by learner and position, by these weights."""
        seen = seen.to(self._number)
        if self._scale is not None:
            seen = seen * self._scale.to(self._number)
        return self._judged(self._units(seen, weights.arrays).float(), weights.arrays)

    def _units(self, seen: Tensor, weights: dict[str, Tensor]) -> Tensor:
        """What the last dense layer makes of it."""
        planes, rows, columns = self.architecture.planes
        learners, count = seen.shape[:2]
        cells = seen[:, :, : planes * rows * columns].view(learners, count, planes, rows, columns)
        board = cells.permute(0, 1, 3, 4, 2)
        for number in range(len(self.architecture.convolutions)):
            layer = layer_of(weights, f"convolution{number}")
            board = self._bent(convolved(board, *layer, self.architecture.padding))
        planes_first = board.permute(0, 1, 4, 2, 3).reshape(learners, count, -1)
        units = torch.cat([planes_first, seen[:, :, planes * rows * columns :]], dim=2)
        for number in range(len(self.architecture.dense)):
            units = self._bent(summed(units, *layer_of(weights, f"dense{number}")))
        return units

    def _bent(self, numbers: Tensor) -> Tensor:
        return functional.leaky_relu(numbers, self.architecture.slope)

    def _judged(self, units: Tensor, weights: dict[str, Tensor]) -> Tensor:
        if not self.architecture.dueling:
            return summed(units, *layer_of(weights, "actions"))
        first, second = units.chunk(2, dim=2)
        slope = self.architecture.head_slope
        value = functional.leaky_relu(summed(first, *layer_of(weights, "value")), slope)
        actions = functional.leaky_relu(summed(second, *layer_of(weights, "actions")), slope)
        return value + actions - actions.mean(dim=2, keepdim=True)


def first_weights(architecture: Architecture, seed: int) -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    found = {}
    for name, shape in architecture.shapes().items():
        spread = np.sqrt(2 / np.prod(shape[1:])) if name.endswith("weight") else 0.0
        drawn = (spread * random.standard_normal(shape)).astype(np.float32)
        found[name] = by_patch(drawn) if drawn.ndim == CONVOLVES else drawn
    return found


def layer_of(weights: dict[str, Tensor], name: str) -> tuple[Tensor, Tensor]:
    return weights[f"{name}_weight"], weights[f"{name}_bias"]


def targets(  # noqa: PLR0913, PLR0917  what Q-learning looks at
    learners: Learners,
    former: MasterWeights,
    after: Tensor,
    barred: Tensor,
    rewards: Tensor,
    discounts: Tensor,
    *,
    double: bool,
) -> Tensor:
    """What the action of each transition should be worth.

    By the former weights the best action afterwards; with `double` (van Hasselt and others 2016)
    that action is chosen by the present ones. `barred` is true for actions that are not accepted.
    """
    with torch.no_grad():
        worth = learners.values(former, after)
        judge = learners.values(learners.present, after) if double else worth
        best = judge.masked_fill(barred, -torch.inf).argmax(dim=2, keepdim=True)
        return rewards + discounts * worth.gather(2, best).squeeze(2)


def loss_of(errors: Tensor, weights: Tensor, *, clips: bool) -> Tensor:
    """The sum over learners of their mean losses.

    Published: the square of the error, cut to -1..1: one beyond teaches nothing. Else Huber's loss,
    in which it teaches as much as an error of 1.
    """
    if clips:
        losses = errors.clamp(-1, 1).square()
    else:
        losses = functional.huber_loss(errors, torch.zeros_like(errors), reduction="none")
    return (weights * losses).mean(dim=1).sum()
