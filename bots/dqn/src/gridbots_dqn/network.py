"""Feed-forward network in numpy, for playing: convolutions, dense layers, a value for each action.

The metadata of weights holds the Architecture. The weights are arrays with these names, in the
layout of torch:

    convolution0_weight  (planes out, planes in, rows, columns)    convolution0_bias  (planes out,)
    dense0_weight        (units out, units in)                     dense0_bias        (units out,)
    actions_weight       (actions, units)                          actions_bias       (actions,)
    value_weight         (1, units)                                value_bias         (1,)

and so on with convolution1, dense1. The inputs of the first dense layer are the planes, row by row,
and then the flags. Only dueling networks (Wang et al. 2016) have `value`: there the first half of
the last dense layer's units feeds the value, the second half the actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

Floats = Any
"""float32 array."""


class Architecture(msgspec.Struct, frozen=True):
    """Network architecture: its layers, and their sizes."""

    planes: tuple[int, int, int]
    """Input planes, rows, columns."""
    flags: int
    """Input numbers after the planes."""
    convolutions: tuple[tuple[int, int], ...]
    """Output planes and kernel side of each."""
    dense: tuple[int, ...]
    """Units of each dense layer."""
    actions: int
    padding: int = 0
    """Cells of zeros around the planes before each convolution."""
    dueling: bool = False
    slope: float = 0.01
    """Negative slope of the activation after each layer; 0: ReLU."""
    head_slope: float = 1.0
    """Negative slope after value and actions of a dueling network; 1: no activation."""

    def sides(self) -> list[tuple[int, int]]:
        """Rows and columns of the board, and after each convolution."""
        rows, columns = self.planes[1:]
        found = [(rows, columns)]
        for _, side in self.convolutions:
            less = side - 1 - 2 * self.padding
            rows, columns = rows - less, columns - less
            found.append((rows, columns))
        return found

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Names and shapes of the weights."""
        found: dict[str, tuple[int, ...]] = {}
        planes = self.planes[0]
        for number, (out, side) in enumerate(self.convolutions):
            found[f"convolution{number}_weight"] = (out, planes, side, side)
            planes = out
        rows, columns = self.sides()[-1]
        units = planes * rows * columns + self.flags
        for number, out in enumerate(self.dense):
            found[f"dense{number}_weight"] = (out, units)
            units = out
        if self.dueling:
            units //= 2
            found["value_weight"] = (1, units)
        found["actions_weight"] = (self.actions, units)
        biases = {name.replace("weight", "bias"): (shape[0],) for name, shape in found.items()}
        return found | biases


class Network:
    """A network with its weights."""

    def __init__(self, architecture: Architecture, weights: Mapping[str, NDArray[Any]]) -> None:
        """Weights may be of any floating type.

        Raises:
            ValueError: they do not fit the architecture.
        """
        got = {name: array.shape for name, array in weights.items()}
        if got != architecture.shapes():
            raise ValueError(f"expected weights of the shapes {architecture.shapes()}, got {got}")
        self._architecture = architecture
        self.weights = {name: array.astype(np.float32) for name, array in weights.items()}
        """Weights by name."""

    def __call__(self, seen: Floats) -> Floats:
        """The value of each action, for each row of inputs."""
        architecture, (planes, rows, columns) = self._architecture, self._architecture.planes
        board = seen[:, : planes * rows * columns].reshape(-1, planes, rows, columns)
        for number in range(len(architecture.convolutions)):
            board = self._activated(self._convolved(board, f"convolution{number}"))
        flags = seen[:, planes * rows * columns :]
        units = np.concatenate([board.reshape(len(seen), -1), flags], axis=1)
        for number in range(len(architecture.dense)):
            units = self._activated(self._summed(units, f"dense{number}"))
        return self._output(units)

    def _convolved(self, board: Floats, name: str) -> Floats:
        """Convolve by one matrix product, whose rows are the windows of the kernels."""
        weights, pad = self.weights[f"{name}_weight"], self._architecture.padding
        out, _, side, _ = weights.shape
        if pad:
            board = np.pad(board, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
        windows = np.lib.stride_tricks.sliding_window_view(board, (side, side), axis=(2, 3))
        count, _, rows, columns = windows.shape[:4]
        patches = windows.transpose(0, 2, 3, 1, 4, 5).reshape(count, rows * columns, -1)
        summed = patches @ weights.reshape(out, -1).T + self.weights[f"{name}_bias"]
        return summed.transpose(0, 2, 1).reshape(count, out, rows, columns)

    def _summed(self, units: Floats, name: str) -> Floats:
        weights, bias = self.weights[f"{name}_weight"], self.weights[f"{name}_bias"]
        if len(units) == 1:
            # A matrix product waits for threads on other cores: 8 ms instead of 0.2 on busy ones.
            return np.einsum("kj,ij->ki", units, weights) + bias
        return units @ weights.T + bias

    def _activated(self, numbers: Floats) -> Floats:
        return np.maximum(numbers, self._architecture.slope * numbers)

    def _output(self, units: Floats) -> Floats:
        if not self._architecture.dueling:
            return self._summed(units, "actions")
        half, slope = units.shape[1] // 2, self._architecture.head_slope
        value = self._summed(units[:, :half], "value")
        actions = self._summed(units[:, half:], "actions")
        value, actions = np.maximum(value, slope * value), np.maximum(actions, slope * actions)
        return value + actions - actions.mean(axis=1, keepdims=True)
