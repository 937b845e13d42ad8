"""Value of states for td: the leaf evaluation of its searches."""

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
"""Values of a network beyond this are squashed."""


@kernel
def evaluate_state(  # noqa: PLR0913, PLR0917  the arguments of a leaf evaluation
    learned: Record,
    state: State,
    seat: int,
    mover: int,
    rounds: int,  # noqa: ARG001  of the interface
    left: int,
) -> float:
    """The value of a state in a search; nan if the search should continue.

    A finished match counts its margin, as a share of the board; a seat without a move has lost. At
    the end of the search, features times weights. The program weighs finished matches, too.
    """
    if learned["program"]:
        return weigh(learned, state, seat) if left == 0 or state["over"] != 0 else np.nan
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return value_of_margin(learned, margin(state, seat) / (state["side"] * state["side"]))
    if left == 0:
        return leaf_value(learned, state, seat)
    if mover != NOBODY and not has_choice(state, mover):
        return -1.0 if mover == seat else 1.0
    return np.nan


@kernel
def leaf_value(learned: Record, state: State, seat: int) -> float:
    """The value of an undecided state; that of a network is squashed to stay below a win."""
    value = weigh(learned, state, seat)
    beyond = abs(value) - STRAIGHT
    if not learned["units"] or beyond <= 0:
        return value
    return float(np.sign(value) * (1 - (1 - STRAIGHT) * np.exp(-beyond / (1 - STRAIGHT))))


@kernel
def value_of_margin(learned: Record, result: float) -> float:
    """The value of a margin, given as a share of the board, with the weight of the win."""
    return float((1 - learned["win_weight"]) * result + learned["win_weight"] * np.sign(result))


@kernel
def no_evaluation(search: Record, state: State, seat: int) -> float:  # noqa: ARG001
    """Replaces the game's evaluation, so that it is not compiled."""
    return 0.0


FIELD: Final = f"{evaluate_state.__module__}.{evaluate_state.__qualname__}"
"""Field of a search that holds the value function."""


@kernel
def value_function_of(plan: Record) -> Record:
    """The value function of a plan."""
    return plan["search"][0]["terminal_value"][0][FIELD]
