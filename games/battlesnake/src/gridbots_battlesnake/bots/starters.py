"""Starter bots for Battlesnake: simple bots to start from, and to measure others against.

drifter      goes to any free cell
hungry       goes to the nearest food
head-hunter  goes to the nearest head of a shorter snake; if none is in sight, to food
tail-chaser  follows its own tail, and goes to food when it is hungry

All of them avoid blocked cells and, where possible, cells that a stronger head could enter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta

from gridbots import BotType
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE, apart
from gridbots.kernel import kernel
from gridbots.plugins.hookspecs import BotPlugin
from gridbots.settings import Settings
from gridbots_battlesnake.features import is_blocked
from gridbots_battlesnake.movement import next_cell
from gridbots_battlesnake.state import UNSEEN, head_of, is_living, tail_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import AnyState

NOWHERE: Final = -1
FAR: Final = 1000
RISK: Final = 2000
"""Cost of a cell that a stronger head could enter; more than any distance."""
HUNGRY_BELOW: Final = 40


class StarterOptions(Settings, frozen=True):
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="seed of random moves; 0: from the system")
    ] = 0


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
    """The cell of the nearest food; NOWHERE if no food is in sight."""
    head, target, least = head_of(observation, seat), NOWHERE, FAR
    for index in range(observation["food_count"]):
        cell = observation["foods"][index]
        steps = apart(head, cell, observation["stride"])
        if steps < least:
            target, least = cell, steps
    return target


@kernel
def go_towards(observation: AnyState, seat: int, target: int, generator: Any) -> int:
    """The free move that leads nearest to a target; ties are drawn. NO_MOVE if no move is free."""
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
    """Whether the head of a snake that is at least as long could also enter this cell."""
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


def starter(summary: str, decide: Callable[..., int]) -> BotPlugin:
    return BotPlugin(
        BotType(
            summary=summary,
            options=StarterOptions,
            games=("battlesnake", "battlesnake-fog"),
            policy=lambda game, options: decide,  # noqa: ARG005  the same for all options
            plain=True,
            opened=True,
        )
    )


drifter = starter("goes to any free cell in Battlesnake", drift)
hungry = starter("goes to the nearest food in Battlesnake", eat)
head_hunter = starter("goes to heads of shorter snakes in Battlesnake", hunt_heads)
tail_chaser = starter("follows its own tail in Battlesnake until it is hungry", chase_tail)
