"""Optimizers on one row of weights: Adam (Kingma and Ba 2015), and RMSProp with momentum.

With millions of weights, a step is bound by memory. On a processor it is one compiled loop, which
reads each number once; a sequence of torch operations would read it several times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from gridbots.kernel import kernel
from gridbots_dqn.device import in_memory

if TYPE_CHECKING:
    from collections.abc import Callable

Tensor = Any
SINGLE: Final = np.float32
ADAM_FIRST, ADAM_SECOND, ADAM_EPSILON = SINGLE(0.1), SINGLE(0.001), SINGLE(1e-8)
"""Update rates of the first and second moments, and epsilon."""
MOMENTUM, RMSPROP_SECOND, RMSPROP_EPSILON = SINGLE(0.95), SINGLE(0.1), SINGLE(1e-10)
"""Published values; epsilon is added inside the root."""


class Optimizer:
    """Adam or RMSProp, with its moments."""

    def __init__(self, name: str, rate: float, row: Tensor, runs: Callable[..., Any]) -> None:
        """`runs` compiles kernels, or returns them unchanged."""
        self._is_adam = name == "adam"
        self._rate = rate
        self._runs = runs
        self.moments = torch.stack([torch.zeros_like(row)] * 2)
        """First and second moments by weight; the first ones of RMSProp are its last steps."""
        self.steps = np.zeros(1, np.int64)

    def step(self, row: Tensor, gradient: Tensor, share: float) -> None:
        """Change the weights; `share`: factor of the learning rate."""
        self.steps += 1
        numbers = self._unbiased(share * self._rate) if self._is_adam else [share * self._rate]
        tensors = row, gradient, self.moments
        if row.is_cuda:
            (adam_in_torch if self._is_adam else rmsprop_in_torch)(*tensors, *numbers)
        else:
            run = self._runs(adam if self._is_adam else rmsprop)
            run(*map(in_memory, tensors), *map(SINGLE, numbers))

    def _unbiased(self, rate: float) -> list[float]:
        """The learning rate and the factor of the second moments, with Adam's bias correction."""
        steps = int(self.steps[0])
        kept = [1 - (1 - float(share)) ** steps for share in (ADAM_FIRST, ADAM_SECOND)]
        return [rate / kept[0], 1 / kept[1]]


@kernel
def adam(row: Any, gradient: Any, moments: Any, rate: Any, scale: Any) -> None:
    first, second = moments[0], moments[1]
    for at in range(len(row)):
        slope = gradient[at]
        first[at] += ADAM_FIRST * (slope - first[at])
        second[at] += ADAM_SECOND * (slope * slope - second[at])
        # Division by an operator checks for zeros, one number at a time.
        row[at] -= np.divide(rate * first[at], np.sqrt(scale * second[at]) + ADAM_EPSILON)


@kernel
def rmsprop(row: Any, gradient: Any, moments: Any, rate: Any) -> None:
    first, second = moments[0], moments[1]
    for at in range(len(row)):
        slope = gradient[at]
        second[at] += RMSPROP_SECOND * (slope * slope - second[at])
        change = np.divide(rate * slope, np.sqrt(second[at] + RMSPROP_EPSILON))
        first[at] = MOMENTUM * first[at] + change
        row[at] -= first[at]


def adam_in_torch(
    row: Tensor, gradient: Tensor, moments: Tensor, rate: float, scale: float
) -> None:
    first, second = moments
    first.lerp_(gradient, float(ADAM_FIRST))
    second.lerp_(gradient.square(), float(ADAM_SECOND))
    root = (scale * second).sqrt_().add_(float(ADAM_EPSILON))
    row.addcdiv_(first, root, value=-rate)


def rmsprop_in_torch(row: Tensor, gradient: Tensor, moments: Tensor, rate: float) -> None:
    first, second = moments
    second.lerp_(gradient.square(), float(RMSPROP_SECOND))
    root = (second + float(RMSPROP_EPSILON)).sqrt_()
    first.mul_(float(MOMENTUM)).addcdiv_(gradient, root, value=rate)
    row.sub_(first)
