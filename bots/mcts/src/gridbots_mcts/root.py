"""Choice of the move at the root of the tree.

With UCT it is the most visited move; among equals the one with the higher value. With regret
matching it is a draw from the average strategy: if all seats move at once, a predictable move may
be the worst.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import candidates, is_over, is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots_mcts.selection import REGRET_MATCHING, uniform
from gridbots_mcts.tree import NO_ARMS, ROOT, arms_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


@kernel
def forced_move(search: Record, state: State, seat: int) -> int:
    """The only candidate; NO_MOVE if there is no candidate, MANY if there are several."""
    if is_over(state) or not is_to_move(state, seat):
        return NO_MOVE
    mask, only = search["mask"], NO_MOVE
    if candidates(state, seat, mask) > 1:
        return MANY
    for move in range(len(mask)):
        if mask[move]:
            only = move
    return only


MANY = -2
"""There are several candidates, so a search is needed."""


@kernel
def chosen_move(search: Record) -> int:
    """The move of the searching seat; NO_MOVE before the first iteration."""
    moves = search["moves"]
    first = arms_of(search["nodes"][ROOT], search["seat"], moves)
    if first == NO_ARMS:
        return NO_MOVE
    if search["selection"] == REGRET_MATCHING:
        return drawn_move(search, first, moves)
    return most_visited(search, first, moves)


@kernel
def most_visited(search: Record, first: int, moves: int) -> int:
    arms, best = search["arms"], NO_MOVE
    for move in range(moves):
        arm = arms[first + move]
        if arm["visits"] == 0:
            continue
        if best == NO_MOVE or arm["visits"] > arms[first + best]["visits"]:
            best = move
        elif arm["visits"] == arms[first + best]["visits"]:
            best = move if arm["total"] > arms[first + best]["total"] else best
    return best


@kernel
def drawn_move(search: Record, first: int, moves: int) -> int:
    """A draw from the average strategy."""
    details, total, last = search["details"], 0.0, NO_MOVE
    for move in range(moves):
        total += details[first + move]["strategy"]
    left = total * uniform(search["generator"])
    for move in range(moves):
        share = details[first + move]["strategy"]
        if share > 0.0:
            last = move
            left -= share
            if left < 0.0:
                return move
    return last
