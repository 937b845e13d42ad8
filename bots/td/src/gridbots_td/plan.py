"""Plan of td: all that a decision is made by, as one record."""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from gridbots.games.paperio.particles import room_dtype
from gridbots.search.evaluation import OwnEvaluation
from gridbots.search.minimax import SearchVariant
from gridbots_td.features.measurement import value_function_dtype
from gridbots_td.matrix_game import MOVES, matrix_dtype
from gridbots_td.opponent_model import likely_moves
from gridbots_td.state_value import judge, no_evaluation

IN_TURN: Final = 0
AT_ONCE: Final = 1
ELSEWHERE: Final = 2
"""Numbers of plans."""
MOST_DEPTH: Final = 6
"""Own moves that can be looked ahead."""
MOST_SAMPLES: Final = 32
"""States that can be searched for one move."""


def plan_dtype(dtype: np.dtype[Any], *, program: bool = False) -> np.dtype[Any]:
    """What a choice is made by, for state records of this type."""
    learned = np.zeros(1, value_function_dtype(dtype["owners"].shape[0], program=program))[0]
    judging = functools.partial(judge, learned)
    manner = SearchVariant(judge=judging, evaluation=OwnEvaluation(no_evaluation))
    search = manner.dtype(dtype, 0)
    return np.dtype(
        [
            ("depth", "i8"),  # own moves to look ahead, with all replies between them
            ("frozen", "i8"),  # 1: remembers as the program does
            ("last", "i8"),  # 1: plays the last of the best moves, as the program does, else any
            ("at_once", "i8"),  # 1: two seats that move at once are searched by whole rounds
            ("samples", "i8"),  # particles to search; 0: the memory alone
            ("likely", "i8"),  # 1: what is worth more to a opponent it is taken to do more often
            ("room", room_dtype(dtype, likely_moves), (1,)),
            ("chosen", "i8", (MOST_SAMPLES,)),  # numbers of the particles that are searched
            ("shares", "f8", (MOST_SAMPLES,)),
            ("totals", "f8", (MOVES,)),
            ("mask", "u1", (MOVES,)),
            ("games", matrix_dtype(MOST_SAMPLES), (2,)),  # of the round to come, and of the next
            ("search", search, (1,)),
        ]
    )


def plans_dtype(dtype: np.dtype[Any], *, program: bool = False) -> np.dtype[Any]:
    """A plan for matches in turn, one for those in which all move at once, and one for others."""
    return np.dtype([("plans", plan_dtype(dtype, program=program), (3,))])
