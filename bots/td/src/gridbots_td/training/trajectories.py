"""Trajectories and lambda-returns: the own moves of a match, and the update at its end.

TD(lambda) over afterstates, the positions after own moves as the bot remembers them. When an
episode has ended, lambda-returns are computed backwards from the final margin:

    target of the last move = margin / board
    target before = gamma * ((1 - lambda) * value of the next + lambda * target of the next)

where the value is that of the best move at the time. The return is cut at exploratory moves: the
target is gamma times that value. The step is that of normalised least mean squares: learning rate *
(target - value) * features / (sum of their squares).

The program of the CS221 paper learns only from the last transition of an episode, by a plain
gradient step. It bootstraps from the finished match, and so does this version of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import observe, step
from gridbots.game.chance import next_number
from gridbots.game.outcome import has_ended
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.training.schedule import linear
from gridbots_td.decision import own_turn, pick, search_position, update_memory
from gridbots_td.features.layout import DENSE, TABLES, WEIGHTS
from gridbots_td.features.measurement import measure, weigh_measured
from gridbots_td.network import MAX_INPUTS, MAX_UNITS, descend, network_weights, squared_gradient
from gridbots_td.rounds import searches_rounds
from gridbots_td.state_value import value_function_of, value_of_margin
from gridbots_td.training.self_play import any_move

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_td.training.parameters import Parameters

RANGE: Final = 4294967087.0
"""Upper bound of the numbers of a generator."""

LEARNER: Final = np.dtype(
    [
        ("episodes", "i8"),  # completed
        ("planned", "i8"),  # in total
        ("learning_rate", "f8"),
        ("learning_rate_decay_start", "f8"),
        ("gamma", "f8"),
        ("td_lambda", "f8"),
        ("exploration_initial_eps", "f8"),
        ("exploration_final_eps", "f8"),
        ("exploration_fraction", "f8"),
        ("averaging_fraction", "f8"),
        ("sums", "f8", (WEIGHTS,)),
        ("network_sums", "f8", (network_weights(len(DENSE), MAX_UNITS),)),
        ("summed", "i8"),
    ]
)
"""Hyperparameters and progress of a learner."""


def learner_of(parameters: Parameters) -> Any:
    learners = np.zeros(1, LEARNER)
    for name in (
        "learning_rate", "learning_rate_decay_start", "gamma", "td_lambda",
        "exploration_initial_eps", "exploration_final_eps", "exploration_fraction",
        "averaging_fraction",
    ):  # fmt: skip
        learners[0][name] = getattr(parameters, name)
    learners[0]["planned"] = parameters.episodes
    return learners


def trajectory_dtype(moves: int) -> np.dtype[Any]:
    """Trajectory of an episode with up to this many own moves."""
    return np.dtype(
        [
            ("length", "i8"),  # number of own moves
            ("values", "f8", (moves,)),  # value of the best move at the time
            ("explores", "u1", (moves,)),  # 1: an exploratory move was made
            ("decided", "u1", (moves,)),  # 1: expected to end the match; no features
            ("dense", "f8", (moves, len(DENSE))),
            ("active", "i8", (moves, len(TABLES))),
            ("inputs", "i2", (moves, MAX_INPUTS)),
            ("input_counts", "i8", (moves,)),
            ("before_rounds", "i8"),  # 1: positions before a round, not after a move
            ("before", "f8", (len(DENSE),)),  # features before the last round (program)
        ]
    )


@kernel
def epsilon_of(learner: Record) -> float:
    fraction = max(learner["exploration_fraction"], 1e-9)
    done = min(1.0, learner["episodes"] / (learner["planned"] * fraction))
    initial, final = learner["exploration_initial_eps"], learner["exploration_final_eps"]
    return float(linear(initial, final, done))


@kernel
def rate_of(learner: Record) -> float:
    done = learner["episodes"] / learner["planned"]
    rate, start = learner["learning_rate"], learner["learning_rate_decay_start"]
    if done < start:
        return float(rate)
    return float(rate * max(0.0, 1 - done) / max(1e-9, 1 - start))


@kernel
def collect(  # noqa: PLR0913, PLR0917  the arrays of a batch
    plans: Array,
    learners: Array,
    memories: Array,
    trajectories: Array,
    states: Array,
    copies: Array,
    seats: Array,
    generators: Array,
    moves: Array,
) -> None:
    """Collect experience: write the moves of the learner, and record its positions."""
    seen, epsilon = states[:1].copy(), epsilon_of(learners[0])
    for at in copies:
        state, seat = states[at], seats[at]
        moves[at, seat] = NO_MOVE
        learned = value_function_of(plans[0])
        if learned["program"] and not has_ended(state):
            measure(learned, state, seat)
            trajectories[at]["before"] = learned["dense"]
        if not has_ended(state) and is_to_move(state, seat):
            seen[0] = state
            observe(seen[0], seat)
            update_memory(plans[0], memories[at], seen[0], seat)
            moves[at, seat] = collect_one(
                plans[0], memories[at], trajectories[at], seat, generators[at], epsilon
            )


@kernel
def collect_one(  # noqa: PLR0913, PLR0917  one copy of the arrays above
    plan: Record, memory: Record, trajectory: Record, seat: int, generator: Any, epsilon: float
) -> int:
    search_position(plan, memory["now"][0], seat)
    best = pick(plan, generator)
    move = best
    if next_number(generator) / RANGE < epsilon:
        move = any_move(memory["now"][0], seat, generator)
    at = trajectory["length"]
    trajectory["values"][at] = value_of_choice(plan, best)
    trajectory["explores"][at] = move != best
    if searches_rounds(plan, memory["now"][0]):
        # The position before the round is learned from; its value is that of the round.
        trajectory["values"][at] = plan["games"][0]["value"]
        trajectory["before_rounds"] = 1
        trajectory["explores"][at] = move != best
        trajectory["decided"][at] = 0
        record(value_function_of(plan), trajectory, at, memory["now"][0], seat)
        trajectory["length"] += 1
        return int(move)
    learned, after = value_function_of(plan), memory["following"][0]
    memory["following"][0] = memory["now"][0]
    own_turn(after, seat)
    joint = np.full(after["seats"], NO_MOVE)
    joint[seat] = move
    step(after, joint)
    trajectory["decided"][at] = has_ended(after)
    if not trajectory["decided"][at]:
        record(learned, trajectory, at, after, seat)
    trajectory["length"] += 1
    return int(move)


@kernel
def value_of_choice(plan: Record, best: int) -> float:
    """The value of the best move; a seat without a move has lost."""
    value = plan["search"][0]["values"][best]
    return -1.0 if np.isnan(value) else float(value)


@kernel
def record(learned: Record, trajectory: Record, at: int, state: State, seat: int) -> None:
    """Record the features of a position."""
    measure(learned, state, seat)
    write_row(trajectory["dense"], at, learned["dense"])
    write_row(trajectory["active"], at, learned["active"])
    write_row(trajectory["inputs"], at, learned["inputs"])
    trajectory["input_counts"][at] = learned["input_count"]


@kernel
def write_row(rows: Array, at: int, row: Array) -> None:
    for index in range(len(row)):
        rows[at, index] = row[index]


@kernel
def add_to(sums: Array, numbers: Array) -> None:
    for index in range(len(numbers)):
        sums[index] += numbers[index]


@kernel
def learn(  # noqa: PLR0913, PLR0917  the arrays of a batch
    plans: Array, learners: Array, trajectories: Array, states: Array, finished: Array, seats: Array
) -> None:
    """Learn from the episodes that have ended, one by one."""
    learner, learned = learners[0], value_function_of(plans[0])
    for at in range(len(states)):
        if finished[at]:
            result = margin(states[at], seats[at])
            if learned["program"]:
                learn_as_program(learner, learned, trajectories[at], states[at], seats[at], result)
            else:
                board = float(states[at]["side"] * states[at]["side"])
                learn_from(
                    learner, learned, trajectories[at], value_of_margin(learned, result / board)
                )
            learner["episodes"] += 1
            if learner["episodes"] > (1 - learner["averaging_fraction"]) * learner["planned"]:
                add_to(learner["sums"], learned["weights"])
                if learned["units"]:
                    add_to(learner["network_sums"], learned["network"])
                learner["summed"] += 1
            trajectories[at]["length"] = 0


@kernel
def learn_from(learner: Record, learned: Record, trajectory: Record, result: float) -> None:
    """TD(lambda): from the last own move to the first."""
    gamma, trace, rate = learner["gamma"], learner["td_lambda"], rate_of(learner)
    target = result
    for at in range(trajectory["length"] - 1, -1, -1):
        value = trajectory["values"][at]
        if trajectory["before_rounds"]:
            target = lambda_return(gamma, trace, value, target, trajectory["explores"][at])
        if not trajectory["decided"][at]:
            learned["dense"] = trajectory["dense"][at]
            learned["active"] = trajectory["active"][at]
            learned["inputs"] = trajectory["inputs"][at]
            learned["input_count"] = trajectory["input_counts"][at]
            move_towards(learned, target, rate)
        elif not trajectory["explores"][at]:
            value = target  # The match did not end as expected; use the actual target.
        if not trajectory["before_rounds"]:
            target = lambda_return(gamma, trace, value, target, trajectory["explores"][at])


@kernel
def lambda_return(gamma: float, trace: float, value: float, target: float, explores: int) -> float:
    """The target one own move earlier; the return is cut at exploratory moves."""
    if explores:
        return gamma * value
    return gamma * ((1 - trace) * value + trace * target)


@kernel
def move_towards(learned: Record, target: float, rate: float) -> None:
    """A normalised step on the last position measured."""
    weights, dense, squares = learned["weights"], learned["dense"], float(learned["tables"])
    for feature in range(learned["denses"]):
        squares += dense[feature] * dense[feature]
    error = target - weigh_measured(learned)
    inputs = learned["inputs"][: learned["input_count"]]
    network, hidden = learned["network"], learned["hidden"][: learned["units"]]
    if learned["units"]:
        squares += squared_gradient(network, dense, inputs, hidden)
    change = rate * error / max(squares, 1e-9)
    if learned["units"]:
        descend(network, dense, inputs, hidden, change)
    for feature in range(learned["denses"]):
        weights[feature] += change * dense[feature]
    for table in range(learned["tables"]):
        weights[learned["active"][table]] += change


@kernel
def learn_as_program(  # noqa: PLR0913, PLR0917  one copy of the arrays above
    learner: Record, learned: Record, trajectory: Record, state: State, seat: int, result: float
) -> None:
    """The paper's step: w -= rate * (V(before) - (result + gamma * V(end))) * features(before)."""
    measure(learned, state, seat)
    target = result + learner["gamma"] * weigh_measured(learned)
    learned["dense"] = trajectory["before"]
    change = learner["learning_rate"] * (target - weigh_measured(learned))
    for feature in range(learned["denses"]):
        learned["weights"][feature] += change * trajectory["before"][feature]
