"""Decision of an agent of the CS221 paper, as kernels: depth, search, tie-break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.chance import below
from gridbots.game import candidates
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import NO_MOVE, apart, offset
from gridbots.kernel import kernel
from gridbots.search.core import UNLIMITED, begin, run
from gridbots_minimax.light_riders.agent import DEEPER, NAIVE, ORDER, STRAIGHT

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """The move of a living rider."""
    if plan["kind"] == NAIVE:
        return pick(moves_of(observation, seat), 1, generator)
    if plan["kind"] == STRAIGHT:
        return straight_on(observation, seat)
    look_ahead(plan["search"][0], observation, seat, depth_for(plan, observation, seat))
    return pick(best_of(plan["search"][0]["values"]), plan["any_of_best"], generator)


@kernel
def look_ahead(search: Record, observation: State, seat: int, rounds: int) -> None:
    search["seat"] = seat
    search["seats"] = observation["seats"]
    search["states"][0] = observation
    # The program takes a rider for lost as soon as it is stuck, whatever the match is played by.
    search["states"][0]["stuck_is_out"] = 1
    begin(search, rounds)
    run(search, UNLIMITED)


@kernel
def best_of(values: Array) -> int:
    """The moves with the highest of these values, as bits."""
    best, moves = -np.inf, 0
    for move in ORDER:
        if values[move] > best:
            best, moves = values[move], 0
        moves |= int(values[move] == best) << move
    return moves


@kernel
def depth_for(plan: Record, observation: State, seat: int) -> int:
    """Rounds to look ahead: more where another living rider's head is near."""
    riders = observation["riders"]
    for other in range(observation["seats"]):
        if other != seat and observation["eliminated"][other] == 0:
            steps = apart(riders[seat], riders[other], observation["stride"])
            if steps <= plan["near"]:
                return int(plan["depth"]) + DEEPER
    return int(plan["depth"])


@kernel
def moves_of(observation: State, seat: int) -> int:
    """The moves to empty cells, as bits; all legal ones where there is none."""
    mask, moves = np.zeros(len(ORDER), np.uint8), 0
    candidates(observation, seat, mask)
    for move in ORDER:
        moves |= int(mask[move]) << move
    return moves


@kernel
def straight_on(observation: State, seat: int) -> int:
    """The direction of the rider while the next cell is empty; else the first move to one."""
    heading = int(observation["headings"][seat])
    ahead = observation["riders"][seat] + offset(heading, observation["stride"])
    if observation["cells"][ahead] == EMPTY:
        return heading
    return pick(moves_of(observation, seat), 0, observation["generator"])


@kernel
def pick(moves: int, drawn: int, generator: Any) -> int:
    """The first of these moves in ORDER, or any of them; NO_MOVE if there is none."""
    chosen, count = NO_MOVE, 0
    for move in ORDER:
        if moves >> move & 1:
            count += 1
            if count == 1 or (drawn and below(generator, count) == 0):
                chosen = move
    return chosen
