"""TD(lambda) in self-play for weights of a game's features: the kernels.

A seat wins a position with odds exp(weights times features), so the value of the position is
tanh(weights times features / 2), from -1 (lost) to 1 (won). The parameters are factors of
directions in weight space; a direction is a feature, or a sum of features whose ratio is fixed. In
each round every seat searches some rounds deep and plays the best move, or explores. After an
episode, lambda-returns are computed backwards from the utility:

    target of the last position = utility
    target before = (1 - lambda) * value of the next + lambda * target of the next

After a round with an exploratory move, the target is the position's own value. The weights are a
logistic regression on these targets, computed online by Newton's method: `covariance` is the
inverse of the summed curvature (recursive least squares with TD, Bradtke and Barto 1996). Plain
gradient descent would converge slowly for correlated features, such as territory and liberties.
Old positions, from weaker play, are forgotten: about the last `window_fraction` of them counts.
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
"""Resolution of random numbers."""

MIN_SLOPE: Final = 0.02
"""Bounds the effect of positions that seem decided but are not."""
MIN_WINDOW: Final = 20_000.0
"""Minimum number of positions that count, so that the first episodes do not dominate."""


def learner_dtype(features: int, directions: int) -> np.dtype[Any]:
    """Hyperparameters and progress of a learner."""
    return np.dtype(
        [
            ("episodes", "i8"),  # completed
            ("planned", "i8"),  # in total
            ("positions", "i8"),  # completed
            ("depth", "i8"),  # search depth, in rounds
            ("window_fraction", "f8"),  # fraction of the positions so far that count
            ("td_lambda", "f8"),
            ("epsilon", "f8"),  # share of random moves
            ("directions", "f8", (directions, features)),
            ("factors", "f8", (directions,)),  # the parameters
            ("weights", "f8", (features,)),  # the sum of directions times factors
            ("covariance", "f8", (directions, directions)),  # of the factors, approximately
            ("gain", "f8", (directions,)),  # of the last position
            ("errors", "f8"),  # sum of squared errors since the last point of the curve
            ("counted", "i8"),  # number of errors
        ]
    )


def trajectory_dtype(directions: int, seats: int, rounds: int) -> np.dtype[Any]:
    """Trajectory of the first rounds of an episode."""
    return np.dtype(
        [
            ("length", "i8"),  # rounds recorded
            ("explores", "u1", (rounds,)),  # 1: a seat explored
            ("living", "u1", (rounds, seats)),
            ("seen", "f8", (rounds, seats, directions)),  # features along each direction
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
    """Collect experience: write the moves of all seats, and record their features.

    `reseed`: handle of a kernel that seeds the chance events of a search.
    """
    learner = learners[0]
    for at in range(len(states)):
        trajectory = trajectories[at]
        rounds = trajectory["length"]
        is_recorded = rounds < len(trajectory["explores"])
        if is_recorded:
            trajectory["explores"][rounds] = 0
        for seat in range(moves.shape[1]):
            moves[at, seat] = NO_MOVE
            is_in = not is_over(states[at]) and is_living(states[at], seat)
            if is_recorded:
                trajectory["living"][rounds, seat] = is_in
            if is_in and is_recorded:
                measure(learner, states[at], seat, trajectory["seen"][rounds, seat])
            if is_in and is_to_move(states[at], seat):
                moves[at, seat] = decide(
                    learner, searches[0], trajectory, states[at], seat, generators[at], reseed
                )
        trajectory["length"] += is_recorded


@kernel
def measure(learner: Record, state: State, seat: int, seen: Array) -> None:
    """Write the features of a position along each direction."""
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
    """A random candidate move."""
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
    """A random move among those of the highest value; NO_MOVE if there is none."""
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
    """Learn from the episodes that have ended, one by one."""
    learner = learners[0]
    for at in range(len(states)):
        if finished[at]:
            for seat in range(trajectories[at]["living"].shape[1]):
                learn_from(learner, trajectories[at], seat, utility(states[at], seat))
            trajectories[at]["length"] = 0
            learner["episodes"] += 1
    sum_weights(learner)


@kernel
def sum_weights(learner: Record) -> None:
    """Compute the weights from the factors."""
    directions, weights = learner["directions"], learner["weights"]
    weights[:] = 0.0
    for at in range(len(directions)):
        for feature in range(len(weights)):
            weights[feature] += learner["factors"][at] * directions[at, feature]


@kernel
def learn_from(learner: Record, trajectory: Record, seat: int, result: float) -> None:
    """TD(lambda), from the last position of a seat to the first."""
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
    """A Newton step for the likelihood of a target from -1 to 1."""
    factors, covariance = learner["factors"], learner["covariance"]
    gain = learner["gain"]
    kept, slope = forgetting_factor(learner), max(MIN_SLOPE, (1 - value * value) / 4)
    certainty = kept / slope
    for row in range(len(seen)):
        gain[row] = 0.0
        for column in range(len(seen)):
            gain[row] += covariance[row, column] * seen[column]
        certainty += seen[row] * gain[row]
    for row in range(len(seen)):
        factors[row] += gain[row] / certainty * (target - value) / 2 / slope
        for column in range(row + 1):
            covariance[row, column] -= gain[row] * gain[column] / certainty
            covariance[row, column] /= kept
            covariance[column, row] = covariance[row, column]
    learner["positions"] += 1


@kernel
def forgetting_factor(learner: Record) -> float:
    """The weight that former positions keep at each new one."""
    return float(1 - 1 / max(MIN_WINDOW, learner["window_fraction"] * learner["positions"]))
