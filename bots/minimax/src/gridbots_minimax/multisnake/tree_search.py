"""The searches of the paper's agents, as a variant of `gridbots.search.minimax`.

Minimax: the searched snakes after the agent, in seat order, move first and adversarially, and the
agent moves last; the depth counts its moves. So it assumes that the others have already moved. If
no other snake is searched, it has one more move. Expectimax: the agent moves first, the others
move at random.

A snake without a legal move is eliminated in place, before its turn; for the agent this is a loss.
A position is evaluated after the last move of the agent; in expectimax after the others' reply.

As in the program, alpha-beta leaves a ply once its value reaches the bound, and its move then
counts among the best if the values are equal. So the value at the root is exact, but the move may
only seem as good as the best, unless the option `exact` is set. Among equal moves the program
tosses a coin for each one, and at the root it draws one. The search computes the resulting
probabilities.

The depth and the searched snakes follow from the strategy. Strategies consider the square of cells
within the radius of the head, and heads within as many steps. Where the paper's text differs from
its program, this module follows the program: claustrophobic extends coward, and compactness counts
the cells of the whole square.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.features import FEATURES, bodies_near, compactness
from gridbots.games.multisnake.movement import has_choice
from gridbots.games.multisnake.state import EMPTY, SNAKE
from gridbots.grid import apart, column_of, offset, row_of
from gridbots.kernel import kernel
from gridbots.search.core import MOST_PLIES, UNLIMITED, begin, first_chooser, run
from gridbots.search.minimax import SearchVariant
from gridbots_minimax.multisnake.evaluations import (
    CLAUSTROPHOBIC,
    COWARD,
    FIXED,
    ORDER,
    SMART_COWARD,
    agent_of,
    is_settled,
    settled_value,
    value_of,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_minimax.multisnake.options import Options


ALARMED: Final = 2
"""Own moves that coward and claustrophobic look ahead if something is near; else none."""
CALM: Final = 1
WARY: Final = 2
THREATENED: Final = 3
CURLED: Final = 5
"""Own moves that smart coward (2 or 3) and survivor (1, 3 or 5) look ahead."""


@kernel
def depth_for(agent: Record, state: State, seat: int) -> int:
    """Own moves to look ahead; 0: only the next move, with the others not moving."""
    if agent["strategy"] == FIXED:
        return int(agent["depth"])
    if agent["strategy"] == CLAUSTROPHOBIC and is_near_wall(state, seat, agent["radius"]):
        return ALARMED
    near = bodies_near(state, seat, agent["radius"]) > 0
    if agent["strategy"] in (COWARD, CLAUSTROPHOBIC):
        return ALARMED if near else 0
    if near:
        return THREATENED
    if agent["strategy"] == SMART_COWARD:
        return WARY
    return CURLED if compactness(state, seat, agent["radius"]) > agent["compactness"] else CALM


@kernel
def searched_seats(agent: Record, state: State, seat: int) -> int:
    """The snakes whose moves are searched, including the own one: bit s stands for seat s."""
    everybody = agent["strategy"] in (FIXED, COWARD, CLAUSTROPHOBIC)
    head, stride, searched = state["bodies"][seat, 0], state["stride"], 0
    for other in range(state["seats"]):
        if state["eliminated"][other] == 0:
            near = apart(head, state["bodies"][other, 0], stride) <= agent["radius"]
            if everybody or near:
                searched |= 1 << other
    return searched


@kernel
def is_near_wall(state: State, seat: int, radius: int) -> bool:
    """Whether there are fewer cells than the radius between the head and a wall."""
    head, stride, side = state["bodies"][seat, 0], state["stride"], state["side"]
    row, column = row_of(head, stride), column_of(head, stride)
    return bool(min(row, column) < radius or max(row, column) >= side - radius)


EXTRA_LAYERS: Final = 2
"""Own moves that a layered search may look beyond the depth of the root."""


@kernel
def node_value(  # noqa: PLR0913, PLR0917  the agent, then the usual parameters
    agent: Record,
    state: State,
    seat: int,
    mover: int,
    rounds: int,  # noqa: ARG001
    left: int,
) -> float:
    if is_settled(state, seat):
        return settled_value(agent, state, seat)
    if left == 0:
        return value_of(agent, state, seat)
    if mover == seat and not has_choice(state, seat):
        return -np.inf
    return np.nan


@kernel
def horizon(agent: Record, state: State, seat: int, left: int) -> int:
    """Horizon of a layered search: the depth of the strategy in this position as the root."""
    if not agent["layered"]:
        return left
    return min(left, max(1, depth_for(agent, state, seat)))


def variant_of(options: Options, agent: Record) -> SearchVariant:
    averages = bool(agent["averages"])
    worst = "best" if options.exact else "first"
    return SearchVariant(
        played="in-turns",
        order="own-first" if averages else "others-first",
        others="random" if averages else "worst",
        exact="values" if averages else worst,  # type: ignore[arg-type]
        terminal_value=functools.partial(node_value, agent),
        horizon=functools.partial(horizon, agent),
        preference=ORDER,
    )


def plan_of(options: Options, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of an agent, for state records of this type: parameters and workspace."""
    agent = agent_of(options, averages=averages)
    variant = variant_of(options, agent)
    search = variant.dtype(dtype, len(FEATURES))
    plan = np.zeros(1, [("agent", agent.dtype, (1,)), ("search", search, (1,))])[0]
    plan["agent"][0] = agent
    variant.write(plan["search"][0], [0.0] * len(FEATURES))  # `node_value` uses its own weights.
    return plan


@kernel
def look_ahead(plan: Record, state: State, seat: int) -> None:
    """Search for the best move of a living seat."""
    agent, search = plan["agent"][0], plan["search"][0]
    depth = depth_for(agent, state, seat)
    search["seat"] = seat
    search["seats"] = state["seats"]
    search["among"] = searched_seats(agent, state, seat) if depth > 0 else 1 << seat
    search["states"][0] = state
    begin(search, moves_ahead(agent, search, depth))
    root = search["plies"][0]
    if agent["careful"] and search["ply"] == 0 and root["seat"] == seat:
        drop_risky_moves(root, state)
    run(search, UNLIMITED)


@kernel
def moves_ahead(agent: Record, search: Record, depth: int) -> int:
    """The own moves on the longest path through the tree, for this depth of the agent."""
    left = depth
    is_first = first_chooser(search) == search["seat"]
    if is_first and (depth == 0 or not agent["averages"]):
        left += 1
    if agent["layered"] and depth > 0:
        left += EXTRA_LAYERS
    return int(min(left, MOST_PLIES // search["seats"]))


@kernel
def drop_risky_moves(ply: Record, state: State) -> None:
    """Drop moves onto other snakes and next to other heads, unless no move would be left."""
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
