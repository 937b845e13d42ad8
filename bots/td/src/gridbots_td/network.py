"""Residual network: one hidden layer of rectified units, added to the linear value.

Its inputs are the dense features and the cells of the board as the seat sees it: rotated so that
its start is at the top left, and mirrored so that its head is not below the diagonal. It is
therefore for two seats on 7x7. All weights are in one row: biases, output weights, input weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.paperio.state import OWNED
from gridbots.grid import column_of, index_of, row_of
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array

MAX_UNITS: Final = 64
"""Maximum number of hidden units; the length of `hidden` is the actual number."""
SIDE: Final = 7
"""Rows and columns of its board."""
CELLS: Final = SIDE * SIDE
PLANES: Final = 6
"""Own land, the opponent's land, own trail, its trail, own head, its head."""
MAX_INPUTS: Final = 160
"""Upper bound of the cell inputs that are 1 in a position."""


def network_weights(denses: int, units: int) -> int:
    """Number of weights of a network."""
    return units * (2 + denses + PLANES * CELLS)


def random_network(random: np.random.Generator, denses: int, units: int) -> np.ndarray:
    """Initial weights: units that differ, with an output near 0."""
    weights = random.normal(0.0, 0.1, network_weights(denses, units))
    weights[:units] = 0.0
    weights[units : 2 * units] *= 0.1
    return weights.astype(np.float32)


@kernel
def write_inputs(state: State, seat: int, opponent: int, inputs: Array) -> int:
    """Write the indices of the cell inputs that are 1; return their number."""
    count, mirrors = 0, is_mirrored(state, seat)
    for row in range(SIDE):
        for column in range(SIDE):
            cell = index_of(row, column, state["stride"])
            at = seen_from(row, column, seat, mirrors)
            for plane in range(PLANES):
                if is_set(state, cell, plane, seat, opponent):
                    inputs[count] = at + plane * CELLS
                    count += 1
    return count


@kernel
def is_set(state: State, cell: int, plane: int, seat: int, opponent: int) -> bool:
    """Whether a plane has a cell set: land, trail or head of the seat or its opponent."""
    owner = opponent if plane & 1 else seat
    if plane < 2:
        return bool(state["owners"][cell] == OWNED + owner)
    if plane < 4:
        return bool(state["trails"][cell] >> owner & 1)
    return bool(state["heads"][owner] == cell)


@kernel
def is_mirrored(state: State, seat: int) -> bool:
    """Whether a head is below the diagonal, as the seat sees the board."""
    head, stride = state["heads"][seat], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    return bool(row < column if seat == 1 else row > column)


@kernel
def seen_from(row: int, column: int, seat: int, mirrors: bool) -> int:  # noqa: FBT001
    """The index of a cell as a seat sees the board."""
    if seat == 1:
        row, column = SIDE - 1 - row, SIDE - 1 - column
    return column * SIDE + row if mirrors else row * SIDE + column


@kernel
def forward(network: Array, dense: Array, inputs: Array, hidden: Array) -> float:
    """Compute the output; leaves the activations in `hidden`."""
    units = len(hidden)
    for unit in range(units):
        hidden[unit] = network[unit]
    for feature in range(len(dense)):
        if dense[feature] != 0.0:
            start, amount = (2 + feature) * units, np.float32(dense[feature])
            for unit in range(units):
                hidden[unit] += network[start + unit] * amount
    for at in inputs:
        start = (2 + len(dense) + at) * units
        for unit in range(units):
            hidden[unit] += network[start + unit]
    total = np.float32(0.0)
    for unit in range(units):
        hidden[unit] = max(hidden[unit], np.float32(0.0))
        total += network[units + unit] * hidden[unit]
    return float(total)


@kernel
def squared_gradient(network: Array, dense: Array, inputs: Array, hidden: Array) -> float:
    """Squared norm of the gradient of the output, after `forward`."""
    units, squares, total = len(hidden), 1.0 + len(inputs), 0.0
    for feature in range(len(dense)):
        squares += dense[feature] * dense[feature]
    for unit in range(units):
        if hidden[unit] > 0.0:
            total += hidden[unit] ** 2 + network[units + unit] ** 2 * squares
    return total


@kernel
def descend(network: Array, dense: Array, inputs: Array, hidden: Array, change: float) -> None:
    """Add the gradient times a change to all weights, after `forward`."""
    units = len(hidden)
    for unit in range(units):
        activation = hidden[unit]
        # From here on, `hidden` holds the change of the weights into the unit.
        hidden[unit] = np.float32(change) * network[units + unit] if activation > 0.0 else 0.0
        network[units + unit] += np.float32(change) * activation
        network[unit] += hidden[unit]
    for feature in range(len(dense)):
        if dense[feature] != 0.0:
            start, amount = (2 + feature) * units, np.float32(dense[feature])
            for unit in range(units):
                network[start + unit] += hidden[unit] * amount
    for at in inputs:
        start = (2 + len(dense) + at) * units
        for unit in range(units):
            network[start + unit] += hidden[unit]
