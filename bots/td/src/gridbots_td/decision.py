"""Decision of td, as kernels: remember, search by the learned values, take one of the best."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.chance import below
from gridbots.games.paperio.features import FEATURES
from gridbots.games.paperio.memory import remember
from gridbots.games.paperio.movement import has_choice
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import EVERYBODY, is_living, is_to_move
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.kernel import kernel
from gridbots.search.core import NOBODY, UNLIMITED, begin, run
from gridbots.search.minimax import Manner
from gridbots_td.features import value_function_dtype, weigh

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
        return float(margin(state, seat) / (state["side"] * state["side"]))
    if left == 0:
        return weigh(learned, state, seat)
    if mover != NOBODY and not has_choice(state, mover):
        return -1.0 if mover == seat else 1.0
    return np.nan


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
    own_turn(search["states"][0], seat)
    search["seat"] = seat
    search["seats"] = position["seats"]
    living = 0
    for each in range(position["seats"]):
        living += is_living(position, each)
    begin(search, 1 + (plan["depth"] - 1) * living)
    run(search, UNLIMITED)


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
