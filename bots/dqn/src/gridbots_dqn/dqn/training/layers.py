"""Layers of several learners at once: dense layers, and convolutions as products of patches.

A convolution arranges the patches of its kernel as rows of a matrix (Chellapilla et al. 2006), cell
by cell with all planes, so that memory is read in runs. On small boards torch's convolutions are
slower, above all for the gradients of their weights.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.nn import functional

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tensor = Any


class Dense(torch.autograd.Function):  # type: ignore[misc]  # it has no types
    """Dense layer whose gradient has the memory layout of its weights.

    The gradient of `baddbmm` is transposed and must be copied, which takes a fifth of a step with
    2 million weights.
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


def summed(units: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Apply a dense layer.

    Shapes: (learners, positions, units in), (learners, units out, units in), (learners, units out).
    The weights may be padded; the units are then padded with zeros.
    """
    if less := weight.shape[2] - units.shape[2]:
        units = functional.pad(units, (0, less))
    found: Tensor = Dense.apply(units, weight, bias)
    return found


def convolved(board: Tensor, weight: Tensor, bias: Tensor, padding: int) -> Tensor:
    """Apply a convolution.

    Shapes: (learners, positions, rows, columns, planes in), (learners, planes out, patch size) and
    (learners, planes out); a patch is ordered by rows, columns and planes. `padding`: zero cells
    around the board.
    """
    if padding:
        board = functional.pad(board, (0, 0, padding, padding, padding, padding))
    learners, count, rows, columns, planes = board.shape
    side = int((weight.shape[2] // planes) ** 0.5)
    cells = board.reshape(learners, count, rows * columns, planes)
    patches = cells.index_select(2, cells_of_patches(rows, columns, side, board.device))
    units = summed(patches.view(learners, -1, weight.shape[2]), weight, bias)
    return units.view(learners, count, rows - side + 1, columns - side + 1, -1)


@functools.cache
def cells_of_patches(rows: int, columns: int, side: int, device: torch.device) -> Tensor:
    """The cells of all patches, one patch after the other, row by row."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    patches = np.lib.stride_tricks.sliding_window_view(cells, (side, side))
    return torch.from_numpy(patches.ravel()).to(device)


def by_patch(weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Convert weights (planes out, planes in, rows, columns) to the layout of `convolved`."""
    return weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)


def by_plane(weight: NDArray[np.float32], planes: int) -> NDArray[np.float32]:
    """Invert `by_patch`; `planes`: planes in."""
    side = int((weight.shape[1] // planes) ** 0.5)
    return weight.reshape(len(weight), side, side, planes).transpose(0, 3, 1, 2)
