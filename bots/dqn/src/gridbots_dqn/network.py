"""Feed-forward network in numpy, for playing: convolutions, dense layers, a value for each action.

Its Architecture stands in the metadata of its weights. The weights are arrays of these names, laid
out as torch lays them out:

    convolution0_weight  (planes out, planes in, rows, columns)    convolution0_bias  (planes out,)
    dense0_weight        (units out, units in)                     dense0_bias        (units out,)
    actions_weight       (actions, units)                          actions_bias       (actions,)
    value_weight         (1, units)                                value_bias         (1,)

and so on with convolution1, dense1. The first dense layer sees the planes, row by row, and behind
them the flags. `value` is there in dueling networks alone (Wang and others 2016): there the first
half of the last dense layer's units goes to the value, the second half to the actions.
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
    """What is seen: planes, rows, columns."""
    flags: int
    """Numbers that are seen behind the planes."""
    convolutions: tuple[tuple[int, int], ...]
    """Of each: planes out, and the side of its kernel."""
    dense: tuple[int, ...]
    """Units of each layer."""
    actions: int
    padding: int = 0
    """Cells of zeros around the planes before each convolution."""
    dueling: bool = False
    slope: float = 0.01
    """Of the rectifier behind each layer, for negative numbers; 0: they become 0."""
    head_slope: float = 1.0
    """The same behind value and actions of a dueling network; 1: they are left as they are."""

    def sides(self) -> list[tuple[int, int]]:
        """Rows and columns of the board, and behind each convolution."""
        rows, columns = self.planes[1:]
        found = [(rows, columns)]
        for _, side in self.convolutions:
            less = side - 1 - 2 * self.padding
            rows, columns = rows - less, columns - less
            found.append((rows, columns))
        return found

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The name and the shape of every array of weights."""
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
    """The network of an architecture with its weights."""

    def __init__(self, architecture: Architecture, weights: Mapping[str, NDArray[Any]]) -> None:
        """Weights may be of any floating type.

        Raises:
            ValueError: they are not those of the architecture.
        """
        got = {name: array.shape for name, array in weights.items()}
        if got != architecture.shapes():
            raise ValueError(f"expected weights of the shapes {architecture.shapes()}, got {got}")
        self._architecture = architecture
        self.weights = {name: array.astype(np.float32) for name, array in weights.items()}
        """By the names of the architecture."""

    def __call__(self, seen: Floats) -> Floats:
        """What each action is worth; by row, as what is seen."""
        architecture, (planes, rows, columns) = self._architecture, self._architecture.planes
        board = seen[:, : planes * rows * columns].reshape(-1, planes, rows, columns)
        for number in range(len(architecture.convolutions)):
            board = self._bent(self._convolved(board, f"convolution{number}"))
        flags = seen[:, planes * rows * columns :]
        units = np.concatenate([board.reshape(len(seen), -1), flags], axis=1)
        for number in range(len(architecture.dense)):
            units = self._bent(self._summed(units, f"dense{number}"))
        return self._judged(units)

    def _convolved(self, board: Floats, name: str) -> Floats:
        """By row, plane, and cell; each kernel's windows are laid out in rows of one matrix."""
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
            # A product would wait for threads on other cores: on busy ones 8 ms instead of 0.2.
            return np.einsum("kj,ij->ki", units, weights) + bias
        return units @ weights.T + bias

    def _bent(self, numbers: Floats) -> Floats:
        return np.maximum(numbers, self._architecture.slope * numbers)

    def _judged(self, units: Floats) -> Floats:
        if not self._architecture.dueling:
            return self._summed(units, "actions")
        half, slope = units.shape[1] // 2, self._architecture.head_slope
        value = self._summed(units[:, :half], "value")
        actions = self._summed(units[:, half:], "actions")
        value, actions = np.maximum(value, slope * value), np.maximum(actions, slope * actions)
        return value + actions - actions.mean(axis=1, keepdims=True)
