"""Plan of td: all parameters and scratch space of a decision, as one record."""

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
from gridbots_td.state_value import evaluate_state, no_evaluation

IN_TURN: Final = 0
AT_ONCE: Final = 1
ELSEWHERE: Final = 2
"""Indices of plans."""
MAX_DEPTH: Final = 6
"""Maximum search depth, own moves."""
MAX_SAMPLES: Final = 32
"""Maximum number of states to search for a move."""


def plan_dtype(dtype: np.dtype[Any], *, program: bool = False) -> np.dtype[Any]:
    """Record of a plan, for states of this type."""
    learned = np.zeros(1, value_function_dtype(dtype["owners"].shape[0], program=program))[0]
    evaluating = functools.partial(evaluate_state, learned)
    variant = SearchVariant(terminal_value=evaluating, evaluation=OwnEvaluation(no_evaluation))
    search = variant.dtype(dtype, 0)
    return np.dtype(
        [
            ("depth", "i8"),  # search depth, own moves
            ("frozen", "i8"),  # 1: the memory of the program
            ("last", "i8"),  # 1: among equal moves the last, as the program; else a random one
            ("at_once", "i8"),  # 1: simultaneous moves are searched by rounds
            ("samples", "i8"),  # particles to search; 0: only the memory
            ("likely", "i8"),  # 1: opponent model by value; 0: uniform
            ("scratch", room_dtype(dtype, likely_moves), (1,)),
            ("chosen", "i8", (MAX_SAMPLES,)),  # indices of the particles to search
            ("shares", "f8", (MAX_SAMPLES,)),
            ("totals", "f8", (MOVES,)),
            ("mask", "u1", (MOVES,)),
            ("games", matrix_dtype(MAX_SAMPLES), (2,)),  # of the next round, and of the one after
            ("search", search, (1,)),
        ]
    )


def plans_dtype(dtype: np.dtype[Any], *, program: bool = False) -> np.dtype[Any]:
    """Plans for seats in turn, for simultaneous moves, and for all other matches."""
    return np.dtype([("plans", plan_dtype(dtype, program=program), (3,))])
