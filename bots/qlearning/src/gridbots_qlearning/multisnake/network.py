"""Q-network with one hidden layer over sparse indicators, its gradient step, and its policy.

The output is the sum of the weights of the active indicators, as in linear learning, plus the
output of a hidden layer of rectified units over the same indicators. Only the weights of active
indicators are read.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots.games.multisnake.movement import accepts
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.features import ABLATIONS, INDICATORS, look
from gridbots_qlearning.multisnake.indicators import MAX_ACTIVE, ORDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import AnyState
    from gridbots.space import Array, Record

HIDDEN: Final = 32
NETWORK: Final = np.dtype(
    [
        ("linear", "f4", (INDICATORS,)),
        ("first", "f4", (INDICATORS, HIDDEN)),
        ("second", "f4", (HIDDEN,)),
        ("blind", "i4"),  # bit mask of ablated features: see `features`
    ]
)
LEARNED: Final = ("linear", "first", "second")
INIT_STD: Final = 0.1
"""Standard deviation of the initial weights of the hidden layer."""


def new_network(seed: int, blind: int = 0) -> NDArray[Any]:
    """An untrained network, whose Q-values are about 0."""
    rng = np.random.default_rng(seed)
    network = np.zeros(1, NETWORK)
    network["first"] = INIT_STD * rng.standard_normal((1, INDICATORS, HIDDEN)) / np.sqrt(10)
    network["second"] = INIT_STD * rng.choice((-1.0, 1.0), (1, HIDDEN))
    network["blind"] = blind
    return network


def ablation_mask(names: str) -> int:
    """The bit mask of ablated features, whose names are separated by blanks.

    Raises:
        SettingsError: a name is unknown.
    """
    for name in names.split():
        if name not in ABLATIONS:
            raise SettingsError(f"ablation: expected some of {', '.join(ABLATIONS)}, got {name}")
    return sum({ABLATIONS[name] for name in names.split()})


def arrays_of(network: Record) -> dict[str, NDArray[Any]]:
    """The arrays to store; hidden weights of indicators that were never active are 0."""
    learned = {name: network[name].astype(np.float16) for name in LEARNED}
    learned["first"][network["linear"] == 0] = 0
    return learned | {"blind": np.array(network["blind"])}


@kernel
def value_of(network: Record, seen: Any, count: int, hidden: Array) -> float:
    """Compute the Q-value of active indicators; fills `hidden` with the sums of the units."""
    linear, first, second = network["linear"], network["first"], network["second"]
    total = np.float32(0.0)
    for unit in range(HIDDEN):
        hidden[unit] = 0.0
    for index in range(count):
        indicator = seen[index]
        total += linear[indicator]
        for unit in range(HIDDEN):
            hidden[unit] += first[indicator, unit]
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            total += second[unit] * hidden[unit]
    return float(total)


@kernel
def descend(  # noqa: PLR0913, PLR0917  a step of gradient descent
    network: Record, seen: Any, count: int, hidden: Array, error: float, learning_rate: float
) -> None:
    """Make a gradient step on the indicators for which `value_of` has filled `hidden`.

    The error is divided by the number of indicators, so that the Q-value moves by about
    `learning_rate` times the error.
    """
    linear, first, second = network["linear"], network["first"], network["second"]
    change = np.float32(learning_rate * error / count)
    back = np.zeros(HIDDEN, np.float32)
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            back[unit] = change * second[unit]
            second[unit] += change * hidden[unit]
    for index in range(count):
        indicator = seen[index]
        linear[indicator] += change
        for unit in range(HIDDEN):
            first[indicator, unit] += back[unit]


@kernel
def choose_by_network(network: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  deterministic
    """The legal move with the highest Q-value."""
    seen, hidden = np.empty(MAX_ACTIVE, np.int32), np.empty(HIDDEN, np.float32)
    best, most = NO_MOVE, -np.inf
    for move in ORDER:
        if accepts(observation, seat, move):
            count = look(observation, seat, move, network["blind"], seen)
            value = value_of(network, seen, count, hidden)
            if value >= most:
                best, most = move, value
    return best


def network_of(arrays: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """The record of a network with these weights, as an array of one."""
    network = np.zeros(1, NETWORK)
    for name, weights in arrays.items():
        network[name] = weights
    return network


def network_policy(network: Any) -> Any:
    """Greedy policy by the record of a network, as a kernel."""
    return functools.partial(choose_by_network, network.copy())
