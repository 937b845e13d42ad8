"""The searches of the paper's agents, as a manner of `gridbots.search.minimax`.

Minimax: the heeded snakes after the agent, counted round, move first and do their worst, the agent
moves last, and so on in turns; depth counts its moves. So it takes others to have moved already. If
it heeds nobody it has one move more. Expectimax: the agent moves first, the others at random.

A snake that has no legal move is out in place, before its turn comes; the agent is then lost. A
position is evaluated once the agent has made all its moves, in expectimax after the others' reply.

As in the program, alpha-beta leaves a ply once its value reaches the bound, and its answer then
counts among the best if the values are equal: the value at the root is exact, but the answer may be
one that only seems as good, unless `exact` is asked for. Among equals the program tosses a coin for
each that it finds, and at the root it draws one: the search computes how likely that makes each.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.features import FEATURES
from gridbots.games.multisnake.movement import has_choice
from gridbots.games.multisnake.state import EMPTY, SNAKE
from gridbots.grid import apart, offset
from gridbots.kernel import kernel
from gridbots.search.core import MOST_PLIES, UNLIMITED, begin, first_chooser, run
from gridbots.search.minimax import SearchVariant
from gridbots_minimax.multisnake.agent import ORDER, agent_of
from gridbots_minimax.multisnake.evaluations import is_settled, settled_value, value_of
from gridbots_minimax.multisnake.strategies import depth_for, heeded_by

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_minimax.multisnake.options import Options

EXTRA_LAYERS: Final = 2
"""Own moves beyond the depth of the root that a layered search may look ahead."""


@kernel
def judge(  # noqa: PLR0913, PLR0917  of a judge, after what the agent goes by
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
    """Of a layered search: as far as the strategy says in this position, as if it were the root."""
    if not agent["layered"]:
        return left
    return min(left, max(1, depth_for(agent, state, seat)))


def manner_of(options: Options, agent: Record) -> SearchVariant:
    averages = bool(agent["averages"])
    worst = "best" if options.exact else "first"
    return SearchVariant(
        played="in-turns",
        order="own-first" if averages else "others-first",
        others="random" if averages else "worst",
        exact="values" if averages else worst,  # type: ignore[arg-type]
        judge=functools.partial(judge, agent),
        horizon=functools.partial(horizon, agent),
        preference=ORDER,
    )


def plan_of(options: Options, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of an agent, for state records of this type: a record that it works in."""
    agent = agent_of(options, averages=averages)
    manner = manner_of(options, agent)
    search = manner.dtype(dtype, len(FEATURES))
    plan = np.zeros(1, [("agent", agent.dtype, (1,)), ("search", search, (1,))])[0]
    plan["agent"][0] = agent
    manner.write(plan["search"][0], [0.0] * len(FEATURES))  # The judge weighs.
    return plan


@kernel
def look_ahead(plan: Record, state: State, seat: int) -> None:
    """Search the best move of a living seat."""
    agent, search = plan["agent"][0], plan["search"][0]
    depth = depth_for(agent, state, seat)
    search["seat"] = seat
    search["seats"] = state["seats"]
    search["among"] = heeded_by(agent, state, seat) if depth > 0 else 1 << seat
    search["states"][0] = state
    begin(search, moves_ahead(agent, search, depth))
    root = search["plies"][0]
    if agent["careful"] and search["ply"] == 0 and root["seat"] == seat:
        drop_meetings(root, state)
    run(search, UNLIMITED)


@kernel
def moves_ahead(agent: Record, search: Record, depth: int) -> int:
    """How many own moves the longest way through the tree has, where the agent looks so deep."""
    left = depth
    is_first = first_chooser(search) == search["seat"]
    if is_first and (depth == 0 or not agent["averages"]):
        left += 1
    if agent["layered"] and depth > 0:
        left += EXTRA_LAYERS
    return int(min(left, MOST_PLIES // search["seats"]))


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
