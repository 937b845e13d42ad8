"""Elimination: who lasted longer than whom.

For games whose record has `eliminated`: by seat the round in which it went out, 0 if it has not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game.state import State


@kernel
def outlasted_by(state: State, seat: int) -> int:
    """How many seats lasted longer than this one."""
    gone, longer = state["eliminated"][seat], 0
    for other in range(state["seats"]):
        theirs = state["eliminated"][other]
        longer += gone != 0 and (theirs == 0 or theirs > gone)
    return longer


@kernel
def outlasts(state: State, seat: int) -> int:
    """How many seats this one outlasted."""
    gone, shorter = state["eliminated"][seat], 0
    for other in range(state["seats"]):
        theirs = state["eliminated"][other]
        shorter += theirs != 0 and (gone == 0 or theirs < gone)
    return shorter


@kernel
def standing(state: State, seat: int) -> float:
    """1 for a seat that outlasts all others, -1 for one that all others outlast; 0 in sum.

    For two seats or more.
    """
    return float((outlasts(state, seat) - outlasted_by(state, seat)) / (state["seats"] - 1))
