"""Opponent model: softmax over the values of the opponent's moves.

The value of a move is that of the position after it, as if the opponent knew the board. The two
constants fit the moves of five bots about as well as any others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import step
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.particles import any_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.core import NOBODY
from gridbots_td.state_value import evaluate_state, value_function_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

TEMPERATURE: Final = 0.04
"""A move that is better by this share of the board is e times as likely."""
SLIP: Final = 0.1
"""Probability of a uniformly random move."""


@kernel
def likely_moves(state: State, seat: int, mask: Array, shares: Array, plan: Record) -> None:
    """Write the mask of possible moves of a seat, and their probabilities."""
    if not plan["likely"]:
        any_move(state, seat, mask, shares)
        return
    count, best, total = candidates(state, seat, mask), -np.inf, 0.0
    for move in range(len(mask)):
        shares[move] = value_after_move(plan, state, seat, move) if mask[move] else -np.inf
        best = max(best, shares[move])
    for move in range(len(mask)):
        shares[move] = np.exp((shares[move] - best) / TEMPERATURE) if mask[move] else 0.0
        total += shares[move]
    for move in range(len(mask)):
        if mask[move]:
            shares[move] = (1 - SLIP) * shares[move] / total + SLIP / count


@kernel
def value_after_move(plan: Record, position: State, seat: int, move: int) -> float:
    """The value of a position to a seat after its move, before the other seat moves."""
    search = plan["search"][0]
    search["states"][0] = position
    state, joint = search["states"][0], search["joint"]
    joint[seat], joint[1 - seat] = move, NO_MOVE
    step(state, joint)
    return float(evaluate_state(value_function_of(plan), state, seat, NOBODY, 0, 0))
