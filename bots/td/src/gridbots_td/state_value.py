"""What positions are worth to td: the judge of its searches, and what it weighs by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.paperio.movement import has_choice
from gridbots.games.paperio.rules import margin
from gridbots.kernel import kernel
from gridbots.search.core import NOBODY
from gridbots_td.features.measurement import weigh

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

STRAIGHT: Final = 0.9
"""Up to here a network's values count as they are."""


@kernel
def judge(learned: Record, state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001, PLR0913, PLR0917
    """A finished match counts its margin, of the whole board; who has no move has lost.

    What is not decided is searched on, and weighed at the end of the search. The program weighs
    finished matches too.
    """
    if learned["program"]:
        return weigh(learned, state, seat) if left == 0 or state["over"] != 0 else np.nan
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return worth_of(learned, margin(state, seat) / (state["side"] * state["side"]))
    if left == 0:
        return leaf_value(learned, state, seat)
    if mover != NOBODY and not has_choice(state, mover):
        return -1.0 if mover == seat else 1.0
    return np.nan


@kernel
def leaf_value(learned: Record, state: State, seat: int) -> float:
    """The value of what is not decided; a network's is bent so that it stays below a win."""
    value = weigh(learned, state, seat)
    beyond = abs(value) - STRAIGHT
    if not learned["units"] or beyond <= 0:
        return value
    return float(np.sign(value) * (1 - (1 - STRAIGHT) * np.exp(-beyond / (1 - STRAIGHT))))


@kernel
def worth_of(learned: Record, result: float) -> float:
    """What a margin, of the whole board, is worth: some of it is a prize for the winner."""
    return float((1 - learned["win_weight"]) * result + learned["win_weight"] * np.sign(result))


@kernel
def no_evaluation(search: Record, state: State, seat: int) -> float:  # noqa: ARG001
    """The judge weighs where a search ends, so the game's own evaluation need not be compiled."""
    return 0.0


JUDGE: Final = f"{judge.__module__}.{judge.__qualname__}"
"""The field of a search in which the value function of its judge lies."""


@kernel
def value_function_of(plan: Record) -> Record:
    """The value function of a plan."""
    return plan["search"][0]["judge"][0][JUDGE]
