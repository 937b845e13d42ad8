"""Trajectories and lambda-returns: what is noted at each own move, and learned at the end.

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

from gridbots.chance import below, next_number
from gridbots.game import observe, step
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import is_over, is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_td.decision import mind_of, own_turn, pick, take_in, think
from gridbots_td.features import DENSE, TABLES, WEIGHTS, measure, weigh_measured

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

RANGE: Final = 4294967087.0
"""Numbers of a generator are below this."""

LESSON: Final = np.dtype(
    [
        ("episodes", "i8"),  # learned from so far
        ("planned", "i8"),  # in all
        ("rate", "f8"),
        ("steady", "f8"),  # part of the episodes with the full rate; then it falls to 0
        ("gamma", "f8"),
        ("lambda", "f8"),
        ("epsilon", "f8"),  # at first
        ("epsilon_end", "f8"),
        ("falling", "f8"),  # part of the episodes in which epsilon falls
        ("averaging", "f8"),  # part of the episodes, at the end, whose weights are averaged
        ("sums", "f8", (WEIGHTS,)),
        ("summed", "i8"),
    ]
)
"""How to learn, and how far it has come."""


def note_dtype(moves: int) -> np.dtype[Any]:
    """What is noted of one episode of up to so many own moves."""
    return np.dtype(
        [
            ("length", "i8"),  # own moves
            ("values", "f8", (moves,)),  # of the best move at the time
            ("explores", "u1", (moves,)),  # 1: another move was made
            ("decided", "u1", (moves,)),  # 1: it seemed to end the match, and has no features
            ("dense", "f8", (moves, len(DENSE))),
            ("active", "i8", (moves, len(TABLES))),
            ("before", "f8", (len(DENSE),)),  # features before the last round, for the program
        ]
    )


@kernel
def epsilon_of(lesson: Record) -> float:
    done = min(1.0, lesson["episodes"] / (lesson["planned"] * max(lesson["falling"], 1e-9)))
    return float(lesson["epsilon"] + done * (lesson["epsilon_end"] - lesson["epsilon"]))


@kernel
def rate_of(lesson: Record) -> float:
    done = lesson["episodes"] / lesson["planned"]
    if done < lesson["steady"]:
        return float(lesson["rate"])
    return float(lesson["rate"] * max(0.0, 1 - done) / max(1e-9, 1 - lesson["steady"]))


@kernel
def practise(  # noqa: PLR0913, PLR0917  the arrays of a batch
    plans: Array,
    lessons: Array,
    memories: Array,
    notes: Array,
    states: Array,
    copies: Array,
    seats: Array,
    generators: Array,
    moves: Array,
) -> None:
    """Write the learner's move in each of these copies, and note what it is to learn from it."""
    seen, epsilon = states[:1].copy(), epsilon_of(lessons[0])
    for at in copies:
        state, seat = states[at], seats[at]
        moves[at, seat] = NO_MOVE
        mind = mind_of(plans[0])
        if mind["program"] and not is_over(state):
            measure(mind, state, seat)
            notes[at]["before"][:] = mind["dense"]
        if not is_over(state) and is_to_move(state, seat):
            seen[0] = state
            observe(seen[0], seat)
            take_in(plans[0], memories[at], seen[0], seat)
            moves[at, seat] = practise_one(
                plans[0], memories[at], notes[at], seat, generators[at], epsilon
            )


@kernel
def practise_one(  # noqa: PLR0913, PLR0917  one copy of the arrays above
    plan: Record, memory: Record, note: Record, seat: int, generator: Any, epsilon: float
) -> int:
    think(plan, memory["now"][0], seat)
    best = pick(plan, generator)
    move = best
    if next_number(generator) / RANGE < epsilon:
        move = any_move(memory["now"][0], seat, generator)
    at = note["length"]
    note["values"][at] = plan["search"][0]["values"][best]
    note["explores"][at] = move != best
    mind, after = mind_of(plan), memory["following"][0]
    memory["following"][0] = memory["now"][0]
    own_turn(after, seat)
    joint = np.full(after["seats"], NO_MOVE)
    joint[seat] = move
    step(after, joint)
    note["decided"][at] = is_over(after)
    if not note["decided"][at]:
        measure(mind, after, seat)
        note["dense"][at, :] = mind["dense"]
        note["active"][at, :] = mind["active"]
    note["length"] += 1
    return int(move)


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
    plans: Array, lessons: Array, notes: Array, states: Array, finished: Array, seats: Array
) -> None:
    """Learn from the episodes that have ended, one after the other."""
    lesson, mind = lessons[0], mind_of(plans[0])
    for at in range(len(states)):
        if finished[at]:
            result = margin(states[at], seats[at])
            if mind["program"]:
                learn_as_program(lesson, mind, notes[at], states[at], seats[at], result)
            else:
                board = float(states[at]["side"] * states[at]["side"])
                learn_from(lesson, mind, notes[at], result / board)
            lesson["episodes"] += 1
            if lesson["episodes"] > (1 - lesson["averaging"]) * lesson["planned"]:
                lesson["sums"][:] += mind["weights"]
                lesson["summed"] += 1
            notes[at]["length"] = 0


@kernel
def learn_from(lesson: Record, mind: Record, note: Record, result: float) -> None:
    """TD(lambda): from the last own move to the first."""
    gamma, trace, rate = lesson["gamma"], lesson["lambda"], rate_of(lesson)
    target = result
    for at in range(note["length"] - 1, -1, -1):
        value = note["values"][at]
        if not note["decided"][at]:
            mind["dense"][:] = note["dense"][at]
            mind["active"][:] = note["active"][at]
            move_towards(mind, target, rate)
        elif not note["explores"][at]:
            value = target  # It was wrong about the end: what came then is worth more.
        if note["explores"][at]:
            target = gamma * value
        else:
            target = gamma * ((1 - trace) * value + trace * target)


@kernel
def move_towards(mind: Record, target: float, rate: float) -> None:
    """A normalised step of the weights of the position measured last."""
    weights, dense, squares = mind["weights"], mind["dense"], float(mind["tables"])
    for feature in range(mind["denses"]):
        squares += dense[feature] * dense[feature]
    change = rate * (target - weigh_measured(mind)) / max(squares, 1e-9)
    for feature in range(mind["denses"]):
        weights[feature] += change * dense[feature]
    for table in range(mind["tables"]):
        weights[mind["active"][table]] += change


@kernel
def learn_as_program(  # noqa: PLR0913, PLR0917  one copy of the arrays above
    lesson: Record, mind: Record, note: Record, state: State, seat: int, result: float
) -> None:
    """The paper's step: w -= rate * (V(before) - (result + gamma * V(end))) * features(before)."""
    measure(mind, state, seat)
    target = result + lesson["gamma"] * weigh_measured(mind)
    mind["dense"][:] = note["before"]
    change = lesson["rate"] * (target - weigh_measured(mind))
    for feature in range(mind["denses"]):
        mind["weights"][feature] += change * note["before"][feature]
