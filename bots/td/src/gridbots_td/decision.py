"""Decision of td, as kernels: update the memory, search by the value function, choose a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import step
from gridbots.game.chance import below
from gridbots.game.outcome import is_in_play
from gridbots.games.paperio.memory import remember
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.particles import draw_some, follow
from gridbots.games.paperio.state import EVERYBODY, is_to_move
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.kernel import kernel
from gridbots.search.core import UNLIMITED, begin, run
from gridbots_td.matrix_game import MOVES, draw
from gridbots_td.network import SIDE
from gridbots_td.plan import AT_ONCE, ELSEWHERE, IN_TURN
from gridbots_td.rounds import add_world, searches_rounds, solve_root

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

ORDER: Final = (LEFT, RIGHT, UP, DOWN)
"""Order in which the CS221 program tries moves."""


@kernel
def choose(plans: Record, observation: State, seat: int, generator: Any, memory: Record) -> int:
    """Choose one of the best moves in any match; NO_MOVE if another seat is to move."""
    plan = plans["plans"][plan_for(observation)]
    if searches_rounds(plan, observation):
        return choose_by_rounds(plans, observation, seat, generator, memory)
    if samples(plan, observation):
        return choose_by_samples(plans, observation, seat, generator, memory)
    return choose_by_memory(plans, observation, seat, generator, memory)


@kernel
def choose_by_memory(
    plans: Record, observation: State, seat: int, generator: Any, memory: Record
) -> int:
    """Choose by a search of the remembered state."""
    if not is_to_move(observation, seat):
        return NO_MOVE
    plan, now = plans["plans"][plan_for(observation)], memory["memory"][0]["now"][0]
    update_memory(plan, memory["memory"][0], observation, seat)
    search_in_turn(plan, now, seat)
    return choose_best(plan, generator)


@kernel
def choose_by_samples(
    plans: Record, observation: State, seat: int, generator: Any, memory: Record
) -> int:
    """Choose by a search of sampled belief states, where seats move in turn."""
    if not is_to_move(observation, seat):
        return NO_MOVE
    plan = plans["plans"][plan_for(observation)]
    track(plan, observation, seat, generator, memory)
    search_samples(plan, memory["cloud"][0], seat, generator)
    return choose_best(plan, generator)


@kernel
def choose_by_rounds(
    plans: Record, observation: State, seat: int, generator: Any, memory: Record
) -> int:
    """Choose by rounds, where two seats move at once."""
    if not is_to_move(observation, seat):
        return NO_MOVE
    plan = plans["plans"][plan_for(observation)]
    if plan["samples"] > 0:
        track(plan, observation, seat, generator, memory)
        solve_round_in_samples(plan, memory["cloud"][0], seat, generator)
    else:
        update_memory(plan, memory["memory"][0], observation, seat)
        solve_round(plan, memory["memory"][0]["now"][0], seat)
    return draw(plan["games"][0]["mixed"], generator)


@kernel
def track(plan: Record, observation: State, seat: int, generator: Any, memory: Record) -> None:
    """Update the memory and the belief with an observation."""
    now, joint = memory["memory"][0]["now"][0], plan["search"][0]["joint"]
    update_memory(plan, memory["memory"][0], observation, seat)
    follow(memory["cloud"][0], plan["scratch"][0], observation, now, seat, joint, generator, plan)


@kernel
def plan_for(observation: State) -> int:
    """The index of the plan for a match."""
    if observation["seats"] != 2 or observation["side"] != SIDE:
        return ELSEWHERE
    return AT_ONCE if observation["mover"] == EVERYBODY else IN_TURN


@kernel
def samples(plan: Record, observation: State) -> bool:
    """Whether to search sampled belief states: with two seats that move in turn."""
    in_turn = observation["mover"] != EVERYBODY
    return bool(plan["samples"] > 0 and observation["seats"] == 2 and in_turn)


@kernel
def update_memory(plan: Record, memory: Record, observation: State, seat: int) -> None:
    """Update the memory of a plan; a frozen memory makes no predictions either."""
    frozen = plan["frozen"] != 0
    remember(memory, observation, seat, frozen, not frozen)


@kernel
def search_position(plan: Record, position: State, seat: int) -> None:
    """Compute the values of all moves, by rounds or in turn."""
    if searches_rounds(plan, position):
        solve_round(plan, position, seat)
    else:
        search_in_turn(plan, position, seat)


@kernel
def solve_round(plan: Record, position: State, seat: int) -> None:
    plan["games"][0]["worlds"] = 0
    add_world(plan, position, seat, 1.0)
    solve_root(plan)


@kernel
def search_in_turn(plan: Record, position: State, seat: int) -> None:
    search = plan["search"][0]
    search["states"][0] = position
    own_turn(search["states"][0], seat)
    search["seat"] = seat
    search["seats"] = position["seats"]
    living = 0
    for each in range(position["seats"]):
        living += is_in_play(position, each)
    begin(search, 1 + (plan["depth"] - 1) * living)
    run(search, UNLIMITED)


@kernel
def search_samples(plan: Record, cloud: Record, seat: int, generator: Any) -> None:
    """Compute the values of all moves as means over sampled states (determinization)."""
    chosen, shares = plan["chosen"][: plan["samples"]], plan["shares"][: plan["samples"]]
    count = draw_some(cloud, chosen, shares, generator)
    values, totals, mask = plan["search"][0]["values"], plan["totals"], plan["mask"]
    candidates(cloud["states"][chosen[0]], seat, mask)
    for move in range(MOVES):
        totals[move] = 0.0 if mask[move] else np.nan
        for at in range(count):
            if mask[move]:
                position = cloud["states"][chosen[at]]
                totals[move] += shares[at] * value_after(plan, position, seat, move)
    for move in range(MOVES):
        values[move] = totals[move]


@kernel
def solve_round_in_samples(plan: Record, cloud: Record, seat: int, generator: Any) -> None:
    """Solve the next round in sampled belief states."""
    chosen, shares = plan["chosen"][: plan["samples"]], plan["shares"][: plan["samples"]]
    plan["games"][0]["worlds"] = 0
    for at in range(draw_some(cloud, chosen, shares, generator)):
        add_world(plan, cloud["states"][chosen[at]], seat, shares[at])
    solve_root(plan)


@kernel
def value_after(plan: Record, position: State, seat: int, move: int) -> float:
    """The value of a position after an own move in it."""
    search = plan["search"][0]
    search["seat"] = seat
    search["seats"] = position["seats"]
    search["states"][0] = position
    state, joint = search["states"][0], search["joint"]
    for each in range(position["seats"]):
        joint[each] = NO_MOVE
    joint[seat] = move
    step(state, joint)
    begin(search, (plan["depth"] - 1) * position["seats"])
    run(search, UNLIMITED)
    return float(search["result"])


@kernel
def own_turn(state: State, seat: int) -> None:
    """Convert simultaneous moves to turns, this seat first.

    The round numbers are multiplied by the number of living seats, so that all keep their moves.
    """
    if state["mover"] == EVERYBODY:
        living = 0
        for each in range(state["seats"]):
            living += is_in_play(state, each)
        state["mover"] = seat
        state["rounds"] *= living
        state["max_rounds"] *= living


@kernel
def pick(plan: Record, generator: Any) -> int:
    """Choose the move to play after a search."""
    if plan["at_once"] and plan["games"][0]["worlds"] > 0:
        return draw(plan["games"][0]["mixed"], generator)
    return choose_best(plan, generator)


@kernel
def choose_best(plan: Record, generator: Any) -> int:
    """Choose one of the moves with the highest value; up if there is none."""
    values, chosen, count = plan["search"][0]["values"], NO_MOVE, 0
    for move in ORDER:
        if np.isnan(values[move]):
            continue
        if chosen == NO_MOVE or values[move] > values[chosen]:
            chosen, count = move, 1
        elif values[move] == values[chosen]:
            count += 1
            if plan["last"] or below(generator, count) == 0:
                chosen = move
    return chosen if chosen != NO_MOVE else UP
