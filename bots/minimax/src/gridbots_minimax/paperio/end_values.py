"""Values of decided positions, as kernels.

They lie apart from `agent`, which loads bots by name: compiled code depends on all that the modules
of its kernels import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.games.paperio.movement import has_choice
from gridbots.games.paperio.rules import margin
from gridbots.kernel import call, inlined_kernel
from gridbots.search.core import NOBODY

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


@inlined_kernel
def end_value(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """The value of a decided position as in the CS221 program; nan if it is not decided.

    A finished match or an eliminated seat has its margin. A seat without a move has lost, with an
    infinite value: this is worse than elimination, which costs the whole board.
    """
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return margin(state, seat)
    if left > 0 and mover != NOBODY and not has_choice(state, mover):
        return -np.inf if mover == seat else np.inf
    return np.nan


@inlined_kernel
def end_or_estimated_value(  # noqa: PLR0913, PLR0917  its parameters, then the usual ones
    parameters: Record, state: State, seat: int, mover: int, rounds: int, left: int
) -> float:
    """The same; at the end of the search, the value function of another bot."""
    decided = end_value(state, seat, mover, rounds, left)
    if left > 0 or not np.isnan(decided):
        return decided
    return call(parameters["value"], state, seat)  # type: ignore[no-any-return]
