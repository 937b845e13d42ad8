"""Feed-forward network with two hidden layers, as kernels for two or four rows at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots.training import weights

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from gridbots.space import Array, Record

FIRST: Final = 32
SECOND: Final = 16
"""Units of the hidden layers."""
MIN_SIDE: Final = 8
MAX_SIDE: Final = 16
"""Rows and columns of the boards that the networks were trained on."""


@kernel
def is_trained_size(width: int, height: int) -> bool:
    return bool(min(width, height) >= MIN_SIDE and max(width, height) <= MAX_SIDE)


def shapes_of(inputs: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the weights by name: inputs by units."""
    return {
        "first": (inputs, FIRST),
        "first_bias": (FIRST,),
        "second": (FIRST, SECOND),
        "second_bias": (SECOND,),
        "last": (SECOND,),
    }


def network_type(rows: int, inputs: int) -> np.dtype[np.void]:
    """Record of a network: its weights, and scratch space for this many rows of features."""
    return np.dtype(
        [
            *((name, "f4", shape) for name, shape in shapes_of(inputs).items()),
            # Loops over a variable number of units are vectorized; constant ones are unrolled.
            ("units", "i8", (2,)),
            ("seen", "f4", (rows, inputs)),
            ("first_sums", "f4", (rows, FIRST)),
            ("second_sums", "f4", (rows, SECOND)),
        ]
    )


def read_network(folder: Path, name: str, inputs: int) -> dict[str, NDArray[Any]]:
    """Read weights of the package by name, or those of a file: a name that ends in `.npz`.

    Raises:
        SettingsError: there are none, or they do not fit the network.
    """
    expected: weights.Expected = {
        name: (shape, np.float32) for name, shape in shapes_of(inputs).items()
    }
    path = weights.find(folder, name)
    return weights.read(path, weights.About, "weights of a network").arrays(expected)


def write_network(network: Record, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write weights into the record of a network."""
    network["units"] = FIRST, SECOND
    for name, array in arrays.items():
        network[name] = array


@kernel
def sum_up_two(network: Record) -> None:
    """Compute the sums of the second layer for two rows."""
    seen, units = network["seen"], network["units"]
    first, second = network["first_sums"], network["second_sums"]
    begin(network)
    for number in range(seen.shape[1]):
        add_to_two(seen[0, number], seen[1, number], network["first"][number], units[0], first)
    for number in range(FIRST):
        one, other = rectified(first[0, number]), rectified(first[1, number])
        add_to_two(one, other, network["second"][number], units[1], second)


@kernel
def sum_up_four(network: Record) -> None:
    """Compute the sums of the second layer for four rows; it takes little longer than for two."""
    seen, units = network["seen"], network["units"]
    first, second = network["first_sums"], network["second_sums"]
    begin(network)
    for number in range(seen.shape[1]):
        add_to_four(
            seen[0, number], seen[1, number], seen[2, number], seen[3, number],
            network["first"][number], units[0], first,
        )  # fmt: skip
    for number in range(FIRST):
        add_to_four(
            rectified(first[0, number]), rectified(first[1, number]),
            rectified(first[2, number]), rectified(first[3, number]),
            network["second"][number], units[1], second,
        )  # fmt: skip


@kernel
def begin(network: Record) -> None:
    """Set all sums to their biases."""
    for row in range(network["seen"].shape[0]):
        for unit in range(FIRST):
            network["first_sums"][row, unit] = network["first_bias"][unit]
        for unit in range(SECOND):
            network["second_sums"][row, unit] = network["second_bias"][unit]


@kernel
def add_to_two(one: float, other: float, weights: Array, units: int, sums: Array) -> None:
    """Add the weighted input of two rows to the sums of all units."""
    first, second = sums[0], sums[1]
    for unit in range(units):
        first[unit] += one * weights[unit]
        second[unit] += other * weights[unit]


@kernel
def add_to_four(  # noqa: PLR0913, PLR0917  an input of each row
    one: float, two: float, three: float, four: float, weights: Array, units: int, sums: Array
) -> None:
    first, second, third, fourth = sums[0], sums[1], sums[2], sums[3]
    for unit in range(units):
        first[unit] += one * weights[unit]
        second[unit] += two * weights[unit]
        third[unit] += three * weights[unit]
        fourth[unit] += four * weights[unit]


@kernel
def rectified(number: float) -> float:
    return max(number, np.float32(0.0))  # type: ignore[return-value]  # numpy's types are too wide


@kernel
def last_sum(network: Record, row: int) -> float:
    """The output for a row whose sums are computed, up to a constant that is the same for all."""
    total = 0.0
    for unit in range(SECOND):
        total += rectified(network["second_sums"][row, unit]) * network["last"][unit]
    return float(total)
