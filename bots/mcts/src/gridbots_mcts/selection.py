"""Selection of the move that a seat tries at a node: UCT or regret matching.

UCT: the upper confidence bound of UCB1 applied to trees (Kocsis and Szepesvari, "Bandit based
Monte-Carlo planning", 2006). If several seats move at once, each selects independently (decoupled
UCT). Under hidden information the logarithm counts how often the move was available instead of the
visits of the node (Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search",
2012). Progressive bias adds the move's evaluation, divided by its visits (Chaslot et al.,
"Progressive strategies for Monte-Carlo tree search", 2008).

Regret matching: each seat mixes its moves in proportion to their regrets (Hart and Mas-Colell, "A
simple adaptive procedure leading to correlated equilibrium", 2000), with some exploration. In
two-seat zero-sum games its average strategy approaches an equilibrium (Lanctot, Wittlinger, Winands
and Den Teuling, "Monte Carlo tree search for games with simultaneous moves", 2013), where UCT may
cycle.

At the root UCT chooses the most visited move; among equals the one with the higher value. Regret
matching draws from the average strategy: if all seats move at once, a predictable move may be the
worst.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gridbots.game import candidates, is_over, is_to_move, move_count
from gridbots.game.chance import MODULUS_1, below, next_number
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, kernel
from gridbots.search.rollout import random_move
from gridbots_mcts.tree import NO_ARMS, ROOT, arms_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


UCT: Final = 0
REGRET_MATCHING: Final = 1


@kernel
def choose_joint_move(search: Record, number: int, state: State, depth: int) -> None:
    """Select a move for every seat that is to move at an open node, and record it in the path."""
    node, joint, moves = search["nodes"][number], search["rollout"][0]["joint"], move_count(state)
    for seat in range(search["seats"]):
        search["chosen"][depth, seat] = NO_ARMS
        joint[seat] = NO_MOVE
        first = arms_of(node, seat, moves)
        if search["is_certain"]:
            if first == NO_ARMS:
                continue
            recall_candidates(search, first, moves)
        elif not is_to_move(state, seat):
            continue
        elif first == NO_ARMS:  # The node was opened by another sample, or another outcome.
            joint[seat] = random_move(state, seat, search["mask"], search["generator"])
            continue
        elif candidates(state, seat, search["mask"]) == 0:
            continue
        elif search["is_hidden"]:
            count_available(search, first, moves)
        move = call(search["select"], search, first, moves, node["visits"])
        search["chosen"][depth, seat] = first + move
        joint[seat] = move


@kernel
def recall_candidates(search: Record, first: int, moves: int) -> None:
    """Mark the candidates from when the node was opened; they are the same on every visit."""
    for move in range(moves):
        search["mask"][move] = search["arms"][first + move]["available"]


@kernel
def count_available(search: Record, first: int, moves: int) -> None:
    """Count the available moves, which differ between visits under hidden information."""
    for move in range(moves):
        search["arms"][first + move]["available"] += search["mask"][move]


@kernel
def select_by_uct(search: Record, first: int, moves: int, visits: int) -> int:
    """The move with the largest upper confidence bound; untried moves are ordered by prior."""
    best, chosen, equals = -math.inf, 0, 0
    arms, mask, logarithm = search["arms"], search["mask"], math.log(visits + 1.0)
    for move in range(moves):
        if mask[move] == 0:
            continue
        arm = arms[first + move]
        bound = 0.0
        if search["bias"] > 0.0:
            bound = search["bias"] * search["details"][first + move]["prior"] / (arm["visits"] + 1)
        if arm["visits"] == 0:
            bound += search["first_play"]
        else:
            if search["is_hidden"]:
                logarithm = math.log(arm["available"] + 1.0)
            bound += arm["total"] / arm["visits"]
            bound += search["exploration"] * math.sqrt(logarithm / arm["visits"])
        if bound > best:
            best, chosen, equals = bound, move, 1
        elif bound == best:
            equals += 1
            if below(search["generator"], equals) == 0:
                chosen = move
    return chosen


@kernel
def select_by_regret(search: Record, first: int, moves: int, visits: int) -> int:
    """Draw from the strategy of regret matching, and add that strategy to the average strategy.

    Exploration decreases over time: constant exploration would distort the strategies.
    """
    details, mask, total, count = search["details"], search["mask"], 0.0, 0
    for move in range(moves):
        if mask[move]:
            total += max(0.0, details[first + move]["regret"])
            count += 1
    explores = min(1.0, search["exploration"] / math.sqrt(visits + 1.0))
    left, chosen = uniform(search["generator"]), NO_MOVE
    for move in range(moves):
        if mask[move] == 0:
            continue
        arm = details[first + move]
        share = max(0.0, arm["regret"]) / total if total > 0.0 else 1.0 / count
        arm["strategy"] += share
        if left >= 0.0:
            chosen = move
        left -= explores / count + (1.0 - explores) * share
    return chosen


@kernel
def uniform(generator: Record) -> float:
    """A uniform random number from 0 to 1."""
    return next_number(generator) / MODULUS_1


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
