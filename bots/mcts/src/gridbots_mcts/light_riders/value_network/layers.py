"""Feed-forward network of two hidden layers, as kernels: for two or four rows at once."""

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


def network_type(rows: int, inputs: int) -> np.dtype[np.void]:
    """A network with its weights, and room to compute in for so many rows of features."""
    return np.dtype(
        [
            *((name, "f4", shape) for name, shape in shapes_of(inputs).items()),
            # Loops over so many units are vectorized; over a constant number they are unrolled.
            ("units", "i8", (2,)),
            ("seen", "f4", (rows, inputs)),
            ("first_sums", "f4", (rows, FIRST)),
            ("second_sums", "f4", (rows, SECOND)),
        ]
    )


@kernel
def sum_up_two(network: Record) -> None:
    """Compute the sums of the second layer of a network for two rows."""
    seen, units, first, second = (
        network["seen"],
        network["units"],
        network["first_sums"],
        network["second_sums"],
    )
    begin(network)
    for number in range(seen.shape[1]):
        add_to_two(seen[0, number], seen[1, number], network["first"][number], units[0], first)
    for number in range(FIRST):
        one, other = rectified(first[0, number]), rectified(first[1, number])
        add_to_two(one, other, network["second"][number], units[1], second)


@kernel
def sum_up_four(network: Record) -> None:
    """The same for four rows, which takes little longer."""
    seen, units, first, second = (
        network["seen"],
        network["units"],
        network["first_sums"],
        network["second_sums"],
    )
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
    """Add what a number means to each unit, for both rows."""
    first, second = sums[0], sums[1]
    for unit in range(units):
        first[unit] += one * weights[unit]
        second[unit] += other * weights[unit]


@kernel
def add_to_four(  # noqa: PLR0913, PLR0917  a number of each row
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
    return max(number, np.float32(0.0))  # type: ignore[return-value]  # numpy's types say less


@kernel
def last_sum(network: Record, row: int) -> float:
    """What the network says of a row that is summed up; it may lack what is the same for all."""
    total = 0.0
    for unit in range(SECOND):
        total += rectified(network["second_sums"][row, unit]) * network["last"][unit]
    return float(total)
