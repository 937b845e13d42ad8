"""Beam search: of all lines of own moves, the best few are followed move by move.

Others move as their models say, all at once with the own snake, by the rules; no candy falls. A
line is worth the points gained on it, discounted, and what its last position is worth, unless the
match is over there. Where two lines lead to the same head, neck and points, one of them is
followed. What land is worth is told of the lines that are followed, and handed on to the next
moves of each; of the first move and the last one it is told of all.

What is promised: the first move of the line that is worth most after `depth` moves; where every
line ends before, of the one that ends last.
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
from gridbots_minimax.beam.evaluation import EVALUATION, evaluate_leaf, standing_of
from gridbots_minimax.beam.opponents import may_grow, predicted_move
from gridbots_minimax.beam.position import copy_position
from gridbots_minimax.beam.survival import SURVIVAL

if TYPE_CHECKING:
    from gridbots.space import Record

EXPOSED_MOVES = 2
"""So many moves ahead, cells that other heads could enter cost caution."""


def beam_dtype(dtype: np.dtype[Any], width: int) -> np.dtype[Any]:
    """A search of so many lines, on state records of this type."""
    children = DASH * width
    return np.dtype(
        [
            ("discount", "f8"),
            ("caution", "f8"),
            ("death", "f8"),
            ("leeway", "i8"),
            ("depth", "i8"),
            ("width", "i8"),
            ("nodes", "i8"),
            ("evaluation", EVALUATION, (1,)),
            ("survival", "f8"),
            ("survivals", SURVIVAL, (1,)),
            ("perils", "f8", (DASH,)),  # by first move: its cost
            ("models", "i8", (max(SEAT_TIERS),)),  # by seat
            ("doubts", "f8", (max(SEAT_TIERS),)),  # by seat: 1 - confidence
            ("moves", "i8", (max(SEAT_TIERS),)),  # of all seats in a round
            # Positions of this move and of the next one take turns.
            ("states", dtype, (2, children)),
            ("gains", "f8", (2, children)),  # points on the way there, less what it cost
            ("worths", "f8", (2, children)),  # with what the position is worth
            ("standings", "f8", (2, children)),  # cost of land, as handed on
            ("firsts", "i8", (2, children)),  # first move of the line
            ("chosen", "i8", (2, width)),  # lines that are followed
        ]
    )


@kernel
def search_beam(search: Record, seat: int) -> int:
    """The best first move from the position in states[0, 0]; NO_MOVE where none is legal."""
    search["gains"][0, 0] = 0.0
    search["chosen"][0, 0] = 0
    count, best = 1, NO_MOVE
    for ply in range(search["depth"]):
        now = ply & 1
        children = 0
        doubt_moves(search, ply + 1)
        lost, lost_worth = NO_MOVE, -np.inf
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
                elif search["gains"][1 - now, children] > lost_worth:
                    lost, lost_worth = first, search["gains"][1 - now, children]
        if children == 0:
            return lost if ply == 0 else best
        count = select(search, 1 - now, children, seat)
        if 0 < ply < search["depth"] - 2:  # else it is told of all
            renew_standings(search, 1 - now, count, seat)
        best = search["firsts"][1 - now, search["chosen"][1 - now, 0]]
    return best


@kernel
def keep(search: Record, now: int, parent: int, child: int) -> None:
    """A line whose match is over stays as it is."""
    after = 1 - now
    copy_position(search["states"][after, child], search["states"][now, parent])
    search["firsts"][after, child] = search["firsts"][now, parent]
    search["gains"][after, child] = search["gains"][now, parent]
    search["worths"][after, child] = search["gains"][now, parent]


@kernel
def predict(search: Record, now: int, parent: int, seat: int) -> None:
    """What others do in the next round, by their models."""
    state = search["states"][now, parent]
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            search["moves"][other] = predicted_move(state, other, search["models"][other])


@kernel
def doubt_moves(search: Record, made: int) -> None:
    """Where land is counted the last moves that were made are not believed among strange snakes."""
    evaluation = search["evaluation"][0]
    leeways = evaluation["territory"][0]["leeways"]
    for seat in range(len(leeways)):
        leeway = round(search["leeway"] * evaluation["strangeness"][seat])
        leeways[seat] = min(leeway, made)


@kernel
def play(  # noqa: PLR0913, PLR0917  a step of a line
    search: Record, now: int, parent: int, child: int, seat: int, move: int, ply: int
) -> bool:
    """Make a child of a position; whether the snake lives there."""
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
        gain -= search["perils"][move]
    lives = is_living(state, seat)
    if not lives:
        gain -= scale * search["death"]
    elif ply < EXPOSED_MOVES:
        gain -= exposure(search, search["states"][now, parent], state["bodies"][seat, 0], seat)
    search["gains"][after, child] = gain
    if is_over(state):
        search["worths"][after, child] = gain
    elif lives:
        evaluation = search["evaluation"][0]
        standing = search["standings"][now, parent]
        if ply in {0, search["depth"] - 1}:
            standing = standing_of(evaluation, state, seat)
        worth = evaluate_leaf(evaluation, state, seat) - standing
        search["standings"][after, child] = standing
        search["worths"][after, child] = gain + scale * worth
    return lives


@kernel
def renew_standings(search: Record, after: int, count: int, seat: int) -> None:
    """Tell of the lines that are followed what their land is worth, for their next moves."""
    for place in range(count):
        child = search["chosen"][after, place]
        state = search["states"][after, child]
        if not is_over(state):
            search["standings"][after, child] = standing_of(search["evaluation"][0], state, seat)


@kernel
def exposure(search: Record, state: Any, cell: int, seat: int) -> float:
    """Cost of a cell that heads of others could enter, too, or that a tail may not leave."""
    cost = 0.0
    for other in range(state["seats"]):
        if other == seat or not is_living(state, other):
            continue
        if apart(state["bodies"][other, 0], cell, state["stride"]) == 1:
            cost += search["caution"] * search["doubts"][other]
        if state["cells"][cell] == SNAKE + other and may_grow(state, other):
            cost += search["death"] * search["doubts"][other]
    return cost


@kernel
def select(search: Record, after: int, children: int, seat: int) -> int:
    """Choose the lines to follow, the best first; how many there are."""
    worths, chosen = search["worths"][after], search["chosen"][after]
    count = 0
    while count < search["width"]:
        best = -1
        for child in range(children):
            if worths[child] > -np.inf and (best < 0 or worths[child] > worths[best]):
                best = child
        if best < 0:
            break
        if not is_known(search, after, best, count, seat):
            chosen[count] = best
            count += 1
        worths[best] = -np.inf
    return count


@kernel
def is_known(search: Record, after: int, child: int, count: int, seat: int) -> bool:
    """Whether a line that is followed has come to the same head, neck and points."""
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
