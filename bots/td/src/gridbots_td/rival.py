"""Opponent model: a rival makes a move the more often, the more that is worth to it (softmax).

What a move is worth to the rival, the value function says of the position after it, as if the rival
knew the board. By the two constants the moves of five bots are about as likely as by any others.
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
from gridbots_td.worth import judge, value_function_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

TEMPERATURE: Final = 0.04
"""Parts of the board by which a move is better that is e times as likely."""
SLIP: Final = 0.1
"""How often it makes any move."""


@kernel
def likely_moves(state: State, seat: int, mask: Array, shares: Array, plan: Record) -> None:
    """Write which moves a rival in a seat may make, and how likely it is to make each of them."""
    if not plan["likely"]:
        any_move(state, seat, mask, shares)
        return
    count, best, total = candidates(state, seat, mask), -np.inf, 0.0
    for move in range(len(mask)):
        shares[move] = worth_after(plan, state, seat, move) if mask[move] else -np.inf
        best = max(best, shares[move])
    for move in range(len(mask)):
        shares[move] = np.exp((shares[move] - best) / TEMPERATURE) if mask[move] else 0.0
        total += shares[move]
    for move in range(len(mask)):
        if mask[move]:
            shares[move] = (1 - SLIP) * shares[move] / total + SLIP / count


@kernel
def worth_after(plan: Record, position: State, seat: int, move: int) -> float:
    """What a position is worth to a seat after its move, the other seat not having moved."""
    search = plan["search"][0]
    search["states"][0] = position
    state, joint = search["states"][0], search["joint"]
    joint[seat], joint[1 - seat] = move, NO_MOVE
    step(state, joint)
    return float(judge(value_function_of(plan), state, seat, NOBODY, 0, 0))
