"""A decision of an agent of the CS221 paper, for single matches and for many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.chance import below
from gridbots.game import candidates
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import NO_MOVE, apart, offset
from gridbots.kernel import kernel, records_like
from gridbots.search.turns import PLY, TREE, Parts, begin, run
from gridbots_minimax.light_riders.plan import DEEPER, NAIVE, ORDER, STRAIGHT

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

UNLIMITED: Final = 1 << 60


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """The move of a living rider."""
    if plan["kind"] == NAIVE:
        return pick(moves_of(observation, seat), 1, generator)
    if plan["kind"] == STRAIGHT:
        return straight_on(observation, seat)
    return pick(search(plan, observation, seat), plan["any_of_best"], generator)


@kernel
def search(plan: Record, observation: State, seat: int) -> int:
    """The best moves, as bits: all of them, or the first at least, as the plan has it."""
    seats = int(observation["seats"])
    limit = depth_for(plan, observation, seat)
    plies = np.empty(limit * seats + 1, PLY)
    states = records_like(observation, limit * seats + 1)
    trees = np.empty(1, TREE)
    trees[0] = plan["tree"]
    trees[0]["seat"] = seat
    trees[0]["seats"] = seats
    trees[0]["considered"] = (1 << seats) - 1
    trees[0]["limit"] = limit
    states[0] = observation
    # The program takes a rider for lost as soon as it is stuck, whatever the match is played by.
    states[0]["stuck_is_out"] = 1
    parts = Parts(trees[0], plies, states, plan["weights"])
    begin(parts)
    run(parts, UNLIMITED)
    return int(plies[0]["answers"])


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
