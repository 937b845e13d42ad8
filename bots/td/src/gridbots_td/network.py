"""Residual network: one hidden layer of rectified units, added to the linear value.

Its inputs are the dense features, and the board itself, cell by cell, as the seat sees it: turned
so that its start is at the top left, and mirrored so that its head is not below the diagonal. So it
is for two seats on 7x7. All its weights lie in one row: biases, outward weights, inward weights.
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

MOST_UNITS: Final = 64
"""Hidden units that a network can have; the kernels see by `hidden` how many it has."""
SIDE: Final = 7
"""Rows and columns of the board that it is for."""
CELLS: Final = SIDE * SIDE
PLANES: Final = 6
"""Own land, the opponent's, own trail, the opponent's, own head, the opponent's."""
MOST_LIT: Final = 160
"""Inputs of cells that can be 1 in one position, and more."""


def network_weights(denses: int, units: int) -> int:
    """How many weights a network has, with so many dense features and hidden units."""
    return units * (2 + denses + PLANES * CELLS)


def random_network(random: np.random.Generator, denses: int, units: int) -> np.ndarray:
    """Weights to begin with: a value near 0, of units that differ."""
    weights = random.normal(0.0, 0.1, network_weights(denses, units))
    weights[:units] = 0.0
    weights[units : 2 * units] *= 0.1
    return weights.astype(np.float32)


@kernel
def light(state: State, seat: int, opponent: int, lit: Array) -> int:
    """Write which inputs of cells are 1; how many."""
    count, mirrors = 0, is_mirrored(state, seat)
    for row in range(SIDE):
        for column in range(SIDE):
            cell = index_of(row, column, state["stride"])
            at = seen_from(row, column, seat, mirrors)
            for plane in range(PLANES):
                if is_lit(state, cell, plane, seat, opponent):
                    lit[count] = at + plane * CELLS
                    count += 1
    return count


@kernel
def is_lit(state: State, cell: int, plane: int, seat: int, opponent: int) -> bool:
    """Whether a cell is land, trail or head, by the plane, of the seat or its opponent."""
    who = opponent if plane & 1 else seat
    if plane < 2:
        return bool(state["owners"][cell] == OWNED + who)
    if plane < 4:
        return bool(state["trails"][cell] >> who & 1)
    return bool(state["heads"][who] == cell)


@kernel
def is_mirrored(state: State, seat: int) -> bool:
    """Whether a head is below the diagonal, as the seat sees the board."""
    head, stride = state["heads"][seat], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    return bool(row < column if seat == 1 else row > column)


@kernel
def seen_from(row: int, column: int, seat: int, mirrors: bool) -> int:  # noqa: FBT001
    """The number of a cell as a seat sees the board."""
    if seat == 1:
        row, column = SIDE - 1 - row, SIDE - 1 - column
    return column * SIDE + row if mirrors else row * SIDE + column


@kernel
def answer(network: Array, dense: Array, lit: Array, hidden: Array) -> float:
    """The output; what the hidden units say is left in `hidden`."""
    units = len(hidden)
    for unit in range(units):
        hidden[unit] = network[unit]
    for feature in range(len(dense)):
        if dense[feature] != 0.0:
            start, amount = (2 + feature) * units, np.float32(dense[feature])
            for unit in range(units):
                hidden[unit] += network[start + unit] * amount
    for at in lit:
        start = (2 + len(dense) + at) * units
        for unit in range(units):
            hidden[unit] += network[start + unit]
    total = np.float32(0.0)
    for unit in range(units):
        hidden[unit] = max(hidden[unit], np.float32(0.0))
        total += network[units + unit] * hidden[unit]
    return float(total)


@kernel
def squared_gradient(network: Array, dense: Array, lit: Array, hidden: Array) -> float:
    """The sum of the squares of the output's derivatives by all weights, after `answer`."""
    units, inputs, total = len(hidden), 1.0 + len(lit), 0.0
    for feature in range(len(dense)):
        inputs += dense[feature] * dense[feature]
    for unit in range(units):
        if hidden[unit] > 0.0:
            total += hidden[unit] ** 2 + network[units + unit] ** 2 * inputs
    return total


@kernel
def descend(network: Array, dense: Array, lit: Array, hidden: Array, change: float) -> None:
    """Add the gradient times a change to all weights, after `answer`."""
    units = len(hidden)
    for unit in range(units):
        says = hidden[unit]
        # From here on what a step changes of the weights into the unit.
        hidden[unit] = np.float32(change) * network[units + unit] if says > 0.0 else 0.0
        network[units + unit] += np.float32(change) * says
        network[unit] += hidden[unit]
    for feature in range(len(dense)):
        if dense[feature] != 0.0:
            start, amount = (2 + feature) * units, np.float32(dense[feature])
            for unit in range(units):
                network[start + unit] += hidden[unit] * amount
    for at in lit:
        start = (2 + len(dense) + at) * units
        for unit in range(units):
            network[start + unit] += hidden[unit]
