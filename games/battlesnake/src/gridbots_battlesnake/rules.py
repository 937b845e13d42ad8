"""Battlesnake: snakes eat, grow, and die in walls, bodies and longer heads; the last one wins.

The stages of a round: snakes move and lose health, hazards cost health, snakes eat food, snakes
without health or off the board are eliminated, then those that ran into another snake. Finally the
mode and the map act, and food appears. Snakes eliminated by health or walls block no other snake in
that round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import Outcome
from gridbots.game.chance import below
from gridbots.game.outcome import outcome_by_survival, standing
from gridbots.kernel import kernel
from gridbots_battlesnake.elimination import crash, starve_or_leave, suffer_hazards
from gridbots_battlesnake.feeding import draw_food, feed, remove_all_food
from gridbots_battlesnake.hazards import (
    EMPTY_MAP,
    change_map,
    clear_hazards,
    draw_pool,
    has_borders,
    lay_borders,
    loses_pool,
    shrink,
)
from gridbots_battlesnake.movement import go
from gridbots_battlesnake.state import (
    MOST_HEALTH,
    grow,
    is_living,
    living_count,
    part_of,
)

if TYPE_CHECKING:
    from gridbots.game import Moves, State


@kernel
def step(state: State, moves: Moves) -> None:
    if is_over(state):
        return
    advance(state, moves)
    if shrinks(state):
        shrink(state, below(state["generator"], 4))
    follow_mode(state)
    if state["map"] != EMPTY_MAP:
        draw_food(state)
    change_map(state)
    if loses_pool(state):
        state["hazards"][draw_pool(state)] = 0


@kernel
def advance(state: State, moves: Moves) -> None:
    """The stages in which the snakes act: a round without mode, map and chance."""
    go(state, moves)
    suffer_hazards(state)
    feed(state)
    starve_or_leave(state)
    crash(state)


@kernel
def shrinks(state: State) -> bool:
    return has_borders(state) and state["rounds"] % state["shrink_every"] == 0


@kernel
def follow_mode(state: State) -> None:
    if state["royale"] and state["rounds"] < state["shrink_every"]:
        clear_hazards(state)
    elif state["royale"]:
        lay_borders(state)
    elif state["constrictor"]:
        constrict(state)


@kernel
def constrict(state: State) -> None:
    """Remove food, restore health and grow all snakes, including those eliminated this round."""
    remove_all_food(state)
    for seat in range(state["seats"]):
        gone = state["eliminated"][seat]
        if gone == 0 or gone == state["rounds"]:
            state["healths"][seat] = MOST_HEALTH
            length = state["lengths"][seat]
            if part_of(state, seat, length - 1) != part_of(state, seat, length - 2):
                grow(state, seat)


@kernel
def is_over(state: State) -> bool:
    """Whether at most one snake lives (none if playing alone), or the last round was played."""
    living = living_count(state)
    return bool(living == 0 or (living == 1 and not state["solo"])) or is_late(state)


@kernel
def is_late(state: State) -> bool:
    return bool(state["rounds"] >= state["max_rounds"])


@kernel
def utility(state: State, seat: int) -> float:
    """By place; alone by the share of rounds survived."""
    if state["seats"] == 1:
        return float(2 * state["rounds"] / state["max_rounds"] - 1)
    return standing(state, seat)


@kernel
def score(state: State, seat: int) -> float:
    """Length."""
    return float(state["lengths"][seat])


def outcome(state: State) -> Outcome:
    """Places by rounds survived; snakes eliminated in the same round share a place."""
    scores = [int(score(state, seat)) for seat in range(int(state["seats"]))]
    outcome = outcome_by_survival(state, scores)
    if len(scores) == 1 and is_living(state, 0):
        return Outcome(winner=0, places=outcome.places, scores=outcome.scores)
    return outcome
