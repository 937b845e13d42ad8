"""Self-play kernels: TD(lambda) for weights of a game's features.

Of any game that has features. A seat wins a position with the odds exp(weights times features), so
that it is worth tanh(weights times features / 2) from -1, lost, to 1, won. What is learned are
numbers by which directions in the space of weights are multiplied: a direction is one feature, or
several that keep their ratio. In each round every seat
looks some rounds ahead, and makes the best move by these weights, or explores. When an episode has
ended, the lambda-return of each position is computed backwards from the utility:

    target of the last = utility
    target of one before = (1 - lambda) * value of the next + lambda * target of the next

Behind a round in which somebody explored nothing can be said: the target is the position's own
value. The weights are those of a logistic regression on these targets, found as they come by
Newton's method: `spread` is the inverse of the summed curvature (recursive least squares with TD,
S. J. Bradtke and A. G. Barto, 1996). For features that say nearly the same, such as territory and
liberties, plain gradients would take for ever. What was learned long ago, by weaker play, is
forgotten: what counts is about the last part `memory` of the episodes so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import (
    candidates,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    moves_mask,
    observe,
    utility,
)
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, kernel
from gridbots.search.core import UNLIMITED, begin, run

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

GRAIN: Final = 1 << 30
"""Of how many parts a drawn number is one."""

LEAST_SLOPE: Final = 0.02
"""A position that seems decided, and is not, would else overturn everything."""
LEAST_MEMORY: Final = 20_000.0
"""Positions that count at least, so that the first episodes do not decide alone."""


def learner_dtype(features: int, directions: int) -> np.dtype[Any]:
    """How to learn, and how far it has come, with so many features and directions."""
    return np.dtype(
        [
            ("episodes", "i8"),  # learned from so far
            ("planned", "i8"),  # in all
            ("positions", "i8"),  # learned from so far
            ("depth", "i8"),  # rounds to look ahead
            ("window_fraction", "f8"),  # fraction of the positions so far that count
            ("td_lambda", "f8"),
            ("epsilon", "f8"),  # share of moves that explore
            ("directions", "f8", (directions, features)),
            ("factors", "f8", (directions,)),  # what has been learned
            ("weights", "f8", (features,)),  # the sum of directions times factors
            ("spread", "f8", (directions, directions)),  # about the covariance of the factors
            ("gain", "f8", (directions,)),  # of the position learned from last
            ("errors", "f8"),  # squares of utility less value, summed since it was last asked
            ("counted", "i8"),  # how many
        ]
    )


def trajectory_dtype(directions: int, seats: int, rounds: int) -> np.dtype[Any]:
    """Trajectory: what is kept of an episode of so many rounds; of a longer one, of the first."""
    return np.dtype(
        [
            ("length", "i8"),  # rounds kept
            ("explores", "u1", (rounds,)),  # 1: somebody made another move than the best
            ("living", "u1", (rounds, seats)),
            ("seen", "f8", (rounds, seats, directions)),  # in each direction
        ]
    )


@kernel
def collect(  # noqa: PLR0913, PLR0917  the arrays of a batch
    learners: Array,
    searches: Array,
    trajectories: Array,
    states: Array,
    generators: Array,
    moves: Array,
    reseed: Any,
) -> None:
    """Collect experience: write the moves of all seats in all copies, and keep what they saw.

    `reseed` is the handle of a kernel that gives a search a future to play.
    """
    learner = learners[0]
    for at in range(len(states)):
        trajectory = trajectories[at]
        rounds = trajectory["length"]
        is_kept = rounds < len(trajectory["explores"])
        if is_kept:
            trajectory["explores"][rounds] = 0
        for seat in range(moves.shape[1]):
            moves[at, seat] = NO_MOVE
            is_in = not is_over(states[at]) and is_living(states[at], seat)
            if is_kept:
                trajectory["living"][rounds, seat] = is_in
            if is_in and is_kept:
                measure(learner, states[at], seat, trajectory["seen"][rounds, seat])
            if is_in and is_to_move(states[at], seat):
                moves[at, seat] = decide(
                    learner, searches[0], trajectory, states[at], seat, generators[at], reseed
                )
        trajectory["length"] += is_kept


@kernel
def measure(learner: Record, state: State, seat: int, seen: Array) -> None:
    """Write what a position is worth in each direction."""
    for at in range(len(seen)):
        seen[at] = evaluate(state, seat, learner["directions"][at])


@kernel
def decide(  # noqa: PLR0913, PLR0917  one copy of the arrays above
    learner: Record,
    search: Record,
    trajectory: Record,
    state: State,
    seat: int,
    generator: Any,
    reseed: Any,
) -> int:
    if below(generator, GRAIN) < learner["epsilon"] * GRAIN:
        if trajectory["length"] < len(trajectory["explores"]):
            trajectory["explores"][trajectory["length"]] = 1
        return any_move(state, seat, generator)
    search["states"][0] = state
    observe(search["states"][0], seat)
    call(reseed, search["states"][0], generator)
    search["seat"] = seat
    search["weights"] = learner["weights"]
    begin(search, learner["depth"])
    run(search, UNLIMITED)
    return any_of_best(search["values"], generator)


@kernel
def any_move(state: State, seat: int, generator: Any) -> int:
    """One of the moves that are worth a thought, all equally likely."""
    mask = moves_mask(state)
    left = below(generator, max(1, int(candidates(state, seat, mask))))
    for move in range(len(mask)):
        if mask[move]:
            if left == 0:
                return move
            left -= 1
    return NO_MOVE


@kernel
def any_of_best(values: Array, generator: Any) -> int:
    """One of the moves with the highest value, all equally likely; NO_MOVE if there is none."""
    chosen, count = NO_MOVE, 0
    for move in range(len(values)):
        if np.isnan(values[move]):
            continue
        if chosen == NO_MOVE or values[move] > values[chosen]:
            chosen, count = move, 1
        elif values[move] == values[chosen]:
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen


@kernel
def learn(learners: Array, trajectories: Array, states: Array, finished: Array) -> None:
    """Learn from the episodes that have ended, one after the other."""
    learner = learners[0]
    for at in range(len(states)):
        if finished[at]:
            for seat in range(trajectories[at]["living"].shape[1]):
                learn_from(learner, trajectories[at], seat, utility(states[at], seat))
            trajectories[at]["length"] = 0
            learner["episodes"] += 1
    sum_up(learner)


@kernel
def sum_up(learner: Record) -> None:
    """The weights, by what has been learned."""
    directions, weights = learner["directions"], learner["weights"]
    weights[:] = 0.0
    for at in range(len(directions)):
        for feature in range(len(weights)):
            weights[feature] += learner["factors"][at] * directions[at, feature]


@kernel
def learn_from(learner: Record, trajectory: Record, seat: int, result: float) -> None:
    """TD(lambda): from the last position of a seat to the first."""
    target, trace = result, learner["td_lambda"]
    for at in range(trajectory["length"] - 1, -1, -1):
        if not trajectory["living"][at, seat]:
            continue
        seen = trajectory["seen"][at, seat]
        value = value_of(learner, seen)
        learner["errors"] += (result - value) ** 2
        learner["counted"] += 1
        if trajectory["explores"][at]:
            target = value
        else:
            move_towards(learner, seen, target, value)
            target = (1 - trace) * value + trace * target


@kernel
def value_of(learner: Record, seen: Array) -> float:
    total = 0.0
    for at in range(len(seen)):
        total += learner["factors"][at] * seen[at]
    return float(np.tanh(total / 2))


@kernel
def move_towards(learner: Record, seen: Array, target: float, value: float) -> None:
    """A step of Newton's method for the likelihood of the target, which is from -1 to 1."""
    factors, spread, gain = learner["factors"], learner["spread"], learner["gain"]
    kept, slope = forgetting(learner), max(LEAST_SLOPE, (1 - value * value) / 4)
    certainty = kept / slope
    for row in range(len(seen)):
        gain[row] = 0.0
        for column in range(len(seen)):
            gain[row] += spread[row, column] * seen[column]
        certainty += seen[row] * gain[row]
    for row in range(len(seen)):
        factors[row] += gain[row] / certainty * (target - value) / 2 / slope
        for column in range(row + 1):
            spread[row, column] -= gain[row] * gain[column] / certainty
            spread[row, column] /= kept
            spread[column, row] = spread[row, column]
    learner["positions"] += 1


@kernel
def forgetting(learner: Record) -> float:
    """What remains of what all positions so far say, when another is learned from."""
    return float(1 - 1 / max(LEAST_MEMORY, learner["window_fraction"] * learner["positions"]))
