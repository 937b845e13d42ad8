"""Matrix games as games of one round: two seats choose at once, and the first sees its payoff.

All have one type of record, so that a search of them is compiled once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import State, Verbs
from gridbots.kernel import Registered, kernel, register

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST: Final = 4
"""Rows and columns."""

STATE: Final = np.dtype(
    [
        ("payoffs", "f8", (MOST, MOST)),  # what the first seat gains; the second loses it
        ("played", "i8", (2,)),
        ("choices", "i4", (2,)),  # how many moves each seat has
        ("over", "i4"),
    ]
)


@kernel
def step(state: State, moves: Any) -> None:
    for seat in range(2):
        state["played"][seat] = moves[seat]
    state["over"] = 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    return bool(state["over"] == 0 and move < state["choices"][seat])


@kernel
def is_over(state: State) -> bool:
    return bool(state["over"] != 0)


@kernel
def utility(state: State, seat: int) -> float:
    gain = state["payoffs"][state["played"][0], state["played"][1]]
    return float(gain if seat == 0 else -gain)


VERBS: Final = Verbs(step=step, accepts=accepts, is_over=is_over, utility=utility)
NAMES: Final = STATE.names or ()
register(NAMES, Registered("matrix", MOST, VERBS.complete(NAMES), frozenset(VERBS.own())))


def matrix(rows: Sequence[Sequence[float]]) -> State:
    """The opening of a game with these payoffs."""
    state: State = np.zeros(1, STATE)[0]
    payoffs = np.array(rows)
    state["payoffs"][: payoffs.shape[0], : payoffs.shape[1]] = payoffs
    state["choices"] = payoffs.shape
    return state
