"""Leaves: the value of a position for each seat, from -1 to 1, at the end of the tree.

A finished match has the exact value of the rules. Otherwise a roll-out plays random candidate
moves. A match that is not over after the roll-out, or the leaf itself, is evaluated, and the
evaluation is squashed into that range. With two seats the values are opposite; with more, each
living seat has its own evaluation (max-n). A game may replace the evaluation of all seats.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gridbots.game import candidates, is_living, is_over, step, utility
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, kernel
from gridbots.search.rollout import roll_out
from gridbots_mcts.tree import NO_ARMS, arms_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


@kernel
def by_rollout(search: Record, state: State) -> None:
    """The result of a roll-out; 0 for seats that are still alive at its end."""
    play_out(search)
    write_results(search, state)


@kernel
def by_rollout_and_evaluation(search: Record, state: State) -> None:
    """The result of a roll-out, or the evaluation of its last state."""
    play_out(search)
    write_evaluations(search, state)


@kernel
def by_evaluation(search: Record, state: State) -> None:
    write_evaluations(search, state)


@kernel
def play_out(search: Record) -> None:
    rollout, limit = search["rollout"][0], search["rollout_rounds"]
    search["rounds"] += roll_out(rollout, search["seats"], search["generator"], limit)


@kernel
def write_results(search: Record, state: State) -> None:
    """Write the result of each seat; 0 for living seats of an unfinished match."""
    has_ended = is_over(state)
    for seat in range(search["seats"]):
        is_settled = has_ended or not is_living(state, seat)
        search["values"][seat] = utility(state, seat) if is_settled else 0.0
    if search["counts_first"] and search["seats"] > 2:
        count_first_only(search, has_ended)


@kernel
def count_first_only(search: Record, has_ended: bool) -> None:  # noqa: FBT001
    """Count only the first place: a win for the first, divided among those who share it."""
    values, best, equals = search["values"], -math.inf, 0
    for seat in range(search["seats"]):
        if values[seat] > best:
            best, equals = values[seat], 1
        elif values[seat] == best:
            equals += 1
    for seat in range(search["seats"]):
        is_first = has_ended and values[seat] == best
        values[seat] = 2.0 / equals - 1.0 if is_first else -1.0


@kernel
def write_evaluations(search: Record, state: State) -> None:
    """The same, but evaluate the living seats of an unfinished match."""
    write_results(search, state)
    if not is_over(state):
        call(search["estimate"], search, state)


@kernel
def estimate_each(search: Record, state: State) -> None:
    """Write the value of an unfinished match for each living seat."""
    own, values = search["seat"], search["values"]
    if search["seats"] == 2 and is_living(state, own) and is_living(state, 1 - own):
        values[own] = squashed(search, state, own)
        values[1 - own] = -values[own]
        return
    for seat in range(search["seats"]):
        if is_living(state, seat):
            values[seat] = squashed(search, state, seat)


@kernel
def squashed(search: Record, state: State, seat: int) -> float:
    """An evaluation squashed to -1..1; a value of `scale` is about three quarters of a win."""
    return math.tanh(call(search["evaluate"], search, state, seat) / search["scale"])


@kernel
def no_value(search: Record, state: State, seat: int) -> float:  # noqa: ARG001
    """The evaluation of games without one."""
    return 0.0


@kernel
def no_priors(search: Record, number: int, state: State) -> None:
    """Without progressive bias, no move has a prior."""


@kernel
def priors_by_evaluation(search: Record, number: int, state: State) -> None:
    """Write the value of the position after each move of a seat, with no moves of the others."""
    node, joint, mask, moves = (
        search["nodes"][number],
        search["joint"],
        search["mask"],
        search["moves"],
    )
    probes = search["probe"]
    for seat in range(search["seats"]):
        first = arms_of(node, seat, moves)
        if first == NO_ARMS:
            continue
        candidates(state, seat, mask)
        for move in range(moves):
            if mask[move]:
                for each in range(search["seats"]):
                    joint[each] = NO_MOVE
                joint[seat] = move
                probes[0] = state
                step(probes[0], joint)
                write_evaluations(search, probes[0])
                search["details"][first + move]["prior"] = search["values"][seat]
