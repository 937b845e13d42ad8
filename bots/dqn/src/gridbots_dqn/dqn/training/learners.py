"""Q-networks of several learners in torch, with their weights, targets and loss.

All learners compute at once: a layer of all of them is one batched product.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.nn import functional

from gridbots_dqn.dqn.training.layers import by_patch, by_plane, convolved, summed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots_dqn.network import Architecture

Tensor = Any
CPU: Final = torch.device("cpu")
CONVOLUTION: Final = 4
"""Dimensions of the weights of a convolution."""
LANES: Final = 32
"""bfloat16 numbers in the widest registers."""
SINGLE_PRECISION: Final = ("value", "actions")
"""Layers that always compute in single precision, by the start of their names."""


class MasterWeights:
    """Weights of several learners: one row that an optimizer changes, and arrays to compute with.

    The row holds array after array, each with all learners. The arrays are views of it. In mixed
    precision (Micikevicius et al. 2018) they are copies in bfloat16, and the row holds the master
    weights: small steps would be lost in the copies. Products of unaligned matrices take several
    times as long there, so inputs of dense layers are padded with zeros.
    """

    def __init__(
        self, shapes: Mapping[str, tuple[int, ...]], row: Tensor, *, halves: bool = False
    ) -> None:
        """`shapes`: of the arrays, learners first; `halves`: compute in bfloat16."""
        self._shapes = dict(shapes)
        self._halves = halves
        self.row = row
        self.gradient = torch.zeros_like(row)
        self._named = self.named(row)
        self.arrays = {name: self._working(name, part) for name, part in self._named.items()}
        """Arrays to compute with, by name: (learners, ...)."""
        self.update_arrays()

    def copy(self) -> MasterWeights:
        return MasterWeights(self._shapes, self.row.clone(), halves=self._halves)

    def named(self, row: Tensor) -> dict[str, Tensor]:
        """The arrays in a row, by name."""
        sizes = [torch.Size(shape).numel() for shape in self._shapes.values()]
        parts = zip(row.split(sizes), self._shapes.items(), strict=True)
        return {name: part.view(shape) for part, (name, shape) in parts}

    def _working(self, name: str, part: Tensor) -> Tensor:
        if not self._halves or name.startswith(SINGLE_PRECISION):
            return part.detach().requires_grad_()
        copy = part.to(torch.bfloat16)
        if name.startswith("dense") and name.endswith("weight"):
            copy = functional.pad(copy, (0, -copy.shape[-1] % LANES))
        return copy.requires_grad_()

    def copy_from(self, other: MasterWeights) -> None:
        self.row.copy_(other.row)
        self.update_arrays()

    def update_arrays(self) -> None:
        """Update the arrays after a change of the row."""
        if not self._halves:
            return
        with torch.no_grad():
            for name, part in self._named.items():
                self.arrays[name][..., : part.shape[-1]].copy_(part)

    def gradient_of(self, loss: Tensor) -> Tensor:
        """The gradient of a loss as a row; the next call overwrites it."""
        found = torch.autograd.grad(loss, list(self.arrays.values()))
        for part, gradient in zip(self.named(self.gradient).values(), found, strict=True):
            part.copy_(gradient[..., : part.shape[-1]])
        return self.gradient


class Learners:
    """Networks of one architecture, one for each learner, each with its own weights."""

    def __init__(
        self,
        architecture: Architecture,
        seeds: list[int],
        device: torch.device = CPU,
        *,
        scales: NDArray[np.float32] | None = None,
        halves: bool = False,
    ) -> None:
        """Initialize the weights by these seeds: normal, variance 2 / inputs (He et al. 2015).

        `scales`: factors of the input planes; `halves`: compute in bfloat16.
        """
        self.architecture = architecture
        self._scales = scales
        self._scale = None
        if scales is not None:
            each = np.repeat(scales, np.prod(architecture.planes[1:]))
            self._scale = torch.from_numpy(each).to(device)
        self._number = torch.bfloat16 if halves else torch.float32
        sampled = [initial_weights(architecture, seed) for seed in seeds]
        arrays = {name: np.stack([each[name] for each in sampled]) for name in sampled[0]}
        shapes = {name: array.shape for name, array in arrays.items()}
        row = np.concatenate([array.ravel() for array in arrays.values()])
        there = torch.from_numpy(row).to(device)
        self.online = MasterWeights(shapes, there, halves=halves)
        """The weights that are trained."""

    def weights(self, learner: int) -> dict[str, NDArray[np.float32]]:
        """The weights of a learner, for playing with unscaled inputs."""
        named = self.online.named(self.online.row)
        found = {}
        for name, shape in self.architecture.shapes().items():
            array = named[name][learner].cpu().numpy()
            found[name] = (by_plane(array, shape[1]) if len(shape) == CONVOLUTION else array).copy()
        if self._scales is not None:
            first = next(iter(found.values()))
            planes = first.reshape(len(first), len(self._scales), -1)
            planes *= self._scales[:, None]
        return found

    def values(self, weights: MasterWeights, seen: Tensor) -> Tensor:
        """Q-values by learner, position and action, with these weights."""
        seen = seen.to(self._number)
        if self._scale is not None:
            seen = seen * self._scale.to(self._number)
        return self._output(self._units(seen, weights.arrays).float(), weights.arrays)

    def _units(self, seen: Tensor, weights: dict[str, Tensor]) -> Tensor:
        """Outputs of the last dense layer."""
        planes, rows, columns = self.architecture.planes
        learners, count = seen.shape[:2]
        cells = seen[:, :, : planes * rows * columns].view(learners, count, planes, rows, columns)
        board = cells.permute(0, 1, 3, 4, 2)
        for number in range(len(self.architecture.convolutions)):
            layer = layer_of(weights, f"convolution{number}")
            board = self._activated(convolved(board, *layer, self.architecture.padding))
        planes_first = board.permute(0, 1, 4, 2, 3).reshape(learners, count, -1)
        units = torch.cat([planes_first, seen[:, :, planes * rows * columns :]], dim=2)
        for number in range(len(self.architecture.dense)):
            units = self._activated(summed(units, *layer_of(weights, f"dense{number}")))
        return units

    def _activated(self, numbers: Tensor) -> Tensor:
        return functional.leaky_relu(numbers, self.architecture.slope)

    def _output(self, units: Tensor, weights: dict[str, Tensor]) -> Tensor:
        if not self.architecture.dueling:
            return summed(units, *layer_of(weights, "actions"))
        first, second = units.chunk(2, dim=2)
        slope = self.architecture.head_slope
        value = functional.leaky_relu(summed(first, *layer_of(weights, "value")), slope)
        actions = functional.leaky_relu(summed(second, *layer_of(weights, "actions")), slope)
        return value + actions - actions.mean(dim=2, keepdim=True)


def initial_weights(architecture: Architecture, seed: int) -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    found = {}
    for name, shape in architecture.shapes().items():
        std = np.sqrt(2 / np.prod(shape[1:])) if name.endswith("weight") else 0.0
        sampled = (std * random.standard_normal(shape)).astype(np.float32)
        found[name] = by_patch(sampled) if sampled.ndim == CONVOLUTION else sampled
    return found


def layer_of(weights: dict[str, Tensor], name: str) -> tuple[Tensor, Tensor]:
    return weights[f"{name}_weight"], weights[f"{name}_bias"]


def targets(  # noqa: PLR0913, PLR0917  the parts of a transition
    learners: Learners,
    target: MasterWeights,
    after: Tensor,
    illegal: Tensor,
    rewards: Tensor,
    discounts: Tensor,
    *,
    double: bool,
) -> Tensor:
    """TD targets of transitions.

    The target network values the best next action; with `double` (van Hasselt et al. 2016) the
    online network chooses that action. `illegal` is true for actions that are not accepted.
    """
    with torch.no_grad():
        values = learners.values(target, after)
        chosen_by = learners.values(learners.online, after) if double else values
        best = chosen_by.masked_fill(illegal, -torch.inf).argmax(dim=2, keepdim=True)
        return rewards + discounts * values.gather(2, best).squeeze(2)


def loss_of(errors: Tensor, weights: Tensor, *, clips: bool) -> Tensor:
    """The sum over learners of their mean losses.

    With `clips`, as published: the square of the error clipped to -1..1, whose gradient is 0 for
    larger errors. Otherwise the Huber loss.
    """
    if clips:
        losses = errors.clamp(-1, 1).square()
    else:
        losses = functional.huber_loss(errors, torch.zeros_like(errors), reduction="none")
    return (weights * losses).mean(dim=1).sum()
