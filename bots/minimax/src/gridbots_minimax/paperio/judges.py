"""Judges of an agent, as kernels: what a position is worth that is not searched further."""

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
def judge(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """As in the CS221 program: a match counts its margin, and who has no move is lost.

    That is infinitely bad: worse than to be out, which costs the whole board.
    """
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return margin(state, seat)
    if left > 0 and mover != NOBODY and not has_choice(state, mover):
        return -np.inf if mover == seat else np.inf
    return np.nan


@inlined_kernel
def judge_by_value(  # noqa: PLR0913, PLR0917  of a judge, after what it goes by
    told: Record, state: State, seat: int, mover: int, rounds: int, left: int
) -> float:
    """The same; and at the end of the search what another bot takes a position to be worth."""
    decided = judge(state, seat, mover, rounds, left)
    if left > 0 or not np.isnan(decided):
        return decided
    return call(told["value"], state, seat)  # type: ignore[no-any-return]
