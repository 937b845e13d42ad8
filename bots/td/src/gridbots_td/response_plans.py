"""Plans of a best response: own moves, each with the reply that td makes to it (beam search).

What comes of a plan is worth what td's search says of the state there, where everything is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import observe, step
from gridbots.games.paperio.memory import memory_dtype
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.particles import cloud_dtype
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import is_over
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_td.decision import choose_by_samples, think_in_turn
from gridbots_td.matrix_game import MOVES
from gridbots_td.state_value import value_function_of, worth_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

KEPT: Final = 4
"""Hypotheses from round to round."""
WIDTH: Final = 2
"""Plans that are made longer, the best of all."""


def hypothesis_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A state that may be, with what td in the other seat remembers there; or the end of a plan."""
    return np.dtype(
        [
            ("weight", "f8"),  # how likely it is
            ("first", "i8"),  # the move that its plan begins with; NO_MOVE where it has none
            ("value", "f8"),  # of its plan
            ("state", dtype, (1,)),
            ("memory", memory_dtype(dtype), (1,)),
            ("cloud", cloud_dtype(dtype), (1,)),
        ]
    )


def response_of(plans: Any, dtype: np.dtype[Any], ahead: int) -> Any:
    """A best response to td by these plans, so many own moves ahead, as an array of one."""
    hypothesis = hypothesis_dtype(dtype)
    fields = [
        ("plans", plans["plans"].dtype, (3,)),
        ("ahead", "i8"),
        ("count", "i8"),  # hypotheses, or plans, that come next
        ("next", hypothesis, (max(KEPT, WIDTH) * MOVES,)),
        ("kept", hypothesis, (WIDTH,)),  # plans to be made longer
        ("seen", dtype, (1,)),
        ("mask", "u1", (MOVES,)),
        ("values", "f8", (MOVES,)),  # by first move, of the best plan
        ("totals", "f8", (MOVES,)),
    ]
    made = np.zeros(1, fields)
    made[0]["plans"] = plans["plans"]
    made[0]["ahead"] = ahead
    return made


@kernel
def make_plans(
    response: Record, plan: Record, seat: int, generator: Any, hypothesis: Record
) -> None:
    """Write what the best plan with each first move is worth."""
    response["values"][:] = -np.inf
    response["kept"][0] = hypothesis
    response["kept"][0]["first"] = NO_MOVE
    kept = 1
    for _ in range(response["ahead"]):
        response["count"] = 0
        for at in range(kept):
            lengthen(response, plan, seat, generator, response["kept"][at])
        kept = keep_best(response)
    for at in range(kept):
        finish(response, response["kept"][at])


@kernel
def lengthen(response: Record, plan: Record, seat: int, generator: Any, before: Record) -> None:
    """Add a plan with each own move at its end, and td's reply."""
    for move in range(MOVES):
        candidates(before["state"][0], seat, response["mask"])
        if not response["mask"][move]:
            continue
        made = response["next"][response["count"]]
        response["next"][response["count"]] = before
        if made["first"] == NO_MOVE:
            made["first"] = move
        state = made["state"][0]
        play(plan, state, seat, move)
        if not is_over(state):
            play(plan, state, 1 - seat, reply(response, made, 1 - seat, generator))
        if is_over(state):
            result = margin(state, seat) / (state["side"] * state["side"])
            made["value"] = worth_of(value_function_of(plan), result)
            finish(response, made)
        else:
            think_in_turn(plan, state, seat)
            made["value"] = plan["search"][0]["result"]
            response["count"] += 1


@kernel
def reply(response: Record, hypothesis: Record, opponent: int, generator: Any) -> int:
    """What td does in a hypothesis, by what it sees and remembers there."""
    response["seen"][0] = hypothesis["state"][0]
    observe(response["seen"][0], opponent)
    return choose_by_samples(response, response["seen"][0], opponent, generator, hypothesis)


@kernel
def play(plan: Record, state: State, mover: int, move: int) -> None:
    """One seat moves."""
    joint = plan["search"][0]["joint"]
    joint[mover], joint[1 - mover] = move, NO_MOVE
    step(state, joint)


@kernel
def keep_best(response: Record) -> int:
    """Keep the best plans; how many they are. The others go no further."""
    kept = 0
    while kept < min(WIDTH, response["count"]):
        best = -1
        for at in range(response["count"]):
            value = response["next"][at]["value"]
            if not np.isnan(value) and (best < 0 or value > response["next"][best]["value"]):
                best = at
        response["kept"][kept] = response["next"][best]
        response["next"][best]["value"] = np.nan
        kept += 1
    for at in range(response["count"]):
        if not np.isnan(response["next"][at]["value"]):
            finish(response, response["next"][at])
    return kept


@kernel
def finish(response: Record, made: Record) -> None:
    """Count a plan that goes no further."""
    first = made["first"]
    response["values"][first] = max(response["values"][first], made["value"])
