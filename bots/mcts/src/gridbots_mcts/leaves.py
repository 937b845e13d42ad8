"""Leaves: what a position is worth to each seat, from -1 to 1, where the tree ends.

A finished match is worth what the rules say, exactly. Else a roll-out is played, by moves drawn
among the candidates; a match that goes on after so many rounds, or the leaf itself, is judged by an
evaluation, pressed into that range. With two seats the other's value is the opposite, with more
each living seat is judged by its own (max-n). A game may have a judge of its own.
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
    """The result of a roll-out; who is still in a match that goes on has nothing."""
    play_out(search)
    write_results(search, state)


@kernel
def by_rollout_and_evaluation(search: Record, state: State) -> None:
    """The result of a roll-out, or the evaluation where it stops."""
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
    """What the rules say of each seat; of a living one in a match that goes on, nothing."""
    has_ended = is_over(state)
    for seat in range(search["seats"]):
        is_settled = has_ended or not is_living(state, seat)
        search["values"][seat] = utility(state, seat) if is_settled else 0.0
    if search["counts_first"] and search["seats"] > 2:
        count_first_only(search, has_ended)


@kernel
def count_first_only(search: Record, has_ended: bool) -> None:  # noqa: FBT001
    """In place of places: the first has won, those who share that have their part of it."""
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
    """The same, but what goes on is evaluated."""
    write_results(search, state)
    if not is_over(state):
        call(search["judge"], search, state)


@kernel
def judge_each(search: Record, state: State) -> None:
    """Write what a match that goes on is worth to each living seat."""
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
    """An evaluation between -1 and 1; `scale` is what half a win is worth, about."""
    return math.tanh(call(search["evaluate"], search, state, seat) / search["scale"])


@kernel
def no_value(search: Record, state: State, seat: int) -> float:  # noqa: ARG001
    """Where nothing is evaluated."""
    return 0.0


@kernel
def no_priors(search: Record, number: int, state: State) -> None:
    """Without progressive bias all moves are alike at first."""


@kernel
def priors_by_evaluation(search: Record, number: int, state: State) -> None:
    """What the position is worth to a seat after each of its moves, if the others give none."""
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
