"""Plans of a best response: own moves, each followed by td's reply (beam search).

The value of a plan is that of td's search in its last state, with full information.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import observe, step
from gridbots.game.outcome import has_ended
from gridbots.games.paperio.memory import memory_dtype
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.particles import cloud_dtype
from gridbots.games.paperio.rules import margin
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_td.decision import choose_by_samples, search_in_turn
from gridbots_td.matrix_game import MOVES
from gridbots_td.state_value import value_function_of, value_of_margin

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

KEPT: Final = 4
"""Hypotheses kept from round to round."""
WIDTH: Final = 2
"""Beam width: the best plans, which are extended."""


def hypothesis_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A possible state, with the memory of td in the other seat; or the end of a plan."""
    return np.dtype(
        [
            ("weight", "f8"),  # probability
            ("first", "i8"),  # first move of its plan; NO_MOVE without one
            ("value", "f8"),  # value of its plan
            ("state", dtype, (1,)),
            ("memory", memory_dtype(dtype), (1,)),
            ("cloud", cloud_dtype(dtype), (1,)),
        ]
    )


def response_of(plans: Any, dtype: np.dtype[Any], ahead: int) -> Any:
    """The record of a best response to td with these plans, as an array of one."""
    hypothesis = hypothesis_dtype(dtype)
    fields = [
        ("plans", plans["plans"].dtype, (3,)),
        ("ahead", "i8"),
        ("count", "i8"),  # number of entries in `next`
        ("next", hypothesis, (max(KEPT, WIDTH) * MOVES,)),
        ("kept", hypothesis, (WIDTH,)),  # plans to extend
        ("seen", dtype, (1,)),
        ("mask", "u1", (MOVES,)),
        ("values", "f8", (MOVES,)),  # by first move: value of the best plan
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
    """Write the value of the best plan for each first move."""
    response["values"][:] = -np.inf
    response["kept"][0] = hypothesis
    response["kept"][0]["first"] = NO_MOVE
    kept = 1
    for _ in range(response["ahead"]):
        response["count"] = 0
        for at in range(kept):
            extend(response, plan, seat, generator, response["kept"][at])
        kept = keep_best(response)
    for at in range(kept):
        finish(response, response["kept"][at])


@kernel
def extend(response: Record, plan: Record, seat: int, generator: Any, before: Record) -> None:
    """Extend a plan by each own move and td's reply."""
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
        if not has_ended(state):
            play(plan, state, 1 - seat, reply(response, made, 1 - seat, generator))
        if has_ended(state):
            result = margin(state, seat) / (state["side"] * state["side"])
            made["value"] = value_of_margin(value_function_of(plan), result)
            finish(response, made)
        else:
            search_in_turn(plan, state, seat)
            made["value"] = plan["search"][0]["result"]
            response["count"] += 1


@kernel
def reply(response: Record, hypothesis: Record, opponent: int, generator: Any) -> int:
    """The move of td in a hypothesis, from its observation and memory there."""
    response["seen"][0] = hypothesis["state"][0]
    observe(response["seen"][0], opponent)
    return choose_by_samples(response, response["seen"][0], opponent, generator, hypothesis)


@kernel
def play(plan: Record, state: State, mover: int, move: int) -> None:
    """Play the move of one seat."""
    joint = plan["search"][0]["joint"]
    joint[mover], joint[1 - mover] = move, NO_MOVE
    step(state, joint)


@kernel
def keep_best(response: Record) -> int:
    """Keep the best plans and finish the others; return how many are kept."""
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
    """Count the value of a plan that is not extended."""
    first = made["first"]
    response["values"][first] = max(response["values"][first], made["value"])
