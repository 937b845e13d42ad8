"""Feed-forward network of two hidden layers, as kernels: for both seats of a duel at once.

What it says of a position is what the layers make of it, less what they make of it with the seats
exchanged: so it has no favourite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots_mcts.light_riders.duel_network.features import INPUTS, exchange

if TYPE_CHECKING:
    from gridbots.space import Array, Record

FIRST: Final = 32
SECOND: Final = 16
"""Units of the hidden layers."""
SHAPES: Final = {
    "first": (INPUTS, FIRST),
    "first_bias": (FIRST,),
    "second": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "last": (SECOND,),
}
"""Of the weights: inputs by units."""
NETWORK: Final = np.dtype(
    [
        *((name, "f4", shape) for name, shape in SHAPES.items()),
        # Loops over so many units are vectorized; over a constant number they are unrolled.
        ("units", "i8", (2,)),
        ("seen", "f4", (2, INPUTS)),  # by the seat, and by the other
        ("first_sums", "f4", (2, FIRST)),
        ("second_sums", "f4", (2, SECOND)),
    ]
)
"""A network with its weights, and room to compute in."""


@kernel
def log_odds(network: Record) -> float:
    """Logarithm of the chance to win by that to lose, of the seat whose features are in `seen`."""
    seen, units, first, second = (
        network["seen"],
        network["units"],
        network["first_sums"],
        network["second_sums"],
    )
    exchange(seen[0], seen[1])
    for unit in range(FIRST):
        first[0, unit] = first[1, unit] = network["first_bias"][unit]
    for unit in range(SECOND):
        second[0, unit] = second[1, unit] = network["second_bias"][unit]
    for number in range(INPUTS):
        add(seen[0, number], seen[1, number], network["first"][number], units[0], first)
    for number in range(FIRST):
        one, other = rectified(first[0, number]), rectified(first[1, number])
        add(one, other, network["second"][number], units[1], second)
    total = 0.0
    for unit in range(SECOND):
        apart = rectified(second[0, unit]) - rectified(second[1, unit])
        total += apart * network["last"][unit]
    return float(total)


@kernel
def add(one: float, other: float, weights: Array, units: int, sums: Array) -> None:
    """Add what a number means to each unit, for both seats."""
    first, second = sums[0], sums[1]
    for unit in range(units):
        first[unit] += one * weights[unit]
        second[unit] += other * weights[unit]


@kernel
def rectified(number: float) -> float:
    return max(number, np.float32(0.0))  # type: ignore[return-value]  # numpy's types say less
