"""Decision of an agent, as kernels: remember, search, then draw one of the best moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import step
from gridbots.game.chance import below
from gridbots.game.outcome import is_in_play
from gridbots.games.paperio.memory import remember
from gridbots.games.paperio.state import EVERYBODY, is_to_move
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.kernel import kernel
from gridbots.search.core import UNLIMITED, begin, expected, run

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record


ORDER: Final = (LEFT, RIGHT, UP, DOWN)
"""Order in which the program tries moves; means are summed in this order."""


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any, memory: Record) -> int:
    """A random one of the best moves; NO_MOVE if the seat is not to move."""
    if not is_to_move(observation, seat):
        return NO_MOVE
    update_memory(plan, memory, observation, seat)
    prepare(plan, memory["now"][0], seat)
    start(plan, plan["depth"])
    go_on(plan, UNLIMITED)
    return choose_best(plan, memory, seat, generator)


@kernel
def open_position(plans: Array, memories: Array, observations: Array, seat: int) -> None:
    """Called from Python, where an array of one record is passed faster than a record."""
    update_memory(plans[0], memories[0], observations[0], seat)
    prepare(plans[0], memories[0]["now"][0], seat)


@kernel
def search_for(plans: Array, depth: int, nodes: int) -> bool:
    """Start a search to this depth; with depth 0, continue the current search."""
    if depth > 0:
        start(plans[0], depth)
    return go_on(plans[0], nodes)


@kernel
def decide(plans: Array, memories: Array, seat: int, generator: Any) -> int:
    return choose_best(plans[0], memories[0], seat, generator)


@kernel
def update_memory(plan: Record, memory: Record, observation: State, seat: int) -> None:
    """Update the memory from the observation."""
    remember(memory, observation, seat, plan["frozen"] != 0, plan["predicts"] != 0)


@kernel
def prepare(plan: Record, position: State, seat: int) -> None:
    """Set the position of a search and clear the results."""
    search = plan["search"][0]
    search["states"][0] = position
    search["seat"] = seat
    search["seats"] = position["seats"]
    plan["values"][:] = np.nan


@kernel
def start(plan: Record, depth: int) -> None:
    """Start a search to this many own moves."""
    search = plan["search"][0]
    begin(search, rounds_of(search["states"][0], depth))


@kernel
def go_on(plan: Record, nodes: int) -> bool:
    """Search more nodes; if the search is finished, store its values and replies, return True."""
    search = plan["search"][0]
    if not run(search, nodes):
        return False
    plan["values"] = search["values"]
    plan["lines"] = search["lines"]
    return True


@kernel
def rounds_of(state: State, depth: int) -> int:
    """Rounds with `depth` own moves: if seats take turns, times the living seats."""
    if state["mover"] == EVERYBODY:
        return depth
    living = 0
    for seat in range(state["seats"]):
        living += is_in_play(state, seat)
    return depth * living


@kernel
def choose_best(plan: Record, memory: Record, seat: int, generator: Any) -> int:
    """Draw one of the best moves and predict the replies to it; up if no move was found."""
    move = pick(plan["values"], generator)
    if move == NO_MOVE:
        return UP
    if plan["predicts"]:
        expect(plan, memory, seat, move)
    return move


@kernel
def pick(values: Any, generator: Any) -> int:
    """A random one of the moves with the highest value."""
    chosen, count = NO_MOVE, 0
    for move in ORDER:
        if chosen == NO_MOVE or values[move] > values[chosen]:
            if not np.isnan(values[move]):
                chosen, count = move, 1
        elif values[move] == values[chosen]:
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen


@kernel
def expect(plan: Record, memory: Record, seat: int, move: int) -> None:
    """Advance the memory by the own move and the expected replies to it.

    The prediction stops if the match would end, a seat would be eliminated, or a reply is missing.
    """
    moves = plan["search"][0]["joint"]  # An array of another type would compile `step` again.
    for other in range(memory["now"][0]["seats"]):
        moves[other] = expected(plan["lines"][move], other, len(plan["lines"]))
    moves[seat] = move
    for _ in range(memory["now"][0]["seats"]):
        now, following = memory["now"][0], memory["following"][0]
        memory["following"][0] = memory["now"][0]
        if lacks_move(now, moves):
            return
        step(following, moves)
        if living(following) != living(now):
            return
        memory["now"][0] = memory["following"][0]
        if now["mover"] == EVERYBODY or now["mover"] == seat:
            return


@kernel
def lacks_move(state: State, moves: Array) -> bool:
    """Whether a seat that is to move has no move in these."""
    for seat in range(state["seats"]):
        if is_to_move(state, seat) and moves[seat] == NO_MOVE:
            return True
    return False


@kernel
def living(state: State) -> int:
    """The living seats, one bit each; 0 if the match is over."""
    seats = 0
    for seat in range(state["seats"]):
        if state["over"] == 0 and is_in_play(state, seat):
            seats |= 1 << seat
    return seats
