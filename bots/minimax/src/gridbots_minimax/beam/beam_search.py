"""Beam search: after each move only the best few lines of own moves are extended.

All snakes move at once, the opponents by their models; no new candy appears. The value of a line is
the sum of its discounted points and the evaluation of its last position, unless the match is over
there. If several lines lead to the same head, neck and points, only one is kept. Territory is
evaluated for all lines after the first and the last move; in between it is evaluated only for the
kept lines, and their extensions inherit its cost.

The result is the first move of the line with the highest value after `depth` moves. If every line
ends earlier, it is the first move of the line that ends last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game import is_living, is_over
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.games.multisnake.rules import advance
from gridbots.games.multisnake.state import SEAT_TIERS, SNAKE
from gridbots.grid import NO_MOVE, apart
from gridbots.kernel import kernel
from gridbots_minimax.beam.evaluation import EVALUATION, evaluate_leaf, territory_cost
from gridbots_minimax.beam.opponents import may_grow, predicted_move
from gridbots_minimax.beam.position import copy_position
from gridbots_minimax.beam.survival import SURVIVAL

if TYPE_CHECKING:
    from gridbots.space import Record

EXPOSED_MOVES = 2
"""First moves of a line in which cells that other heads could enter have a cost."""


def beam_dtype(dtype: np.dtype[Any], width: int) -> np.dtype[Any]:
    """The record of a search with this width, for state records of this type."""
    children = DASH * width
    return np.dtype(
        [
            ("discount", "f8"),
            ("collision_penalty", "f8"),
            ("death_penalty", "f8"),
            ("uncertain_moves", "i8"),
            ("depth", "i8"),
            ("width", "i8"),
            ("nodes", "i8"),
            ("evaluation", EVALUATION, (1,)),
            ("dead_end_penalty", "f8"),
            ("survival_search", SURVIVAL, (1,)),
            ("first_move_costs", "f8", (DASH,)),  # by first move
            ("models", "i8", (max(SEAT_TIERS),)),  # by seat
            ("doubts", "f8", (max(SEAT_TIERS),)),  # by seat: 1 - confidence
            ("moves", "i8", (max(SEAT_TIERS),)),  # of all seats in a round
            # Positions of the current and of the next move alternate.
            ("states", dtype, (2, children)),
            ("gains", "f8", (2, children)),  # points of the line minus its costs
            ("values", "f8", (2, children)),  # the same plus the evaluation of the position
            ("territory_costs", "f8", (2, children)),  # possibly inherited
            ("firsts", "i8", (2, children)),  # first move of the line
            ("chosen", "i8", (2, width)),  # lines that are kept
        ]
    )


@kernel
def search_beam(search: Record, seat: int) -> int:
    """The best first move from the position in states[0, 0]; NO_MOVE if no move is legal."""
    search["gains"][0, 0] = 0.0
    search["chosen"][0, 0] = 0
    count, best = 1, NO_MOVE
    for ply in range(search["depth"]):
        now = ply & 1
        children = 0
        set_uncertain_moves(search, ply + 1)
        lost, lost_value = NO_MOVE, -np.inf
        for place in range(count):
            parent = search["chosen"][now, place]
            if is_over(search["states"][now, parent]):
                keep(search, now, parent, children)
                children += 1
                continue
            predict(search, now, parent, seat)
            for move in range(DASH):
                if not accepts(search["states"][now, parent], seat, move):
                    continue
                first = move if ply == 0 else search["firsts"][now, parent]
                search["firsts"][1 - now, children] = first
                if play(search, now, parent, children, seat, move, ply):
                    children += 1
                elif search["gains"][1 - now, children] > lost_value:
                    lost, lost_value = first, search["gains"][1 - now, children]
        if children == 0:
            return lost if ply == 0 else best
        count = select(search, 1 - now, children, seat)
        if 0 < ply < search["depth"] - 2:  # otherwise it is computed for all lines
            renew_territory_costs(search, 1 - now, count, seat)
        best = search["firsts"][1 - now, search["chosen"][1 - now, 0]]
    return best


@kernel
def keep(search: Record, now: int, parent: int, child: int) -> None:
    """Copy a line whose match is over."""
    after = 1 - now
    copy_position(search["states"][after, child], search["states"][now, parent])
    search["firsts"][after, child] = search["firsts"][now, parent]
    search["gains"][after, child] = search["gains"][now, parent]
    search["values"][after, child] = search["gains"][now, parent]


@kernel
def predict(search: Record, now: int, parent: int, seat: int) -> None:
    """Predict the next moves of the opponents by their models."""
    state = search["states"][now, parent]
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            search["moves"][other] = predicted_move(state, other, search["models"][other])


@kernel
def set_uncertain_moves(search: Record, made: int) -> None:
    """Set how many of the last predicted moves of unpredictable snakes the territory ignores."""
    evaluation = search["evaluation"][0]
    uncertain = evaluation["territory"][0]["uncertain_moves"]
    for seat in range(len(uncertain)):
        moves = round(search["uncertain_moves"] * evaluation["strangeness"][seat])
        uncertain[seat] = min(moves, made)


@kernel
def play(  # noqa: PLR0913, PLR0917  a step of a line
    search: Record, now: int, parent: int, child: int, seat: int, move: int, ply: int
) -> bool:
    """Make a child of a position; return whether the snake survives."""
    search["nodes"] += 1
    after = 1 - now
    state = search["states"][after, child]
    copy_position(state, search["states"][now, parent])
    before = state["points"][seat]
    search["moves"][seat] = move
    if not is_over(state):
        advance(state, search["moves"])
    scale = search["discount"] ** ply
    gain = search["gains"][now, parent] + scale * (state["points"][seat] - before)
    if ply == 0:
        gain -= search["first_move_costs"][move]
    lives = is_living(state, seat)
    if not lives:
        gain -= scale * search["death_penalty"]
    elif ply < EXPOSED_MOVES:
        gain -= exposure(search, search["states"][now, parent], state["bodies"][seat, 0], seat)
    search["gains"][after, child] = gain
    if is_over(state):
        search["values"][after, child] = gain
    elif lives:
        evaluation = search["evaluation"][0]
        cost = search["territory_costs"][now, parent]
        if ply in {0, search["depth"] - 1}:
            cost = territory_cost(evaluation, state, seat)
        value = evaluate_leaf(evaluation, state, seat) - cost
        search["territory_costs"][after, child] = cost
        search["values"][after, child] = gain + scale * value
    return lives


@kernel
def renew_territory_costs(search: Record, after: int, count: int, seat: int) -> None:
    """Compute the cost of territory for the kept lines, which their extensions inherit."""
    for place in range(count):
        child = search["chosen"][after, place]
        state = search["states"][after, child]
        if not is_over(state):
            search["territory_costs"][after, child] = territory_cost(
                search["evaluation"][0], state, seat
            )


@kernel
def exposure(search: Record, state: Any, cell: int, seat: int) -> float:
    """Cost of a cell that other heads could also enter, or that a tail may not leave."""
    cost = 0.0
    for other in range(state["seats"]):
        if other == seat or not is_living(state, other):
            continue
        if apart(state["bodies"][other, 0], cell, state["stride"]) == 1:
            cost += search["collision_penalty"] * search["doubts"][other]
        if state["cells"][cell] == SNAKE + other and may_grow(state, other):
            cost += search["death_penalty"] * search["doubts"][other]
    return cost


@kernel
def select(search: Record, after: int, children: int, seat: int) -> int:
    """Choose the lines to keep, best first; return their number."""
    values, chosen = search["values"][after], search["chosen"][after]
    count = 0
    while count < search["width"]:
        best = -1
        for child in range(children):
            if values[child] > -np.inf and (best < 0 or values[child] > values[best]):
                best = child
        if best < 0:
            break
        if not is_known(search, after, best, count, seat):
            chosen[count] = best
            count += 1
        values[best] = -np.inf
    return count


@kernel
def is_known(search: Record, after: int, child: int, count: int, seat: int) -> bool:
    """Whether a kept line has the same head, neck and points."""
    state = search["states"][after, child]
    for place in range(count):
        other = search["states"][after, search["chosen"][after, place]]
        if (
            state["bodies"][seat, 0] == other["bodies"][seat, 0]
            and state["bodies"][seat, 1] == other["bodies"][seat, 1]
            and state["points"][seat] == other["points"][seat]
        ):
            return True
    return False
