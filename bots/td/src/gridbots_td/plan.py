"""Plan of td: all that a decision is made by, as one record."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.paperio.movement import has_choice
from gridbots.games.paperio.particles import room_dtype
from gridbots.games.paperio.rules import margin
from gridbots.kernel import kernel
from gridbots.search.core import NOBODY
from gridbots.search.evaluation import OwnEvaluation
from gridbots.search.minimax import Manner
from gridbots_td.features.measurement import value_function_dtype, weigh
from gridbots_td.matrix_game import MOVES, matrix_dtype

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

IN_TURN: Final = 0
AT_ONCE: Final = 1
ELSEWHERE: Final = 2
"""Numbers of plans."""
MOST_DEPTH: Final = 6
"""Own moves that can be looked ahead."""
MOST_SAMPLES: Final = 32
"""States that can be searched for one move."""
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
    return float((1 - learned["prize"]) * result + learned["prize"] * np.sign(result))


@kernel
def no_evaluation(search: Record, state: State, seat: int) -> float:  # noqa: ARG001
    """The judge weighs where a search ends, so the game's own evaluation need not be compiled."""
    return 0.0


JUDGE: Final = f"{judge.__module__}.{judge.__qualname__}"
"""The field of a search in which the value function of its judge lies."""


def plan_dtype(dtype: np.dtype[Any], *, program: bool = False) -> np.dtype[Any]:
    """What a choice is made by, for state records of this type."""
    learned = np.zeros(1, value_function_dtype(dtype["owners"].shape[0], program=program))[0]
    judging = functools.partial(judge, learned)
    manner = Manner(judge=judging, evaluation=OwnEvaluation(no_evaluation))
    search = manner.dtype(dtype, 0)
    return np.dtype(
        [
            ("depth", "i8"),  # own moves to look ahead, with all replies between them
            ("frozen", "i8"),  # 1: remembers as the program does
            ("last", "i8"),  # 1: plays the last of the best moves, as the program does, else any
            ("at_once", "i8"),  # 1: two seats that move at once are searched by whole rounds
            ("samples", "i8"),  # particles to search; 0: the memory alone
            ("room", room_dtype(dtype), (1,)),
            ("chosen", "i8", (MOST_SAMPLES,)),  # numbers of the particles that are searched
            ("shares", "f8", (MOST_SAMPLES,)),
            ("totals", "f8", (MOVES,)),
            ("mask", "u1", (MOVES,)),
            ("games", matrix_dtype(MOST_SAMPLES), (2,)),  # of the round to come, and of the next
            ("search", search, (1,)),
        ]
    )


@kernel
def value_function_of(plan: Record) -> Record:
    """The value function of a plan."""
    return plan["search"][0]["judge"][0][JUDGE]


def plans_dtype(dtype: np.dtype[Any], *, program: bool = False) -> np.dtype[Any]:
    """A plan for matches in turn, one for those in which all move at once, and one for others."""
    return np.dtype([("plans", plan_dtype(dtype, program=program), (3,))])
