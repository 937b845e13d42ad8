"""Decision of an agent, as a kernel: search, then draw one of the best moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.chance import below
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_minimax.multisnake.tree_search import look_ahead

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

GRAIN: Final = 1 << 30
"""Of how many parts a drawn number is one."""


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """One of the best moves, any legal one where the search tells none; NO_MOVE where none is."""
    look_ahead(plan, observation, seat)
    chances = plan["search"][0]["plies"][0]["chances"]
    move = draw(chances, generator)
    return any_legal(observation, seat, generator) if move == len(chances) - 1 else move


@kernel
def draw(chances: Array, generator: Any) -> int:
    """An index, as likely as these chances say."""
    left, last = below(generator, GRAIN) / GRAIN, 0
    for answer in range(len(chances)):
        if chances[answer] > 0.0:
            last = answer
            left -= chances[answer]
            if left < 0.0:
                return answer
    return last


@kernel
def any_legal(observation: State, seat: int, generator: Any) -> int:
    chosen, count = NO_MOVE, 0
    for move in range(DASH):
        if accepts(observation, seat, move):
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen
