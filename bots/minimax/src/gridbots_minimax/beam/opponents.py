"""Opponent models: where another snake goes next, and which model fits what it has done.

nearest    goes to the candy nearest to it
contested  goes to the candy that it reaches sooner than the others, or least later
straight   goes straight on

All keep off snakes as they lie, and prefer the same moves among equals. A seat's model is the one
that has been wrong least of late; confidence in it falls with how often it has been.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.games.multisnake.state import SEAT_TIERS, SNAKE
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, apart, offset
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

MODELS: Final = ("nearest", "contested", "straight")
NEAREST, CONTESTED, STRAIGHT = range(len(MODELS))
ORDER: Final = (RIGHT, DOWN, LEFT, UP)
FAR: Final = 1 << 20
FORGETTING: Final = 0.9
"""What a mistake of a model still counts one move later."""
DISTRUST: Final = 1.5
"""Mistakes at which nothing is left of the confidence."""
ACQUAINTANCE: Final = 3
"""For so many moves there is half of the confidence."""

MEMORY: Final = np.dtype(
    [
        ("mistakes", "f8", (max(SEAT_TIERS), len(MODELS))),
        ("predicted", "i8", (max(SEAT_TIERS), len(MODELS))),
        ("heads", "i8", (max(SEAT_TIERS),)),  # when that was predicted; 0: it was not
        ("decisions", "i8"),
    ]
)


@kernel
def observe(memory: Record, state: State, seat: int) -> None:
    """Compare what others did with what the models said, and predict what they will do."""
    memory["decisions"] += 1
    for other in range(state["seats"]):
        if other == seat or not is_living(state, other):
            continue
        head = state["bodies"][other, 0]
        for model in range(len(MODELS)):
            memory["mistakes"][other, model] *= FORGETTING
            expected = memory["heads"][other] + offset_of(memory["predicted"][other, model], state)
            if memory["heads"][other] != 0 and expected != head:
                memory["mistakes"][other, model] += 1.0
            memory["predicted"][other, model] = predicted_move(state, other, model)
        memory["heads"][other] = head


@kernel
def offset_of(move: int, state: State) -> int:
    return 0 if move == NO_MOVE else offset(move, state["stride"])


@kernel
def model_of(memory: Record, seat: int) -> int:
    """The model that was wrong least."""
    best = 0
    for model in range(1, len(MODELS)):
        if memory["mistakes"][seat, model] < memory["mistakes"][seat, best]:
            best = model
    return best


@kernel
def confidence_in(memory: Record, seat: int, model: int) -> float:
    """From 0 to 1."""
    trust = max(0.0, 1.0 - memory["mistakes"][seat, model] / DISTRUST)
    return trust if memory["decisions"] > ACQUAINTANCE else trust / 2  # type: ignore[no-any-return]


@kernel
def predicted_move(state: State, seat: int, model: int) -> int:
    """Where a model expects a snake to go; NO_MOVE where it has no way."""
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
    """Whether a move is legal and leads onto no other snake as it lies."""
    found = state["cells"][state["bodies"][seat, 0] + offset(move, state["stride"])]
    is_others = found >= SNAKE and found != SNAKE + seat
    return not is_others and accepts(state, seat, move)


@kernel
def hunting_move(state: State, seat: int, is_envious: bool) -> int:  # noqa: FBT001
    """The first step to the candy that suits a hunter best."""
    stride, side = state["stride"], state["side"]
    head = state["bodies"][seat, 0]
    chosen, least = NO_MOVE, FAR * FAR
    for place in range(len(ORDER)):
        move = ORDER[place]
        if not is_open(state, seat, move):
            continue
        if chosen == NO_MOVE:
            chosen = move
        there = head + offset(move, stride)
        for row in range(1, side + 1):
            for cell in range(row * stride + 1, row * stride + 1 + side):
                if state["candies"][cell] != 0:
                    distance = apart(there, cell, stride)
                    cost = distance
                    if is_envious:
                        cost += FAR * (distance - nearest_head(state, cell))
                    if cost < least:
                        chosen, least = move, cost
    return chosen


@kernel
def nearest_head(state: State, cell: int) -> int:
    """Steps from a cell to the nearest head of a living snake."""
    least = FAR
    for seat in range(state["seats"]):
        if is_living(state, seat):
            least = min(least, apart(state["bodies"][seat, 0], cell, state["stride"]))
    return least
