"""The searches of the paper's agents: a tree in which one snake moves after the other.

Minimax: the heeded snakes after the agent, counted round, move first and do their worst, the agent
moves last, and so on in turns; depth counts its moves. So it takes others to have moved already. If
it heeds nobody it has one move more. Expectimax: the agent moves first, the others at random.

A snake that has no legal move is out in place, before its turn comes; the agent is then lost. A
position is evaluated once the agent has made all its moves, in expectimax after the others' reply.

Alpha-beta leaves out what cannot change the value. As in the program, a ply is left once its value
reaches the bound, and its answer then counts among the best of the ply before if the values are
equal: the value at the root is exact, but the answer may be one that only seems as good, unless the
plan is `exact`. Among equals the program tosses a coin for each that it finds, and at the root it
draws one. Here the chances of all answers are computed, so that one draw in the end does the same.

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
UNKNOWN: Final = DASH
"""In place of an answer where the match is settled, or the agent stuck, before it is asked."""
ANSWERS: Final = DASH + 1
COIN: Final = 0.5
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
        ("equals", "i8"),  # how many moves have that value
        ("chances", "f8", (ANSWERS,)),  # of each first move of the agent, after the best moves
        ("moves", "i8"),  # how many there are
        ("tried", "i8"),
        ("order", "i8", (DASH,)),  # the moves
    ]
)


@kernel
def search(plan: Record, state: State, seat: int, values: Array, chances: Array) -> None:
    """Search the best move of a living seat.

    Writes the value of each move of who moves first to `values`, and to `chances`, by move or
    UNKNOWN, how likely each is to be the answer; they sum to 1.
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
    explore(tree, values)
    chances[:] = plies[0]["chances"]


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
def explore(tree: Tree, values: Array) -> None:
    """Go through the tree from its root, which is open."""
    plies, at = tree.plies, 0
    while True:
        ply = plies[at]
        if ply["tried"] < ply["moves"] and (at == 0 or is_open(tree.plan, ply)):
            if try_move(tree, at):
                at += 1
                continue
        elif at == 0:
            return
        else:
            close_ply(tree, ply)
            at -= 1
        take(tree, at)
        if at == 0:
            values[plies[0]["order"][plies[0]["tried"] - 1]] = plies[1]["value"]


@kernel
def is_open(plan: Record, ply: Record) -> bool:
    """Whether moves that are left can still change the value before, or its answers if exact."""
    return bool(ply["alpha"] < ply["beta"] or (plan["exact"] and ply["alpha"] == ply["beta"]))


@kernel
def try_move(tree: Tree, at: int) -> bool:
    """Make the next move of a ply; open the ply after it, or set only its value.

    Returns:
        whether it was opened.
    """
    ply, after, state = tree.plies[at], tree.plies[at + 1], tree.states[at + 1]
    tree.states[at + 1] = tree.states[at]
    turn(state, ply["seat"], ply["order"][ply["tried"]])
    ply["tried"] += 1
    left, mover = ply["left"] - (ply["seat"] == tree.seat), ply["seat"]
    forget_answers(after)
    while not is_settled(state, tree.seat):
        mover = following(state, mover, tree.heeded)
        if left == 0 and (mover == tree.seat or not tree.plan["averages"]):
            after["value"] = value_of(tree.plan, state, tree.seat)
            return False
        after["alpha"] = ply["alpha"]
        after["beta"] = ply["beta"]
        if open_ply(tree, at + 1, mover, left):
            return True
        if mover == tree.seat:
            after["value"] = -np.inf
            return False
        turn(state, mover, NO_MOVE)
    after["value"] = settled_value(tree.plan, state, tree.seat)
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
    ply["equals"] = 0
    forget_answers(ply)
    ply["tried"] = 0
    ply["moves"] = 0
    for move in ORDER:
        if accepts(state, mover, move):
            ply["order"][ply["moves"]] = move
            ply["moves"] += 1
    return bool(ply["moves"] > 0)


@kernel
def forget_answers(ply: Record) -> None:
    ply["chances"][:] = 0.0
    ply["chances"][UNKNOWN] = 1.0


@kernel
def take(tree: Tree, at: int) -> None:
    """The move tried last at this ply leads to the value and the answers of the ply after it."""
    ply, value = tree.plies[at], tree.plies[at + 1]["value"]
    is_own = ply["seat"] == tree.seat
    if tree.plan["averages"] and not is_own:
        ply["value"] += value
        return
    if ply["tried"] == 1 or (value > ply["value"] if is_own else value < ply["value"]):
        ply["value"] = value
        ply["equals"] = 0
    if value == ply["value"]:
        ply["equals"] += 1
        blend(ply, tree.plies[at + 1]["chances"], share_of(ply["equals"], at), is_own)
    if is_own:
        ply["alpha"] = max(ply["alpha"], value)
    else:
        ply["beta"] = min(ply["beta"], value)


@kernel
def share_of(equals: int, at: int) -> float:
    """How likely the last of so many equals is the one: a coin decides, or at the root a draw."""
    if equals == 1 or at == 0:
        return 1.0 / equals
    return COIN


@kernel
def blend(ply: Record, chances: Array, share: float, is_own: bool) -> None:  # noqa: FBT001
    """Give the move tried last this share in the answers: an own move is the answer itself."""
    for answer in range(ANSWERS):
        ply["chances"][answer] *= 1.0 - share
        if not is_own:
            ply["chances"][answer] += share * chances[answer]
    if is_own:
        ply["chances"][ply["order"][ply["tried"] - 1]] += share


@kernel
def close_ply(tree: Tree, ply: Record) -> None:
    if tree.plan["averages"] and ply["seat"] != tree.seat:
        ply["value"] /= ply["moves"]


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
        is_other = other != seat and state["eliminated"][other] == 0
        if is_other and apart(cell, state["bodies"][other, 0], stride) == 1:
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
