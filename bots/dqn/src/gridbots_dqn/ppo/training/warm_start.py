"""Warm start: the weights of a training on a smaller board, or on one as large."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots_dqn import centred_view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.ppo.training.actor_critic import ActorCritic

FIRST_LAYER: Final = "dense0_weight"


def take_weights(network: ActorCritic, folder: str) -> None:
    """Take those of another training, also of one on a smaller board, as far as its view reaches.

    Raises:
        SettingsError: there are none, or they are of a network with other layers.
    """
    path = Path(folder) / "checkpoint.npz"
    try:
        with np.load(path) as saved:
            found = {name: saved[name].view(np.float32) for name in network.weights}
    except (OSError, KeyError) as error:
        raise SettingsError(f"start: expected a folder of a training, got {error!r}") from None
    arrays = network.arrays()
    for name in sorted(arrays, key=FIRST_LAYER.__eq__):
        array = arrays[name]
        if name == FIRST_LAYER:
            array[...] = in_the_middle(found[name], array.shape)
        elif found[name].size == array.size:
            array[...] = found[name].reshape(array.shape)
        else:
            raise SettingsError(
                f"start: expected {array.size} numbers in {name}, got {found[name].size}"
            )
    network.filled()


def in_the_middle(weights: NDArray[np.float32], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """First-layer weights for a larger window: what lies farther off than before counts nothing.

    `weights` are those of a smaller one, or of one as large, flat; `shape` is the new one.
    """
    units, numbers = shape
    window, former = (
        round((each / centred_view.PLANES) ** 0.5) for each in (numbers, weights.size // units)
    )
    wider = np.zeros((units, centred_view.PLANES, window, window), np.float32)
    edge = (window - former) // 2
    inner = slice(edge, window - edge)
    wider[:, :, inner, inner] = weights.reshape(units, centred_view.PLANES, former, former)
    wider[:, centred_view.FREE_IN] *= ((window + 1) / (former + 1)) ** 2
    return wider.reshape(shape)
