"""Predicted observation after a move, by the principal variation of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import step
from gridbots.games.paperio.state import EVERYBODY, is_living, is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.core import expected

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record


@kernel
def expect(plan: Record, memory: Record, seat: int, move: int) -> None:
    """Think the own move played, and the replies that the search expected to it.

    What would end the match or eliminate somebody, or has no reply expected, is not thought on.
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
    """Whether a seat that is to move has none in these."""
    for seat in range(state["seats"]):
        if is_to_move(state, seat) and moves[seat] == NO_MOVE:
            return True
    return False


@kernel
def living(state: State) -> int:
    """The seats in a match, a bit each; none if it is over."""
    seats = 0
    for seat in range(state["seats"]):
        if state["over"] == 0 and is_living(state, seat):
            seats |= 1 << seat
    return seats
