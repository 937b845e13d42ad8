"""Warm start: initial weights from another training or from a file, also for smaller boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.errors import GridbotsError, SettingsError
from gridbots_dqn import centred_view
from gridbots_dqn.bot import PpoBot
from gridbots_dqn.trained import network_of, read_trained

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridbots_dqn.ppo.training.actor_critic import ActorCritic

    Arrays = dict[str, NDArray[np.float32]]

FIRST_LAYER: Final = "dense0_weight"
CRITIC: Final = ("critic_weight", "critic_bias")
"""Arrays that weights for playing lack."""


def load_weights(network: ActorCritic, source: str) -> bool:
    """Load weights, possibly of a smaller board; return whether they have a critic.

    Args:
        network: The network to fill.
        source: The folder of a training, or the name or file of weights for playing. These have no
            critic, so the critic is set to 0.

    Raises:
        SettingsError: there are no such weights, or their layers differ.
    """
    is_folder = Path(source).is_dir()
    found = of_training(source, network.weights) if is_folder else of_file(source)
    arrays = network.arrays()
    if (has := units_of(found)) != (wanted := units_of(arrays)):
        raise SettingsError(f"init_from: expected layers of {wanted} units, got dense='{has}'")
    for name in sorted(arrays, key=FIRST_LAYER.__eq__):
        array = arrays[name]
        if name in CRITIC and not is_folder:
            array[...] = 0.0
        elif name == FIRST_LAYER:
            array[...] = widened(found[name], array.shape)
        else:
            array[...] = found[name].reshape(array.shape)
    network.upload()
    return is_folder


def units_of(arrays: Arrays) -> str:
    """The units of the dense layers, in the form of the parameter `dense`."""
    layers = sorted(name for name in arrays if name.startswith("dense") and name.endswith("bias"))
    return " ".join(str(arrays[name].size) for name in layers)


def of_training(folder: str, names: Iterable[str]) -> Arrays:
    """These weights from the last checkpoint of a training."""
    try:
        with np.load(Path(folder) / "checkpoint.npz") as saved:
            return {name: saved[name].view(np.float32) for name in names}
    except (OSError, KeyError) as error:
        raise SettingsError(f"init_from: expected a folder of a training, got {error!r}") from None


def of_file(name: str) -> Arrays:
    """Weights for playing, converted to inputs from 0 to 1."""
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


def widened(weights: NDArray[np.float32], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """First-layer weights for a window that is as large or larger, with 0 for the new cells.

    `weights`: those of the smaller window, flat; `shape`: the new shape.
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
