"""Opponent models: predictions of the next move of another snake, and the choice of the model.

nearest    goes to the nearest candy
contested  goes to the candy for which its lead over the other snakes is largest
straight   goes straight on

All models avoid the current cells of snakes and break ties in the same order. A seat's model is
the one with the fewest recent mistakes; confidence in it decreases with its mistakes. A snake for
which all models have been wrong over a longer time is strange.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.games.multisnake.state import POINTS_PER_CELL, SEAT_TIERS, SNAKE
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, index_of, offset
from gridbots.kernel import kernel
from gridbots_minimax.beam.position import FAR, heads_of, steps_to

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

MODELS: Final = ("nearest", "contested", "straight")
NEAREST, CONTESTED, STRAIGHT = range(len(MODELS))
ORDER: Final = (RIGHT, DOWN, LEFT, UP)
ROWS: Final = (-1, 0, 1, 0)
COLUMNS: Final = (0, 1, 0, -1)
"""Steps down and right of each move."""
MISTAKE_DECAY: Final = 0.9
"""Decay of a model's mistakes per move."""
ERROR_DECAY: Final = 0.97
"""Decay of the error rate that decides whether a snake is strange."""
STRANGE: Final = 0.1
"""Error rate of its best model from which on a snake is fully strange."""
DISTRUST: Final = 1.5
"""Mistakes at which confidence is zero."""
ACQUAINTANCE: Final = 3
"""First moves of a match with half of the confidence."""

MEMORY: Final = np.dtype(
    [
        ("mistakes", "f8", (max(SEAT_TIERS), len(MODELS))),
        ("errors", "f8", (max(SEAT_TIERS), len(MODELS))),  # error rate over a longer time
        ("predicted", "i8", (max(SEAT_TIERS), len(MODELS))),
        ("heads", "i8", (max(SEAT_TIERS),)),  # head at the time of the prediction; 0: none
        ("decisions", "i8"),
    ]
)


@kernel
def observe(memory: Record, state: State, seat: int) -> None:
    """Compare the moves of the opponents with the predictions, and predict their next moves."""
    memory["decisions"] += 1
    for other in range(state["seats"]):
        if other == seat or not is_living(state, other):
            continue
        head = state["bodies"][other, 0]
        for model in range(len(MODELS)):
            memory["mistakes"][other, model] *= MISTAKE_DECAY
            memory["errors"][other, model] *= ERROR_DECAY
            expected = memory["heads"][other] + offset_of(memory["predicted"][other, model], state)
            if memory["heads"][other] != 0 and expected != head:
                memory["mistakes"][other, model] += 1.0
                memory["errors"][other, model] += 1.0 - ERROR_DECAY
            memory["predicted"][other, model] = predicted_move(state, other, model)
        memory["heads"][other] = head


@kernel
def offset_of(move: int, state: State) -> int:
    return 0 if move == NO_MOVE else offset(move, state["stride"])


@kernel
def model_of(memory: Record, seat: int) -> int:
    """The model with the fewest mistakes."""
    best = 0
    for model in range(1, len(MODELS)):
        if memory["mistakes"][seat, model] < memory["mistakes"][seat, best]:
            best = model
    return best


@kernel
def confidence_in(memory: Record, seat: int, model: int) -> float:
    """Confidence in a model, from 0 to 1."""
    trust = max(0.0, 1.0 - memory["mistakes"][seat, model] / DISTRUST)
    return trust if memory["decisions"] > ACQUAINTANCE else trust / 2  # type: ignore[no-any-return]


@kernel
def strangeness_of(memory: Record, seat: int) -> float:
    """From 0, for a snake that moves as a model predicts, to 1."""
    least = memory["errors"][seat, 0]
    for model in range(1, len(MODELS)):
        least = min(least, memory["errors"][seat, model])
    return min(1.0, least / STRANGE)  # type: ignore[no-any-return]


@kernel
def predicted_move(state: State, seat: int, model: int) -> int:
    """The move that a model predicts for a snake; NO_MOVE if no move is open."""
    if model == STRAIGHT:
        ahead = heading_of(state, seat)
        if is_open(state, seat, ahead):
            return ahead
    return hunting_move(state, seat, model == CONTESTED)


@kernel
def heading_of(state: State, seat: int) -> int:
    way = state["bodies"][seat, 0] - state["bodies"][seat, 1]
    for move in range(DASH):
        if offset(move, state["stride"]) == way:
            return move
    return UP


@kernel
def is_open(state: State, seat: int, move: int) -> bool:
    """Whether a move is legal and does not enter the current cell of another snake."""
    found = state["cells"][state["bodies"][seat, 0] + offset(move, state["stride"])]
    is_others = found >= SNAKE and found != SNAKE + seat
    return not is_others and accepts(state, seat, move)


@kernel
def may_grow(state: State, seat: int) -> bool:
    """Whether a candy beside the head could make the snake longer, so that its tail stays."""
    head, points = state["bodies"][seat, 0], state["points"][seat]
    for move in range(DASH):
        gained = state["candies"][head + offset(move, state["stride"])]
        grown = (points + gained) // POINTS_PER_CELL > state["lengths"][seat]
        if gained != 0 and (grown or state["paper_growth"] != 0):
            return True
    return False


@kernel
def hunting_move(state: State, seat: int, is_envious: bool) -> int:  # noqa: FBT001
    """The first step to the best candy: the nearest, or the one with the largest lead."""
    stride, side, candies = state["stride"], state["side"], state["candies"]
    heads, costs = heads_of(state), np.full(DASH, FAR * FAR)
    for row in range(side):
        for column in range(side):
            if candies[index_of(row, column, stride)] != 0:
                before = FAR * nearest_head(heads, row, column) if is_envious else 0
                weigh(costs, heads[seat, 0] - row, heads[seat, 1] - column, before, is_envious)
    chosen = NO_MOVE
    for place in range(len(ORDER)):
        move = ORDER[place]
        if is_open(state, seat, move) and (chosen == NO_MOVE or costs[move] < costs[chosen]):
            chosen = move
    return chosen


@kernel
def weigh(costs: Any, down: int, right: int, before: int, is_envious: bool) -> None:  # noqa: FBT001
    """Update the costs of all moves for a candy at this offset from the head."""
    for move in range(DASH):
        distance = abs(down + ROWS[move]) + abs(right + COLUMNS[move])
        cost = distance + (FAR * distance - before) * is_envious
        costs[move] = min(costs[move], cost)


@kernel
def nearest_head(heads: Any, row: int, column: int) -> int:
    """Steps from a cell to the nearest head of a living snake."""
    least = FAR
    for seat in range(len(heads)):
        least = min(least, steps_to(heads, seat, row, column))
    return least
