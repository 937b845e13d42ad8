"""Survival search: how many moves a snake can go on, whatever becomes of the others.

The own body moves by the rules, eats and grows; bodies of others leave cell by cell, a move
later where its snake may grow now, and nobody dies. Where the others go is left out.

Depth first, the narrowest way first, for so many nodes: what is promised is a way of that many
moves, not that there is no longer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.multisnake.movement import DASH
from gridbots.games.multisnake.state import MOST_LENGTH, POINTS_PER_CELL, SNAKE, WALL
from gridbots.grid import CAPACITIES, offset
from gridbots.kernel import kernel
from gridbots_minimax.beam.opponents import may_grow
from gridbots_minimax.beam.position import FAR

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


HORIZON: Final = 60
"""Moves after which a snake is taken to have got away."""
NODES: Final = 400
"""Moves tried for one answer."""
CROSSING: Final = 8
"""Ways on are three at most: a cell that is crossed comes after all others."""
_CELLS: Final = max(CAPACITIES)

SURVIVAL: Final = np.dtype(
    [
        ("leaves", "i4", (_CELLS,)),  # by cell: moves until no other body is there
        ("own", "i4", (_CELLS,)),  # by cell: parts of the own body
        ("track", "i4", (MOST_LENGTH + HORIZON + 2,)),  # the own body from the tail on, then ways
        ("candies", "i4", (_CELLS,)),  # by cell
        ("length", "i8"),
        ("stride", "i8"),
        # By moves made: the points, where in the track the tail is, and moves to try.
        ("points", "i4", (HORIZON + 1,)),
        ("tails", "i4", (HORIZON + 1,)),
        ("eaten", "i4", (HORIZON,)),
        ("moves", "i1", (HORIZON, DASH)),
        ("counts", "i1", (HORIZON,)),
        ("tried", "i1", (HORIZON,)),
        ("costs", "i8", (DASH,)),
    ]
)


@kernel
def prepare(plan: Record, state: State, seat: int) -> None:
    """Look at a position before it is searched for this seat."""
    plan["length"], plan["stride"] = state["lengths"][seat], state["stride"]
    plan["points"][0], plan["tails"][0] = state["points"][seat], 0
    for cell in range(state["stride"] * (state["side"] + 2)):
        is_own = state["cells"][cell] == SNAKE + seat
        plan["own"][cell] = state["layers"][cell] if is_own else 0
        plan["leaves"][cell] = FAR if state["cells"][cell] == WALL else 0
        plan["candies"][cell] = state["candies"][cell]
    for each in range(state["seats"]):
        length = state["lengths"][each]
        late = is_living(state, each) and may_grow(state, each)
        for index in range(length - 1, -1, -1):
            cell = state["bodies"][each, index]
            if each == seat:
                plan["track"][length - 1 - index] = cell
            else:
                plan["leaves"][cell] = length - index + late


@kernel
def survival(plan: Record, first: int) -> int:
    """The most moves found, beginning with this one, up to HORIZON."""
    moves, counts, tried = plan["moves"], plan["counts"], plan["tried"]
    list_moves(plan, 0)
    keep_only(plan, first)
    depth, most, nodes = 0, 0, 0
    while depth >= 0:
        if depth < HORIZON and tried[depth] < counts[depth] and nodes < NODES:
            move = moves[depth, tried[depth]]
            tried[depth] += 1
            go_on(plan, depth, move)
            depth += 1
            nodes += 1
            most = max(most, depth)
            if depth < HORIZON:
                list_moves(plan, depth)
            else:
                nodes = NODES
        else:
            depth -= 1
            if depth >= 0:
                go_back(plan, depth)
    return most


@kernel
def go_on(plan: Record, made: int, move: int) -> None:
    """One move more after so many; the tail stays where the snake grows."""
    track, head = plan["track"], made + plan["length"] - 1
    track[head + 1] = track[head] + offset(move, plan["stride"])
    plan["eaten"][made] = plan["candies"][track[head + 1]]
    plan["candies"][track[head + 1]] = 0
    points, tail = plan["points"][made] + plan["eaten"][made], plan["tails"][made]
    plan["own"][track[head + 1]] += 1
    if points // POINTS_PER_CELL <= head + 1 - tail:
        plan["own"][track[tail]] -= 1
        tail += 1
    plan["points"][made + 1], plan["tails"][made + 1] = points, tail


@kernel
def go_back(plan: Record, made: int) -> None:
    """Take the move after so many back."""
    track = plan["track"]
    head = track[made + plan["length"]]
    plan["candies"][head] = plan["eaten"][made]
    plan["own"][head] -= 1
    if plan["tails"][made + 1] > plan["tails"][made]:
        plan["own"][track[plan["tails"][made]]] += 1


@kernel
def keep_only(plan: Record, first: int) -> None:
    """Leave of the moves in the position itself this one, if it is among them."""
    count = 0
    for place in range(plan["counts"][0]):
        count += plan["moves"][0, place] == first
    plan["moves"][0, 0] = first
    plan["counts"][0] = count


@kernel
def list_moves(plan: Record, depth: int) -> None:
    """Write the moves to try after so many, those first after which there are few ways on."""
    moves, costs = plan["moves"][depth], plan["costs"]
    count = 0
    for move in range(DASH):
        if not is_passable(plan, depth, move):
            continue
        cost = exits(plan, depth, move)
        place = count
        while place > 0 and costs[place - 1] > cost:
            costs[place], moves[place] = costs[place - 1], moves[place - 1]
            place -= 1
        costs[place], moves[place] = cost, move
        count += 1
    plan["counts"][depth], plan["tried"][depth] = count, 0


@kernel
def is_passable(plan: Record, depth: int, move: int) -> bool:
    """Whether a snake can go there after so many moves, by the rules for its own body."""
    track, own = plan["track"], plan["own"]
    head = track[depth + plan["length"] - 1]
    way = offset(move, plan["stride"])
    there, beyond = head + way, head + 2 * way
    if plan["leaves"][there] > depth + 1 or there == track[depth + plan["length"] - 2]:
        return False
    tail = track[plan["tails"][depth]]
    next_tail = track[plan["tails"][depth] + 1]
    if own[there] - (there == tail) <= 0:
        return True
    if own[head] > 1 or plan["leaves"][beyond] >= FAR:
        return False
    return bool(own[beyond] - (beyond == tail) - (beyond == next_tail) <= 0)


@kernel
def exits(plan: Record, depth: int, move: int) -> int:
    """How many ways on there are; more than any of them where the own body is crossed."""
    there = plan["track"][depth + plan["length"] - 1] + offset(move, plan["stride"])
    count = CROSSING * (plan["own"][there] > 0)
    for further in range(DASH):
        beyond = there + offset(further, plan["stride"])
        count += plan["leaves"][beyond] <= depth + 2 and plan["own"][beyond] == 0
    return count  # type: ignore[no-any-return]


@kernel
def write_perils(search: Record, state: State, seat: int) -> None:
    """By first move, how much sooner it ends than the one that goes on longest, in points."""
    perils, strangest = search["perils"], search["evaluation"][0]["strangeness"][seat]
    for move in range(DASH):
        perils[move] = 0.0
    if strangest == 0.0 or search["survival"] == 0.0:
        return
    plan, most = search["survivals"][0], 0
    lasting = np.zeros(DASH, np.int64)
    prepare(plan, state, seat)
    for move in range(DASH):
        lasting[move] = survival(plan, move)
        most = max(most, lasting[move])
    for move in range(DASH):
        perils[move] = strangest * search["survival"] * (most - lasting[move]) / HORIZON
