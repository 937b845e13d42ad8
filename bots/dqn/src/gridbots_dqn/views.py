"""Observation encodings (views), and the meaning of a network's actions.

A view is a kernel that writes the inputs of a network: planes of the board, one after the other,
and then single numbers, the flags. The metadata of weights names the view of the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.kernel import call, kernel
from gridbots_dqn import centred_view, whole_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Numbers = Any
"""float32 array of inputs."""


@dataclass(frozen=True, eq=False)
class View:
    look: Callable[[Any, Numbers], None]
    """Kernel look(observation, seen); writes to `seen`, which is all zeros."""
    planes: Callable[[int], tuple[int, int, int]]
    """For a square board of this side: planes, rows, columns."""
    flags: int
    """Numbers after the planes."""
    is_relative: bool
    """Whether actions are left, ahead, right of the heading; otherwise up, right, down, left."""
    scales: Callable[[int], NDArray[np.float32]] | None = None
    """For a board side: factors of the planes that scale them to 0..1; None: they are bits."""

    def count(self, side: int) -> int:
        """Number of inputs."""
        planes, rows, columns = self.planes(side)
        return planes * rows * columns + self.flags

    @property
    def actions(self) -> int:
        return 3 if self.is_relative else 4


VIEWS: Final = {
    "global": View(whole_view.look_turned_globally, whole_view.planes, 0, is_relative=True),
    "global-local": View(whole_view.look_turned, whole_view.planes, 3, is_relative=True),
    "global-absolute": View(whole_view.look_globally, whole_view.planes, 0, is_relative=False),
    centred_view.NAME: View(
        centred_view.look, centred_view.planes, 0, is_relative=True, scales=centred_view.scales
    ),
    "global-local-absolute": View(whole_view.look, whole_view.planes, 4, is_relative=False),
}


@kernel
def move_of(action: int, heading: int, is_relative: bool) -> int:  # noqa: FBT001  kernels have no keywords
    """The move of an action."""
    if is_relative:
        return (heading + action - 1) % 4
    return action


@kernel
def look_at_all(look: Any, states: Any, seen: Any) -> None:
    """Write the inputs of each state to its row; `look` is the handle of a view's kernel."""
    seen[...] = 0.0
    for at in range(len(states)):
        call(look, states[at], seen[at])


def blank(view: View, side: int, count: int = 1) -> NDArray[np.float32]:
    """An array of zeros for the inputs of `count` states."""
    return np.zeros((count, view.count(side)), np.float32)
