"""Curriculum and warm start: episodes that begin with a long snake, and weights of a smaller board.

Some episodes begin with a snake that is long already: a curriculum. The positions are those that
the learner itself has reached, and survived for some rounds more. Each length that has been reached
is as likely as any other, so the end of the game, to which few whole episodes come, is trained
from the first day on which it is seen.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots_dqn import centred_view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.ppo.training.actor_critic import ActorCritic

PLACES: Final = 16
"""Positions that are kept of each length; the oldest makes room."""
FIRST_LAYER: Final = "dense0_weight"
SHARE: Final = 0.1
"""Of the positions that could be kept, so many are."""


class Starts:
    def __init__(self, like: Any, area: int, shortest: int) -> None:
        """`like`: a state record; `area`: cells of the board; `shortest`: least length to keep."""
        self.kept = np.zeros((area + 1, PLACES), like.dtype)
        self.counts = np.zeros(area + 1, np.int64)
        """By length: how many have been put there in all."""
        self._shortest = shortest

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"kept": self.kept, "counts": self.counts}

    def keep(self, states: Any, random: np.random.Generator) -> None:
        """Keep some of these positions."""
        chosen = random.random(len(states)) < SHARE
        for state in states[chosen & (states["length"] >= self._shortest)]:
            length = state["length"]
            self.kept[length, self.counts[length] % PLACES] = state
            self.counts[length] += 1

    def begin(self, states: Any, places: NDArray[np.int64], random: np.random.Generator) -> None:
        """Put kept positions, if there are any, into these places; the generators there stay."""
        known = np.flatnonzero(self.counts)
        if len(known) == 0 or len(places) == 0:
            return
        lengths = random.choice(known, len(places))
        which = random.integers(np.minimum(self.counts[lengths], PLACES))
        generators = states["generator"][places]
        states[places] = self.kept[lengths, which]
        states["generator"][places] = generators
        states["rounds"][places] = 0
        states["steps"][places] = 0


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
