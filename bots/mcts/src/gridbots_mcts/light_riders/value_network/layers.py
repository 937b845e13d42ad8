"""Feed-forward network of two hidden layers, as kernels: for two rows of features at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.space import Array, Record

FIRST: Final = 32
SECOND: Final = 16
"""Units of the hidden layers."""


def shapes_of(inputs: int) -> dict[str, tuple[int, ...]]:
    """Of the weights, by name: inputs by units."""
    return {
        "first": (inputs, FIRST),
        "first_bias": (FIRST,),
        "second": (FIRST, SECOND),
        "second_bias": (SECOND,),
        "last": (SECOND,),
    }


def network_type(inputs: int) -> np.dtype[np.void]:
    """A network with its weights, and room to compute in."""
    return np.dtype(
        [
            *((name, "f4", shape) for name, shape in shapes_of(inputs).items()),
            # Loops over so many units are vectorized; over a constant number they are unrolled.
            ("units", "i8", (2,)),
            ("seen", "f4", (2, inputs)),
            ("first_sums", "f4", (2, FIRST)),
            ("second_sums", "f4", (2, SECOND)),
        ]
    )


@kernel
def sum_up(network: Record) -> None:
    """Compute the sums of the second layer for both rows of `seen`."""
    seen, units, first, second = (
        network["seen"],
        network["units"],
        network["first_sums"],
        network["second_sums"],
    )
    for unit in range(FIRST):
        first[0, unit] = first[1, unit] = network["first_bias"][unit]
    for unit in range(SECOND):
        second[0, unit] = second[1, unit] = network["second_bias"][unit]
    for number in range(seen.shape[1]):
        add(seen[0, number], seen[1, number], network["first"][number], units[0], first)
    for number in range(FIRST):
        one, other = rectified(first[0, number]), rectified(first[1, number])
        add(one, other, network["second"][number], units[1], second)


@kernel
def add(one: float, other: float, weights: Array, units: int, sums: Array) -> None:
    """Add what a number means to each unit, for both rows."""
    first, second = sums[0], sums[1]
    for unit in range(units):
        first[unit] += one * weights[unit]
        second[unit] += other * weights[unit]


@kernel
def rectified(number: float) -> float:
    return max(number, np.float32(0.0))  # type: ignore[return-value]  # numpy's types say less


@kernel
def last_sum(network: Record, row: int) -> float:
    """What the network says of a row, after `sum_up`, up to what is the same for all rows."""
    total = 0.0
    for unit in range(SECOND):
        total += rectified(network["second_sums"][row, unit]) * network["last"][unit]
    return float(total)
