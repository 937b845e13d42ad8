"""Observation encodings: what networks see of a position, and what their actions mean.

A view is a kernel that writes numbers: planes of the board, one after the other, and behind them
single numbers, the flags. A file of weights says by name which view its network was trained with.
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
"""float32 array: what is seen."""


@dataclass(frozen=True, eq=False)
class View:
    look: Callable[[Any, Numbers], None]
    """A kernel, look(observation, seen): writes to `seen`, which is all zeros."""
    planes: Callable[[int], tuple[int, int, int]]
    """For a square board of this side: planes, rows, columns."""
    flags: int
    """How many numbers are behind the planes."""
    is_relative: bool
    """Whether the actions are left, ahead and right of the heading; else up, right, down, left."""
    scales: Callable[[int], NDArray[np.float32]] | None = None
    """For a board of this side: by plane, what makes its numbers 0 to 1; None: they are 0 or 1."""

    def count(self, side: int) -> int:
        """How many numbers are seen."""
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
    """The move that an action stands for."""
    if is_relative:
        return (heading + action - 1) % 4
    return action


@kernel
def look_at_all(look: Any, states: Any, seen: Any) -> None:
    """Write what is seen of each state to its row; `look` is the handle of a view's kernel."""
    seen[...] = 0.0
    for at in range(len(states)):
        call(look, states[at], seen[at])


def blank(view: View, side: int, count: int = 1) -> NDArray[np.float32]:
    """Room for what is seen of so many states."""
    return np.zeros((count, view.count(side)), np.float32)
