"""Best response to td: a search that predicts td's decisions, to measure how far td can be beaten.

It sees no more than the rules allow. It knows its opponent: td with the same weights, search depth
and number of samples. A hypothesis is a state that is consistent with the observations, together
with td's memory in that state. In each round the search computes td's own decision in every
hypothesis. That move is likely; the others are not impossible, because td samples its belief at
random. Hypotheses that contradict the observation are dropped. `response_plans` finds the values of
own moves in the most likely hypotheses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game.outcome import has_ended
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.particles import begin, key_of, looks_like
from gridbots.games.paperio.state import is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_td.decision import choose, choose_best, plan_for, samples, track
from gridbots_td.matrix_game import MOVES
from gridbots_td.response_plans import KEPT, hypothesis_dtype, make_plans, play, reply

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

PLANNED: Final = 2
"""Number of hypotheses to plan in: the most likely ones."""
SURPRISE: Final = 0.1
"""Probability that td makes another move than the one predicted."""
MIN_SHARE: Final = 0.02
"""Less likely hypotheses are dropped."""


def response_memory(dtype: np.dtype[Any]) -> Any:
    """The initial memory of a best response, as an array of one."""
    hypothesis = hypothesis_dtype(dtype)
    fields = [
        ("count", "i8"),  # hypotheses
        ("lost", "i8"),  # how often no hypothesis was left
        ("own", hypothesis, (1,)),  # memory of td in this seat
        ("hypotheses", hypothesis, (KEPT,)),
    ]
    return np.zeros(1, fields)


@kernel
def respond(response: Record, observation: State, seat: int, generator: Any, memory: Record) -> int:
    """The move of a best response where two seats move in turn; otherwise td's own move."""
    plan, own = response["plans"][plan_for(observation)], memory["own"][0]
    if not samples(plan, observation):
        return choose(response, observation, seat, generator, own)
    if not is_to_move(observation, seat):
        return NO_MOVE
    track(plan, observation, seat, generator, own)
    update_hypotheses(response, plan, observation, seat, generator, memory)
    value_moves(response, plan, seat, generator, memory)
    return choose_best(plan, generator)


@kernel
def update_hypotheses(  # noqa: PLR0913, PLR0917  the arguments of a decision
    response: Record, plan: Record, observation: State, seat: int, generator: Any, memory: Record
) -> None:
    """Update the hypotheses to an observation; if none is left, use the most likely particle."""
    hypotheses = memory["hypotheses"]
    if memory["count"] == 0:
        begin(hypotheses[0]["cloud"][0], observation, observation, seat)
        hypotheses[0]["state"][0] = hypotheses[0]["cloud"][0]["states"][0]
        hypotheses[0]["cloud"][0]["count"] = 0
        hypotheses[0]["weight"] = 1.0
        memory["count"] = 1
    while hypotheses[0]["state"][0]["rounds"] < observation["rounds"]:
        response["count"] = 0
        for at in range(memory["count"]):
            expand(response, plan, observation, seat, generator, hypotheses[at])
        if response["count"] == 0:
            memory["lost"] += 1
            memory["count"] = 1
            cloud = memory["own"][0]["cloud"][0]
            hypotheses[0]["state"][0] = cloud["states"][np.argmax(cloud["weights"])]
            hypotheses[0]["weight"] = 1.0
            return
        keep_most_likely(response, memory)


@kernel
def expand(  # noqa: PLR0913, PLR0917  as above
    response: Record, plan: Record, observation: State, seat: int, generator: Any,
    hypothesis: Record,
) -> None:  # fmt: skip
    """Add the possible successors of a hypothesis."""
    state = hypothesis["state"][0]
    if is_to_move(state, seat):
        add(response, plan, observation, seat, hypothesis, seat, observation["headings"][seat], 1.0)
        return
    opponent = 1 - seat
    expected = reply(response, hypothesis, opponent, generator)
    others = candidates(state, opponent, response["mask"]) - 1
    for move in range(MOVES):
        if move == expected:
            share = 1.0 - SURPRISE if others > 0 else 1.0
            add(response, plan, observation, seat, hypothesis, opponent, move, share)
        elif response["mask"][move]:
            share = SURPRISE / max(others, 1)
            add(response, plan, observation, seat, hypothesis, opponent, move, share)


@kernel
def add(  # noqa: PLR0913, PLR0917  a hypothesis, a move and an observation
    response: Record, plan: Record, observation: State, seat: int, hypothesis: Record, mover: int,
    move: int, share: float,
) -> None:  # fmt: skip
    """Add the successor by a move, unless it contradicts the observation; merge equal states."""
    made = response["next"][response["count"]]
    response["next"][response["count"]] = hypothesis
    play(plan, made["state"][0], mover, move)
    made["weight"] *= share
    if has_ended(made["state"][0]):
        return
    scratch = plan["scratch"][0]
    scratch["states"][0] = made["state"][0]
    is_now = made["state"][0]["rounds"] == observation["rounds"]
    if is_now and not looks_like(scratch, 0, observation, seat):
        return
    key = key_of(made["state"][0])
    for other in range(response["count"]):
        if key_of(response["next"][other]["state"][0]) == key:
            response["next"][other]["weight"] += made["weight"]
            return
    response["count"] += 1


@kernel
def keep_most_likely(response: Record, memory: Record) -> None:
    """Keep the most likely successors as hypotheses, the most likely first."""
    total, kept = 0.0, 0.0
    for at in range(response["count"]):
        total += response["next"][at]["weight"]
    memory["count"] = 0
    while memory["count"] < min(KEPT, response["count"]):
        found = 0
        for at in range(response["count"]):
            if response["next"][at]["weight"] > response["next"][found]["weight"]:
                found = at
        weight = response["next"][found]["weight"]
        if weight < MIN_SHARE * total:
            break
        memory["hypotheses"][memory["count"]] = response["next"][found]
        response["next"][found]["weight"] = -1.0
        memory["count"] += 1
        kept += weight
    for at in range(memory["count"]):
        memory["hypotheses"][at]["weight"] /= kept


@kernel
def value_moves(response: Record, plan: Record, seat: int, generator: Any, memory: Record) -> None:
    """Compute the values of all moves as means over the most likely hypotheses."""
    totals, values, weights = response["totals"], plan["search"][0]["values"], 0.0
    totals[:] = 0.0
    for at in range(min(PLANNED, memory["count"])):
        weight = memory["hypotheses"][at]["weight"]
        make_plans(response, plan, seat, generator, memory["hypotheses"][at])
        for move in range(MOVES):
            totals[move] += weight * response["values"][move]
        weights += weight
    candidates(memory["own"][0]["cloud"][0]["states"][0], seat, response["mask"])
    for move in range(MOVES):
        values[move] = totals[move] / weights if response["mask"][move] else np.nan
