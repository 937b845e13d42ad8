"""Decision of td, as kernels: remember, search by the learned values, take one of the best."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.chance import below
from gridbots.game import step
from gridbots.games.paperio.features import FEATURES
from gridbots.games.paperio.memory import remember
from gridbots.games.paperio.movement import candidates, has_choice
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import EVERYBODY, is_living, is_over, is_to_move
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.kernel import kernel
from gridbots.search.core import NOBODY, UNLIMITED, begin, run
from gridbots.search.minimax import Manner
from gridbots_td.features import value_function_dtype, weigh
from gridbots_td.matrix_game import (
    DEEPEST,
    LEAST_SHARE,
    MOVES,
    draw,
    matrix_fields,
    normalize,
    solve,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

ORDER: Final = (LEFT, RIGHT, UP, DOWN)
"""In which order the CS221 program tries moves."""
MOST_DEPTH: Final = 4
"""Own moves that can be looked ahead."""


@kernel
def judge(learned: Record, state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001, PLR0913, PLR0917
    """A finished match counts its margin, of the whole board; who has no move has lost.

    What is not decided is searched on, and weighed at the end of the search. The program weighs
    finished matches too.
    """
    if learned["program"]:
        return weigh(learned, state, seat) if left == 0 or state["over"] != 0 else np.nan
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return worth_of(learned, margin(state, seat) / (state["side"] * state["side"]))
    if left == 0:
        return weigh(learned, state, seat)
    if mover != NOBODY and not has_choice(state, mover):
        return -1.0 if mover == seat else 1.0
    return np.nan


@kernel
def worth_of(learned: Record, result: float) -> float:
    """What a margin, of the whole board, is worth: some of it is a prize for the winner."""
    return float((1 - learned["prize"]) * result + learned["prize"] * np.sign(result))


JUDGE: Final = f"{judge.__module__}.{judge.__qualname__}"
"""The field of a search in which the value function of its judge lies."""


def plan_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """What a choice is made by, for state records of this type."""
    learned = np.zeros(1, value_function_dtype(dtype["owners"].shape[0]))[0]
    judging = functools.partial(judge, learned)
    search = Manner(judge=judging).dtype(dtype, len(FEATURES))
    return np.dtype(
        [
            ("depth", "i8"),  # own moves to look ahead, with all replies between them
            ("frozen", "i8"),  # 1: remembers as the program does
            ("last", "i8"),  # 1: plays the last of the best moves, as the program does, else any
            ("value", "f8"),  # of the round to come, by whole rounds
            ("at_once", "i8"),  # 1: two seats that move at once are searched by whole rounds
            *matrix_fields(),
            ("search", search, (1,)),
        ]
    )


@kernel
def value_function_of(plan: Record) -> Record:
    """The value function of a plan."""
    return plan["search"][0]["judge"][0][JUDGE]


def plans_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A plan for matches in which seats take turns, and one for those in which all move at once."""
    return np.dtype([("plans", plan_dtype(dtype), (2,))])


@kernel
def choose(both: Record, observation: State, seat: int, generator: Any, memory: Record) -> int:
    """One of the best moves; NO_MOVE where another is to move."""
    if not is_to_move(observation, seat):
        return NO_MOVE
    plan = both["plans"][int(observation["mover"] == EVERYBODY)]
    take_in(plan, memory, observation, seat)
    think(plan, memory["now"][0], seat)
    return pick(plan, generator)


@kernel
def take_in(plan: Record, memory: Record, observation: State, seat: int) -> None:
    """Remember as the plan does; a frozen memory does not predict either."""
    frozen = plan["frozen"] != 0
    remember(memory, observation, seat, frozen, not frozen)


@kernel
def think(plan: Record, position: State, seat: int) -> None:
    """Find the values of all moves."""
    search = plan["search"][0]
    search["states"][0] = position
    if goes_by_rounds(plan, position):
        think_at_once(plan, seat)
        return
    own_turn(search["states"][0], seat)
    search["seat"] = seat
    search["seats"] = position["seats"]
    living = 0
    for each in range(position["seats"]):
        living += is_living(position, each)
    begin(search, 1 + (plan["depth"] - 1) * living)
    run(search, UNLIMITED)


@kernel
def goes_by_rounds(plan: Record, position: State) -> bool:
    return bool(plan["at_once"] and position["mover"] == EVERYBODY and position["seats"] == 2)


@kernel
def think_at_once(plan: Record, seat: int) -> None:
    """Find the value of the round to come, the strategy in it, and what each move is worth."""
    search = plan["search"][0]
    fill(plan, seat, 0, min(plan["depth"], DEEPEST))
    plan["value"] = solve(plan, 0)
    payoffs, mixed, mask = plan["payoffs"][0], plan["mixed"][0], plan["masks"][0]
    search["values"][:] = np.nan
    for own in range(MOVES):
        if mask[0, own]:
            worth = 0.0
            for other in range(MOVES):
                if mask[1, other]:
                    worth += mixed[1, other] * payoffs[own, other]
            search["values"][own] = worth
    normalize(mixed, 0, LEAST_SHARE)


@kernel
def fill_leaves(plan: Record, seat: int, level: int) -> None:
    """Write the payoffs of the position at a level, one round deep."""
    search, states = plan["search"][0], plan["search"][0]["states"]
    masks, payoffs, joint = plan["masks"][level], plan["payoffs"][level], search["joint"]
    candidates(states[level], seat, masks[0])
    candidates(states[level], 1 - seat, masks[1])
    for own in range(MOVES):
        for other in range(MOVES):
            if masks[0, own] and masks[1, other]:
                joint[seat], joint[1 - seat] = own, other
                states[level + 1] = states[level]
                step(states[level + 1], joint)
                payoffs[own, other] = leaf_worth(plan, seat, states[level + 1])


@kernel
def fill(plan: Record, seat: int, level: int, depth: int) -> None:
    """Write the payoffs of the position at a level, so many rounds deep."""
    search, states = plan["search"][0], plan["search"][0]["states"]
    masks, payoffs, joint = plan["masks"][level], plan["payoffs"][level], search["joint"]
    candidates(states[level], seat, masks[0])
    candidates(states[level], 1 - seat, masks[1])
    for own in range(MOVES):
        for other in range(MOVES):
            if masks[0, own] and masks[1, other]:
                joint[seat], joint[1 - seat] = own, other
                states[level + 1] = states[level]
                step(states[level + 1], joint)
                if depth > 1 and not is_over(states[level + 1]):
                    fill_leaves(plan, seat, level + 1)
                    payoffs[own, other] = solve(plan, level + 1)
                else:
                    payoffs[own, other] = leaf_worth(plan, seat, states[level + 1])


@kernel
def leaf_worth(plan: Record, seat: int, state: State) -> float:
    learned = value_function_of(plan)
    if is_over(state):
        return worth_of(learned, margin(state, seat) / (state["side"] * state["side"]))
    return weigh(learned, state, seat)


@kernel
def own_turn(state: State, seat: int) -> None:
    """Where all move at once, look at it as if they moved in turn, this seat first.

    A round then is as many as there are living seats: all still have as many moves as they had.
    """
    if state["mover"] == EVERYBODY:
        living = 0
        for each in range(state["seats"]):
            living += is_living(state, each)
        state["mover"] = seat
        state["rounds"] *= living
        state["max_rounds"] *= living


@kernel
def pick(plan: Record, generator: Any) -> int:
    """One of the moves with the highest value; up where there is none."""
    if goes_by_rounds(plan, plan["search"][0]["states"][0]):
        return draw(plan["mixed"][0, 0], generator)
    values, chosen, count = plan["search"][0]["values"], NO_MOVE, 0
    for move in ORDER:
        if np.isnan(values[move]):
            continue
        if chosen == NO_MOVE or values[move] > values[chosen]:
            chosen, count = move, 1
        elif values[move] == values[chosen]:
            count += 1
            if plan["last"] or below(generator, count) == 0:
                chosen = move
    return chosen if chosen != NO_MOVE else UP
