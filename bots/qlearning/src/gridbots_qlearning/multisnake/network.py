"""Q-network with one hidden layer, and its gradient step.

It is a sum of the weights of the indicators that hold, as in linear learning, and of what a hidden
layer adds: each hidden unit sums its own weights of the same indicators, and counts where that is
positive. So only the weights of indicators that hold are ever looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots.games.multisnake.movement import accepts
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.decision import ORDER
from gridbots_qlearning.multisnake.features import BLIND_TO, SIGHTS, look
from gridbots_qlearning.multisnake.indicators import MOST_SEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import AnyState
    from gridbots.space import Array, Record

HIDDEN: Final = 32
NETWORK: Final = np.dtype(
    [
        ("linear", "f4", (SIGHTS,)),
        ("first", "f4", (SIGHTS, HIDDEN)),
        ("second", "f4", (HIDDEN,)),
        ("blind", "i4"),  # what it does not see: see `features`
    ]
)
LEARNED: Final = ("linear", "first", "second")
SPREAD: Final = 0.1
"""Standard deviation of the weights of the hidden layer before anything is learned."""


def new_network(seed: int, blind: int = 0) -> NDArray[Any]:
    """A network that has learned nothing: every move is worth about 0."""
    rng = np.random.default_rng(seed)
    network = np.zeros(1, NETWORK)
    network["first"] = SPREAD * rng.standard_normal((1, SIGHTS, HIDDEN)) / np.sqrt(10)
    network["second"] = SPREAD * rng.choice((-1.0, 1.0), (1, HIDDEN))
    network["blind"] = blind
    return network


def blind_to(things: str) -> int:
    """Ablation: the number for features that are blanked, separated by blanks.

    Raises:
        SettingsError: one of them is unknown.
    """
    for thing in things.split():
        if thing not in BLIND_TO:
            raise SettingsError(f"blind: expected some of {', '.join(BLIND_TO)}, got {thing}")
    return sum({BLIND_TO[thing] for thing in things.split()})


def kept(network: Record) -> dict[str, NDArray[Any]]:
    """What is written of a network; indicators that never held are left out of the hidden layer."""
    learned = {name: network[name].astype(np.float16) for name in LEARNED}
    learned["first"][network["linear"] == 0] = 0
    return learned | {"blind": np.array(network["blind"])}


@kernel
def value_of(network: Record, seen: Any, count: int, hidden: Array) -> float:
    """Forward pass: the Q-value of these indicators; fills `hidden` with the sums of its units."""
    linear, first, second = network["linear"], network["first"], network["second"]
    total = np.float32(0.0)
    for unit in range(HIDDEN):
        hidden[unit] = 0.0
    for index in range(count):
        sight = seen[index]
        total += linear[sight]
        for unit in range(HIDDEN):
            hidden[unit] += first[sight, unit]
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            total += second[unit] * hidden[unit]
    return float(total)


@kernel
def correct(  # noqa: PLR0913, PLR0917  a step of gradient descent
    network: Record, seen: Any, count: int, hidden: Array, error: float, step: float
) -> None:
    """Gradient step: the value of these indicators, for which `hidden` was filled, to a target.

    The error is divided by the number of indicators: together they move by about `step` of it.
    """
    linear, first, second = network["linear"], network["first"], network["second"]
    change = np.float32(step * error / count)
    back = np.zeros(HIDDEN, np.float32)
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            back[unit] = change * second[unit]
            second[unit] += change * hidden[unit]
    for index in range(count):
        sight = seen[index]
        linear[sight] += change
        for unit in range(HIDDEN):
            first[sight, unit] += back[unit]


@kernel
def choose_by_network(network: Record, observation: AnyState, seat: int, generator: Any) -> int:  # noqa: ARG001  nothing is drawn
    """Greedy move: the legal one of the highest Q-value."""
    seen, hidden = np.empty(MOST_SEEN, np.int32), np.empty(HIDDEN, np.float32)
    best, most = NO_MOVE, -np.inf
    for move in ORDER:
        if accepts(observation, seat, move):
            count = look(observation, seat, move, network["blind"], seen)
            value = value_of(network, seen, count, hidden)
            if value >= most:
                best, most = move, value
    return best
