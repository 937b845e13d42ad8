"""Policies by what was learned of Multiplayer Snake."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots_qlearning.multisnake.decision import choose_linear
from gridbots_qlearning.multisnake.indicators import WEIGHTS
from gridbots_qlearning.multisnake.network import NETWORK, choose_by_network

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


def linear_policy(weights: NDArray[Any]) -> Any:
    """The decision by weights of the paper's indicators, as a kernel."""
    learned = np.zeros(1, WEIGHTS)
    learned["indicators"] = weights
    return functools.partial(choose_linear, learned[0])


def network_of(arrays: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """A network of these weights, in an array of one."""
    network = np.zeros(1, NETWORK)
    for name, weights in arrays.items():
        network[name] = weights
    return network


def network_policy(network: Any) -> Any:
    """The decision by a network, one record, as a kernel."""
    return functools.partial(choose_by_network, network.copy())
