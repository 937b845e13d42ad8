"""Warm start: the weights of a training, or of a file, on a smaller board or on one as large."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.errors import GridbotsError, SettingsError
from gridbots_dqn import centred_view
from gridbots_dqn.ppo.bot import PpoBot
from gridbots_dqn.trained import network_of, read_trained

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridbots_dqn.ppo.training.actor_critic import ActorCritic

    Arrays = dict[str, NDArray[np.float32]]

FIRST_LAYER: Final = "dense0_weight"
CRITIC: Final = ("critic_weight", "critic_bias")
"""What weights that are for playing do not have."""


def take_weights(network: ActorCritic, start: str) -> bool:
    """Take those of another training, also of one on a smaller board, as far as its view reaches.

    `start` is its folder, or weights as bots have them, by their name or file: these do not say
    what positions are worth, so the critic says 0. Returns whether it knows better.

    Raises:
        SettingsError: there are none, or they are of a network with other layers.
    """
    is_folder = Path(start).is_dir()
    found = of_training(start, network.weights) if is_folder else of_file(start)
    arrays = network.arrays()
    if (has := units_of(found)) != (wanted := units_of(arrays)):
        raise SettingsError(f"init_from: expected layers of {wanted} units, got dense='{has}'")
    for name in sorted(arrays, key=FIRST_LAYER.__eq__):
        array = arrays[name]
        if name in CRITIC and not is_folder:
            array[...] = 0.0
        elif name == FIRST_LAYER:
            array[...] = in_the_middle(found[name], array.shape)
        else:
            array[...] = found[name].reshape(array.shape)
    network.filled()
    return is_folder


def units_of(arrays: Arrays) -> str:
    """The units of each dense layer, as the parameter `dense` has them."""
    layers = sorted(name for name in arrays if name.startswith("dense") and name.endswith("bias"))
    return " ".join(str(arrays[name].size) for name in layers)


def of_training(folder: str, names: Iterable[str]) -> Arrays:
    """The weights of these names in the last checkpoint of a training."""
    try:
        with np.load(Path(folder) / "checkpoint.npz") as saved:
            return {name: saved[name].view(np.float32) for name in names}
    except (OSError, KeyError) as error:
        raise SettingsError(f"init_from: expected a folder of a training, got {error!r}") from None


def of_file(name: str) -> Arrays:
    """The weights that a bot plays by, for what is seen between 0 and 1."""
    try:
        trained = read_trained(name)
    except GridbotsError as error:
        raise SettingsError(
            f"init_from: expected a folder of a training, or weights; {error}"
        ) from None
    if (learner := trained.about.learner) != PpoBot.name:
        raise SettingsError(f"init_from: expected weights of {PpoBot.name}, got those of {learner}")
    found = network_of(trained).weights
    _, rows, columns = trained.about.network.planes
    scales = centred_view.scales((rows + 1) // 2)
    found[FIRST_LAYER] /= np.repeat(scales, rows * columns)
    return found


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
