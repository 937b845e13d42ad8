"""A decision of an agent: search, then draw one of the best moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.chance import below
from gridbots.games.multisnake.moving import DASH, accepts
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_minimax.multisnake.tree import UNKNOWN, search

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """One of the best moves; NO_MOVE where none is legal."""
    answers = search(plan, observation, seat, np.empty(DASH))
    move = draw(answers, generator)
    return draw(legal_answers(observation, seat), generator) if 1 << move == UNKNOWN else move


@kernel
def draw(answers: int, generator: Any) -> int:
    """One of these bits, by its number; NO_MOVE if there is none."""
    chosen, count = NO_MOVE, 0
    for move in range(DASH + 1):
        if answers >> move & 1:
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen


@kernel
def legal_answers(observation: State, seat: int) -> int:
    answers = 0
    for move in range(DASH):
        if accepts(observation, seat, move):
            answers |= 1 << move
    return answers
