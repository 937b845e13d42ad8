"""Search record of an agent of the CS221 paper on Light Riders: parameters and buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import candidates, utility
from gridbots.game.chance import below
from gridbots.games.light_riders.features import FEATURES
from gridbots.games.light_riders.rules import EMPTY
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, apart, offset
from gridbots.kernel import kernel
from gridbots.search.core import UNLIMITED, begin, run
from gridbots.search.minimax import SearchVariant
from gridbots.search.ply_stack import is_decided
from gridbots_minimax.light_riders.evaluations import weights_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_minimax.light_riders.options import PaperOptions


ORDER: Final = (UP, DOWN, RIGHT, LEFT)
"""Order in which the program tries moves; it chooses the first of equal moves."""
DEEPER: Final = 2
"""Extra rounds to look ahead if another head is near."""

SEARCHES, NAIVE, STRAIGHT = range(3)
"""Kinds of agents."""

WON: Final = 50_000.0
DRAWN: Final = 10_000.0
LOST: Final = -50_000.0
"""Values of results in the program."""


@kernel
def end_value(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """The value of a finished match, interpolated between these; nan in the last round."""
    if left == 0 or not is_decided(state, seat):
        return np.nan
    result = utility(state, seat)
    end = WON if result > 0.0 else LOST
    return float(DRAWN + abs(result) * (end - DRAWN))


def variant_of(*, averages: bool, any_of_best: bool) -> SearchVariant:
    """The search of the paper's program, with its rewards.

    Its alpha-beta finds the first of the best moves; finding all of them prunes fewer branches.
    """
    exact = "best" if any_of_best else "first"
    return SearchVariant(
        played="in-turns",
        others="random" if averages else "worst",
        exact="values" if averages else exact,  # type: ignore[arg-type]
        terminal_value=end_value,
        preference=ORDER,
    )


def plan_dtype(dtype: np.dtype[Any], variant: SearchVariant) -> np.dtype[Any]:
    """The type of the plan, for state records of this type."""
    search = variant.dtype(dtype, len(FEATURES))
    return np.dtype(
        [
            ("depth", "i8"),  # rounds to look ahead
            ("near", "i8"),  # look DEEPER if another head is within this many steps; 0: never
            ("kind", "i8"),
            ("any_of_best", "i8"),  # 1: draw one of equal moves; 0: the first in ORDER
            ("search", search, (1,)),
        ]
    )


def plan_of(options: PaperOptions, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of minimax or, with averages over the moves of the other, of expectimax."""
    variant = variant_of(averages=averages, any_of_best=options.ties == "random")
    plan = np.zeros(1, plan_dtype(dtype, variant))[0]
    evaluation = options.evaluation_name
    variant.write(plan["search"][0], weights_of(options, seats=2))
    plan["any_of_best"] = options.ties == "random"
    plan["depth"] = options.depth
    plan["near"] = options.near
    plan["kind"] = {"naive": NAIVE, "straight": STRAIGHT}.get(evaluation, SEARCHES)
    return plan


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
    # In the program a stuck rider has lost, whatever the settings of the match.
    search["states"][0]["stuck_is_out"] = 1
    begin(search, rounds)
    run(search, UNLIMITED)


@kernel
def best_of(values: Array) -> int:
    """The moves with the highest value, as bits."""
    best, moves = -np.inf, 0
    for move in ORDER:
        if values[move] > best:
            best, moves = values[move], 0
        moves |= int(values[move] == best) << move
    return moves


@kernel
def depth_for(plan: Record, observation: State, seat: int) -> int:
    """Rounds to look ahead: more if another living rider's head is near."""
    riders = observation["riders"]
    for other in range(observation["seats"]):
        if other != seat and observation["eliminated"][other] == 0:
            steps = apart(riders[seat], riders[other], observation["stride"])
            if steps <= plan["near"]:
                return int(plan["depth"]) + DEEPER
    return int(plan["depth"])


@kernel
def moves_of(observation: State, seat: int) -> int:
    """The moves to empty cells, as bits; all legal moves if no neighbour is empty."""
    mask, moves = np.zeros(len(ORDER), np.uint8), 0
    candidates(observation, seat, mask)
    for move in ORDER:
        moves |= int(mask[move]) << move
    return moves


@kernel
def straight_on(observation: State, seat: int) -> int:
    """Straight on if the next cell is empty; else the first move to an empty cell."""
    heading = int(observation["headings"][seat])
    ahead = observation["riders"][seat] + offset(heading, observation["stride"])
    if observation["cells"][ahead] == EMPTY:
        return heading
    return pick(moves_of(observation, seat), 0, observation["generator"])


@kernel
def pick(moves: int, drawn: int, generator: Any) -> int:
    """The first of these moves in ORDER, or a random one; NO_MOVE if there is no move."""
    chosen, count = NO_MOVE, 0
    for move in ORDER:
        if moves >> move & 1:
            count += 1
            if count == 1 or (drawn and below(generator, count) == 0):
                chosen = move
    return chosen
