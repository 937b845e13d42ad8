"""The decisions of the starter bots, as kernels.

All keep off what is blocked and, where they can, off cells that another head could win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.game.chance import below
from gridbots.grid import NO_MOVE, apart
from gridbots.kernel import kernel
from gridbots_battlesnake.features import is_blocked
from gridbots_battlesnake.movement import next_cell
from gridbots_battlesnake.state import UNSEEN, head_of, is_living, tail_of

if TYPE_CHECKING:
    from gridbots.game import AnyState

NOWHERE: Final = -1
FAR: Final = 1000
RISK: Final = 2000
"""More than any distance: what it costs to go where a stronger head could come."""
HUNGRY_BELOW: Final = 40


@kernel
def drift(observation: AnyState, seat: int, generator: Any) -> int:
    return go_towards(observation, seat, NOWHERE, generator)


@kernel
def eat(observation: AnyState, seat: int, generator: Any) -> int:
    return go_towards(observation, seat, nearest_food(observation, seat), generator)


@kernel
def hunt_heads(observation: AnyState, seat: int, generator: Any) -> int:
    target, least = NOWHERE, FAR
    head, length = head_of(observation, seat), observation["lengths"][seat]
    for other in range(observation["seats"]):
        shorter = observation["lengths"][other] < length
        if other != seat and is_in_sight(observation, other) and shorter:
            steps = apart(head, head_of(observation, other), observation["stride"])
            if steps < least:
                target, least = head_of(observation, other), steps
    if target == NOWHERE:
        target = nearest_food(observation, seat)
    return go_towards(observation, seat, target, generator)


@kernel
def chase_tail(observation: AnyState, seat: int, generator: Any) -> int:
    target = tail_of(observation, seat)
    if observation["healths"][seat] < HUNGRY_BELOW:
        target = nearest_food(observation, seat)
    return go_towards(observation, seat, target, generator)


@kernel
def nearest_food(observation: AnyState, seat: int) -> int:
    """The cell of the nearest food, NOWHERE if there is none."""
    head, target, least = head_of(observation, seat), NOWHERE, FAR
    for index in range(observation["food_count"]):
        cell = observation["foods"][index]
        steps = apart(head, cell, observation["stride"])
        if steps < least:
            target, least = cell, steps
    return target


@kernel
def go_towards(observation: AnyState, seat: int, target: int, generator: Any) -> int:
    """The free move that leads nearest to a target, any of the best; none if none is free."""
    best, least, equals = NO_MOVE, 2 * RISK, 0
    for move in range(4):
        if is_blocked(observation, seat, move):
            continue
        there = next_cell(observation, head_of(observation, seat), move)
        cost = 0 if target == NOWHERE else apart(there, target, observation["stride"])
        if is_risky(observation, seat, there):
            cost += RISK
        if cost < least:
            best, least, equals = move, cost, 1
        elif cost == least:
            equals += 1
            if below(generator, equals) == 0:
                best = move
    return best


@kernel
def is_risky(observation: AnyState, seat: int, cell: int) -> bool:
    """Whether the head of a snake that is at least as long could come here, too."""
    for other in range(observation["seats"]):
        if other == seat or not is_in_sight(observation, other):
            continue
        is_stronger = observation["lengths"][other] >= observation["lengths"][seat]
        if is_stronger and apart(cell, head_of(observation, other), observation["stride"]) == 1:
            return True
    return False


@kernel
def is_in_sight(observation: AnyState, seat: int) -> bool:
    return bool(is_living(observation, seat) and head_of(observation, seat) != UNSEEN)
