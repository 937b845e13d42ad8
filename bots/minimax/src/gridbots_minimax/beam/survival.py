"""Survival search: how many moves a snake can survive, ignoring the moves of the others.

The own body moves by the rules, eats and grows. Bodies of others leave their cells one by one, a
move later if their snake may grow now, and no snake dies.

The search is depth first, narrowest continuation first, with a limited number of nodes. The result
is a lower bound: a path of that length exists, and a longer one may exist.

First moves have a cost if they lead to positions in which the snake cannot survive for long. It is
zero among snakes that fit a model: there the beam search sees their moves.
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
"""Moves after which a snake counts as safe."""
NODES: Final = 400
"""Most moves tried in one search."""
CROSSING: Final = 8
"""Penalty that sorts crossings of the own body last; a cell has at most three exits."""
_CELLS: Final = max(CAPACITIES)

SURVIVAL: Final = np.dtype(
    [
        ("leaves", "i4", (_CELLS,)),  # by cell: moves until no other body is there
        ("own", "i4", (_CELLS,)),  # by cell: parts of the own body
        ("track", "i4", (MOST_LENGTH + HORIZON + 2,)),  # the own body from the tail, then the path
        ("candies", "i4", (_CELLS,)),  # by cell
        ("length", "i8"),
        ("stride", "i8"),
        # By moves made: points, place of the tail in the track, and moves to try.
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
    """Read a position, before the search for this seat."""
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
    """The length of the longest path found that starts with this move, up to HORIZON."""
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
    """Make a move after `made` moves; the tail stays if the snake grows."""
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
    """Undo the move after `made` moves."""
    track = plan["track"]
    head = track[made + plan["length"]]
    plan["candies"][head] = plan["eaten"][made]
    plan["own"][head] -= 1
    if plan["tails"][made + 1] > plan["tails"][made]:
        plan["own"][track[plan["tails"][made]]] += 1


@kernel
def keep_only(plan: Record, first: int) -> None:
    """Keep only this first move, if it is possible."""
    count = 0
    for place in range(plan["counts"][0]):
        count += plan["moves"][0, place] == first
    plan["moves"][0, 0] = first
    plan["counts"][0] = count


@kernel
def list_moves(plan: Record, depth: int) -> None:
    """Write the moves to try after `depth` moves, those with the fewest exits first."""
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
    """Whether a move is possible after `depth` moves, by the rules for the own body."""
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
    """The number of exits of the target; larger than any such number if it crosses the own body."""
    there = plan["track"][depth + plan["length"] - 1] + offset(move, plan["stride"])
    count = CROSSING * (plan["own"][there] > 0)
    for further in range(DASH):
        beyond = there + offset(further, plan["stride"])
        count += plan["leaves"][beyond] <= depth + 2 and plan["own"][beyond] == 0
    return count  # type: ignore[no-any-return]


@kernel
def write_first_move_costs(search: Record, state: State, seat: int) -> None:
    """Write the cost of each first move: how much sooner it ends than the longest, in points."""
    costs, strangest = search["first_move_costs"], search["evaluation"][0]["strangeness"][seat]
    for move in range(DASH):
        costs[move] = 0.0
    if strangest == 0.0 or search["dead_end_penalty"] == 0.0:
        return
    plan, most = search["survival_search"][0], 0
    lasting = np.zeros(DASH, np.int64)
    prepare(plan, state, seat)
    for move in range(DASH):
        lasting[move] = survival(plan, move)
        most = max(most, lasting[move])
    for move in range(DASH):
        costs[move] = strangest * search["dead_end_penalty"] * (most - lasting[move]) / HORIZON
