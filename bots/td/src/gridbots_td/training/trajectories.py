"""Trajectories and lambda-returns: what is kept of each own move, and learned at the end.

TD(lambda) over the positions after own moves, as the bot remembers them ("afterstates"). When an
episode has ended, the lambda-return of each is computed backwards from the true margin:

    target of the last = margin / board
    target of one before = gamma * ((1 - lambda) * value of the next + lambda * target of the next)

where the value is that of the best move at the time. Behind a move that was made to explore, the
return is cut: the target is gamma times that value. The step is that of normalised least mean
squares: rate * (target - value) * features / (sum of their squares).

The program of the CS221 paper instead learns from the last transition of an episode alone, with a
plain gradient step; and as it bootstraps from the finished match too, so do we.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import observe, step
from gridbots.game.chance import below, next_number
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import is_over, is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.training.schedule import linear
from gridbots_td.decision import own_turn, pick, take_in, think
from gridbots_td.features.layout import DENSE, TABLES, WEIGHTS
from gridbots_td.features.measurement import measure, weigh_measured
from gridbots_td.network import MOST_LIT, MOST_UNITS, descend, network_weights, squared_gradient
from gridbots_td.rounds import goes_by_rounds
from gridbots_td.state_value import value_function_of, worth_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_td.training.parameters import Parameters

RANGE: Final = 4294967087.0
"""Numbers of a generator are below this."""

LEARNER: Final = np.dtype(
    [
        ("episodes", "i8"),  # learned from so far
        ("planned", "i8"),  # in all
        ("learning_rate", "f8"),
        ("learning_rate_decay_start", "f8"),
        ("gamma", "f8"),
        ("td_lambda", "f8"),
        ("exploration_initial_eps", "f8"),
        ("exploration_final_eps", "f8"),
        ("exploration_fraction", "f8"),
        ("averaging_fraction", "f8"),
        ("sums", "f8", (WEIGHTS,)),
        ("network_sums", "f8", (network_weights(len(DENSE), MOST_UNITS),)),
        ("summed", "i8"),
    ]
)
"""How to learn, and how far it has come."""


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
    """Trajectory: what is kept of one episode of up to so many own moves."""
    return np.dtype(
        [
            ("length", "i8"),  # own moves
            ("values", "f8", (moves,)),  # of the best move at the time
            ("explores", "u1", (moves,)),  # 1: another move was made
            ("decided", "u1", (moves,)),  # 1: it seemed to end the match, and has no features
            ("dense", "f8", (moves, len(DENSE))),
            ("active", "i8", (moves, len(TABLES))),
            ("lit", "i2", (moves, MOST_LIT)),
            ("lit_counts", "i8", (moves,)),
            ("before_rounds", "i8"),  # 1: positions are those before a round, not after a move
            ("before", "f8", (len(DENSE),)),  # features before the last round, for the program
        ]
    )


@kernel
def epsilon_of(learner: Record) -> float:
    fraction = max(learner["exploration_fraction"], 1e-9)
    done = min(1.0, learner["episodes"] / (learner["planned"] * fraction))
    initial, final = learner["exploration_initial_eps"], learner["exploration_final_eps"]
    return linear(initial, final, done)


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
    """Collect experience: write the learner's move in these copies, and keep what it saw."""
    seen, epsilon = states[:1].copy(), epsilon_of(learners[0])
    for at in copies:
        state, seat = states[at], seats[at]
        moves[at, seat] = NO_MOVE
        learned = value_function_of(plans[0])
        if learned["program"] and not is_over(state):
            measure(learned, state, seat)
            trajectories[at]["before"] = learned["dense"]
        if not is_over(state) and is_to_move(state, seat):
            seen[0] = state
            observe(seen[0], seat)
            take_in(plans[0], memories[at], seen[0], seat)
            moves[at, seat] = collect_one(
                plans[0], memories[at], trajectories[at], seat, generators[at], epsilon
            )


@kernel
def collect_one(  # noqa: PLR0913, PLR0917  one copy of the arrays above
    plan: Record, memory: Record, trajectory: Record, seat: int, generator: Any, epsilon: float
) -> int:
    think(plan, memory["now"][0], seat)
    best = pick(plan, generator)
    move = best
    if next_number(generator) / RANGE < epsilon:
        move = any_move(memory["now"][0], seat, generator)
    at = trajectory["length"]
    trajectory["values"][at] = value_of_choice(plan, best)
    trajectory["explores"][at] = move != best
    if goes_by_rounds(plan, memory["now"][0]):
        # What is learned from is the position before the round, whose value is that of the round.
        trajectory["values"][at] = plan["games"][0]["value"]
        trajectory["before_rounds"] = 1
        trajectory["explores"][at] = move != best
        trajectory["decided"][at] = 0
        keep(value_function_of(plan), trajectory, at, memory["now"][0], seat)
        trajectory["length"] += 1
        return int(move)
    learned, after = value_function_of(plan), memory["following"][0]
    memory["following"][0] = memory["now"][0]
    own_turn(after, seat)
    joint = np.full(after["seats"], NO_MOVE)
    joint[seat] = move
    step(after, joint)
    trajectory["decided"][at] = is_over(after)
    if not trajectory["decided"][at]:
        keep(learned, trajectory, at, after, seat)
    trajectory["length"] += 1
    return int(move)


@kernel
def value_of_choice(plan: Record, best: int) -> float:
    """What the best move is worth; who is shut in by its own trail, and has none, has lost."""
    value = plan["search"][0]["values"][best]
    return -1.0 if np.isnan(value) else float(value)


@kernel
def keep(learned: Record, trajectory: Record, at: int, state: State, seat: int) -> None:
    """Keep the features of a position."""
    measure(learned, state, seat)
    write_row(trajectory["dense"], at, learned["dense"])
    write_row(trajectory["active"], at, learned["active"])
    write_row(trajectory["lit"], at, learned["lit"])
    trajectory["lit_counts"][at] = learned["lit_count"]


@kernel
def write_row(rows: Array, at: int, row: Array) -> None:
    for index in range(len(row)):
        rows[at, index] = row[index]


@kernel
def add_to(sums: Array, numbers: Array) -> None:
    for index in range(len(numbers)):
        sums[index] += numbers[index]


@kernel
def any_move(state: State, seat: int, generator: Any) -> int:
    """One of the moves that are not deadly, all equally likely."""
    mask = np.zeros(4, np.uint8)
    left = below(generator, int(candidates(state, seat, mask)))
    for move in range(4):
        if mask[move]:
            if left == 0:
                return move
            left -= 1
    return 0


@kernel
def learn(  # noqa: PLR0913, PLR0917  the arrays of a batch
    plans: Array, learners: Array, trajectories: Array, states: Array, finished: Array, seats: Array
) -> None:
    """Learn from the episodes that have ended, one after the other."""
    learner, learned = learners[0], value_function_of(plans[0])
    for at in range(len(states)):
        if finished[at]:
            result = margin(states[at], seats[at])
            if learned["program"]:
                learn_as_program(learner, learned, trajectories[at], states[at], seats[at], result)
            else:
                board = float(states[at]["side"] * states[at]["side"])
                learn_from(learner, learned, trajectories[at], worth_of(learned, result / board))
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
            target = returned(gamma, trace, value, target, trajectory["explores"][at])
        if not trajectory["decided"][at]:
            learned["dense"] = trajectory["dense"][at]
            learned["active"] = trajectory["active"][at]
            learned["lit"] = trajectory["lit"][at]
            learned["lit_count"] = trajectory["lit_counts"][at]
            move_towards(learned, target, rate)
        elif not trajectory["explores"][at]:
            value = target  # It was wrong about the end: what came then is worth more.
        if not trajectory["before_rounds"]:
            target = returned(gamma, trace, value, target, trajectory["explores"][at])


@kernel
def returned(gamma: float, trace: float, value: float, target: float, explores: int) -> float:
    """The target one own move before: of a move that explores, by its best alternative alone."""
    if explores:
        return gamma * value
    return gamma * ((1 - trace) * value + trace * target)


@kernel
def move_towards(learned: Record, target: float, rate: float) -> None:
    """A normalised step of the weights of the position measured last."""
    weights, dense, squares = learned["weights"], learned["dense"], float(learned["tables"])
    for feature in range(learned["denses"]):
        squares += dense[feature] * dense[feature]
    error = target - weigh_measured(learned)
    lit = learned["lit"][: learned["lit_count"]]
    network, hidden = learned["network"], learned["hidden"][: learned["units"]]
    if learned["units"]:
        squares += squared_gradient(network, dense, lit, hidden)
    change = rate * error / max(squares, 1e-9)
    if learned["units"]:
        descend(network, dense, lit, hidden, change)
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
