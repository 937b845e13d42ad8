"""Q-networks of several learners in torch, side by side, with their targets and loss.

All learners compute at once: their convolutions are groups of one convolution, their dense layers
one batch of products.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.nn import functional

from gridbots_dqn.dqn.training.master_weights import MasterWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.network import Architecture

Tensor = Any
CPU: Final = torch.device("cpu")


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
        shapes = {name: (len(seeds), *shape) for name, shape in architecture.shapes().items()}
        drawn = [first_weights(architecture, seed) for seed in seeds]
        row = [np.stack([each[name] for each in drawn]).ravel() for name in shapes]
        there = torch.from_numpy(np.concatenate(row)).to(device)
        self.present = MasterWeights(shapes, there, halves=halves)
        """The weights that learn."""

    def weights(self, learner: int) -> dict[str, NDArray[np.float32]]:
        """The weights of one, as arrays for playing: for what is seen as it is."""
        named = self.present.named(self.present.row)
        found = {name: array[learner].cpu().numpy().copy() for name, array in named.items()}
        if self._scales is not None:
            first = next(iter(found.values()))
            by_plane = first.reshape(len(first), len(self._scales), -1)
            by_plane *= self._scales[:, None]
        return found

    def values(self, weights: MasterWeights, seen: Tensor) -> Tensor:
        """What each action is worth, by learner and position, by these weights."""
        seen = seen.to(self._number)
        if self._scale is not None:
            seen = seen * self._scale.to(self._number)
        return self._judged(self._units(seen, weights.arrays).float(), weights.arrays)

    def _units(self, seen: Tensor, weights: dict[str, Tensor]) -> Tensor:
        """What the last dense layer makes of it."""
        architecture = self.architecture
        count, cells = seen.shape[:2], int(np.prod(architecture.planes))
        board = seen[:, :, :cells].transpose(0, 1)
        board = board.reshape(count[1], count[0] * architecture.planes[0], *architecture.planes[1:])
        for number in range(len(architecture.convolutions)):
            board = self._bent(convolved(board, weights, number, architecture.padding))
        board = board.reshape(count[1], count[0], -1).transpose(0, 1)
        units = torch.cat([board, seen[:, :, cells:]], dim=2)
        for number in range(len(architecture.dense)):
            units = self._bent(summed(units, weights, f"dense{number}"))
        return units

    def _bent(self, numbers: Tensor) -> Tensor:
        return functional.leaky_relu(numbers, self.architecture.slope)

    def _judged(self, units: Tensor, weights: dict[str, Tensor]) -> Tensor:
        if not self.architecture.dueling:
            return summed(units, weights, "actions")
        first, second = units.chunk(2, dim=2)
        slope = self.architecture.head_slope
        value = functional.leaky_relu(summed(first, weights, "value"), slope)
        actions = functional.leaky_relu(summed(second, weights, "actions"), slope)
        return value + actions - actions.mean(dim=2, keepdim=True)


def first_weights(architecture: Architecture, seed: int) -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    found = {}
    for name, shape in architecture.shapes().items():
        spread = np.sqrt(2 / np.prod(shape[1:])) if name.endswith("weight") else 0.0
        found[name] = (spread * random.standard_normal(shape)).astype(np.float32)
    return found


def convolved(board: Tensor, weights: dict[str, Tensor], number: int, padding: int) -> Tensor:
    weight, bias = weights[f"convolution{number}_weight"], weights[f"convolution{number}_bias"]
    return functional.conv2d(
        board, weight.flatten(0, 1), bias.flatten(), padding=padding, groups=len(weight)
    )


def summed(units: Tensor, weights: dict[str, Tensor], name: str) -> Tensor:
    weight, bias = weights[f"{name}_weight"], weights[f"{name}_bias"]
    padded = functional.pad(units, (0, weight.shape[2] - units.shape[2]))
    found: Tensor = Dense.apply(padded, weight, bias)
    return found


class Dense(torch.autograd.Function):  # type: ignore[misc]  # it has no types
    """Dense layer whose gradient comes laid out as its weights are.

    That of `baddbmm` comes transposed and is then copied: a fifth of a step with 2 million weights.
    """

    @staticmethod
    def forward(kept: Any, units: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        kept.save_for_backward(units, weight)
        return torch.baddbmm(bias.unsqueeze(1), units, weight.transpose(1, 2))

    @staticmethod
    def backward(kept: Any, gradient: Tensor) -> tuple[Tensor | None, Tensor, Tensor]:
        units, weight = kept.saved_tensors
        back = torch.bmm(gradient, weight) if kept.needs_input_grad[0] else None
        return back, torch.bmm(gradient.transpose(1, 2), units), gradient.sum(dim=1)


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
