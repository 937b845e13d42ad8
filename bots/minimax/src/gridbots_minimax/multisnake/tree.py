"""The searches of the paper's agents: a tree in which one snake moves after the other.

Minimax: the heeded snakes after the agent, counted round, move first and do their worst, the agent
moves last, and so on in turns; depth counts its moves. So it takes others to have moved already. If
it heeds nobody it has one move more. Expectimax: the agent moves first, the others at random.

A snake that has no legal move is out in place, before its turn comes; the agent is then lost. A
position is evaluated once the agent has made all its moves, in expectimax after the others' reply.

Alpha-beta leaves out what cannot change the value. As in the program, a ply is left once its value
reaches the bound, and its answers then count among the best of the ply before if the values are
equal: the value at the root is exact, the answers may hold one that is worse. The program draws one
of equals by coins at each ply; here all are kept, as bits, and one is drawn in the end.

Nothing calls itself: plies and states lie in arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.games.multisnake.moving import DASH, accepts, has_choice
from gridbots.games.multisnake.state import EMPTY, SNAKE
from gridbots.games.multisnake.turning import turn
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, apart, offset
from gridbots.kernel import kernel, records_like
from gridbots_minimax.multisnake.evaluations import is_settled, settled_value, value_of
from gridbots_minimax.multisnake.strategies import depth_for, heeded_by

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

ORDER: Final = (RIGHT, DOWN, LEFT, UP)
"""In which order the program tries moves: it decides what is cut off."""
UNKNOWN: Final = 1 << DASH
"""The bit for an answer that the tree does not tell: the match was settled before it was asked."""
EXTRA_LAYERS: Final = 2
"""Own moves beyond the depth of the root that a layered search may look ahead."""


class Tree(NamedTuple):
    """All that a search works with; compiled code takes it as one argument."""

    plan: Any
    """PLAN: one record."""
    plies: Any
    """PLY: an array, one element per move from the root to where the search stands."""
    states: Any
    """An array of the game's records: before each of these moves."""
    seat: int
    """Who searches."""
    heeded: int
    """The snakes that move, as bits."""
    left: int
    """Own moves that the longest way through the tree has."""


PLY: Final = np.dtype(
    [
        ("seat", "i8"),  # whose move it is
        ("left", "i8"),  # own moves to be made from here on, this one included
        ("alpha", "f8"),  # the agent has this much elsewhere
        ("beta", "f8"),  # the others have this much elsewhere
        ("value", "f8"),  # of the best move so far, or the sum of all where others are averaged
        ("answers", "i8"),  # bits of the agent's best moves, of those nearest to the root
        ("moves", "i8"),  # how many there are
        ("tried", "i8"),
        ("order", "i8", (DASH,)),  # the moves
    ]
)


@kernel
def search(plan: Record, state: State, seat: int, values: Array) -> int:
    """The best moves of a living seat, as bits; the value of each first move goes to `values`.

    Returns:
        bit m for move m, and perhaps UNKNOWN; or just that, if the seat has no legal move.
    """
    depth = depth_for(plan, state, seat)
    heeded = heeded_by(plan, state, seat) if depth > 0 else 1 << seat
    first = first_to_move(plan, state, seat, heeded)
    left = depth + 1 if first == seat and (depth == 0 or plan["averages"] == 0) else depth
    if plan["layered"] and depth > 0:
        left += EXTRA_LAYERS
    most = left * count_seats(heeded) + 1
    plies, states = np.empty(most, PLY), records_like(state, most)
    tree = Tree(plan, plies, states, seat, heeded, left)
    states[0] = state
    open_root(tree, first)
    return explore(tree, values)


@kernel
def first_to_move(plan: Record, state: State, seat: int, heeded: int) -> int:
    """Who moves first in the tree: in minimax, the next heeded snake that can move."""
    if plan["averages"]:
        return seat
    first = following(state, seat, heeded)
    while first != seat and not has_choice(state, first):
        first = following(state, first, heeded)
    return first


@kernel
def open_root(tree: Tree, first: int) -> None:
    root = tree.plies[0]
    root["alpha"] = -np.inf
    root["beta"] = np.inf
    open_ply(tree, 0, first, tree.left)
    if tree.plan["careful"] and first == tree.seat:
        drop_meetings(root, tree.states[0])


@kernel
def explore(tree: Tree, values: Array) -> int:
    """Go through the tree from its root, which is open; returns the answers there."""
    plies, at = tree.plies, 0
    while True:
        ply = plies[at]
        if ply["tried"] < ply["moves"] and (at == 0 or ply["alpha"] < ply["beta"]):
            if try_move(tree, at):
                at += 1
                continue
            value, answers = plies[at + 1]["value"], UNKNOWN
        elif at == 0:
            return int(ply["answers"])
        else:
            value, answers = worth(tree, ply), ply["answers"]
            at -= 1
        take(tree, plies[at], value, answers)
        if at == 0:
            values[plies[0]["order"][plies[0]["tried"] - 1]] = value


@kernel
def try_move(tree: Tree, at: int) -> bool:
    """Make the next move of a ply; open the ply after it, or set only its value.

    Returns:
        whether it was opened.
    """
    ply, state = tree.plies[at], tree.states[at + 1]
    tree.states[at + 1] = tree.states[at]
    turn(state, ply["seat"], ply["order"][ply["tried"]])
    ply["tried"] += 1
    left, mover = ply["left"] - (ply["seat"] == tree.seat), ply["seat"]
    while not is_settled(state, tree.seat):
        mover = following(state, mover, tree.heeded)
        if left == 0 and (mover == tree.seat or not tree.plan["averages"]):
            tree.plies[at + 1]["value"] = value_of(tree.plan, state, tree.seat)
            return False
        tree.plies[at + 1]["alpha"] = ply["alpha"]
        tree.plies[at + 1]["beta"] = ply["beta"]
        if open_ply(tree, at + 1, mover, left):
            return True
        if mover == tree.seat:
            tree.plies[at + 1]["value"] = -np.inf
            return False
        turn(state, mover, NO_MOVE)
    tree.plies[at + 1]["value"] = settled_value(tree.plan, state, tree.seat)
    return False


@kernel
def open_ply(tree: Tree, at: int, mover: int, left: int) -> bool:
    """Stand at a ply whose window is set, with none of its moves tried; whether there is one."""
    ply, state = tree.plies[at], tree.states[at]
    ply["seat"] = mover
    ply["left"] = left
    if tree.plan["layered"] and mover == tree.seat and left < tree.left:
        ply["left"] = min(left, max(1, depth_for(tree.plan, state, mover)))
    ply["value"] = 0.0
    ply["answers"] = UNKNOWN
    ply["tried"] = 0
    ply["moves"] = 0
    for move in ORDER:
        if accepts(state, mover, move):
            ply["order"][ply["moves"]] = move
            ply["moves"] += 1
    return bool(ply["moves"] > 0)


@kernel
def take(tree: Tree, ply: Record, value: float, answers: int) -> None:
    """The move tried last at this ply has this value."""
    is_own = ply["seat"] == tree.seat
    if is_own:
        answers = 1 << ply["order"][ply["tried"] - 1]
    elif tree.plan["averages"]:
        ply["value"] += value
        return
    if ply["tried"] == 1 or (value > ply["value"] if is_own else value < ply["value"]):
        ply["value"] = value
        ply["answers"] = answers
    elif value == ply["value"]:
        ply["answers"] |= answers
    if tree.plan["averages"]:
        return
    if is_own:
        ply["alpha"] = max(ply["alpha"], value)
    else:
        ply["beta"] = min(ply["beta"], value)


@kernel
def worth(tree: Tree, ply: Record) -> float:
    """The value of a ply that is done."""
    if tree.plan["averages"] and ply["seat"] != tree.seat:
        return float(ply["value"] / ply["moves"])
    return float(ply["value"])


@kernel
def drop_meetings(ply: Record, state: State) -> None:
    """Leave out moves onto others and where another head can be next, if others are left."""
    kept = 0
    for index in range(ply["moves"]):
        move = ply["order"][index]
        if not is_deadly(state, ply["seat"], move):
            ply["order"][kept] = move
            kept += 1
    if kept > 0:
        ply["moves"] = kept


@kernel
def is_deadly(state: State, seat: int, move: int) -> bool:
    stride = state["stride"]
    cell = state["bodies"][seat, 0] + offset(move, stride)
    if state["cells"][cell] not in (EMPTY, SNAKE + seat):
        return True
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            if apart(cell, state["bodies"][other, 0], stride) == 1:
                return True
    return False


@kernel
def following(state: State, seat: int, heeded: int) -> int:
    """The next heeded and living snake after a seat, counted round."""
    seats = state["seats"]
    other = (seat + 1) % seats
    while heeded >> other & 1 == 0 or state["eliminated"][other] != 0:
        other = (other + 1) % seats
    return int(other)


@kernel
def count_seats(heeded: int) -> int:
    count = 0
    while heeded > 0:
        count += heeded & 1
        heeded >>= 1
    return count
