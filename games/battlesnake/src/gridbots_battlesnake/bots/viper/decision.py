"""The decision of viper: iterative deepening within a number of nodes, as a policy."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.vector import Fitting
from gridbots_battlesnake.bots.viper.replies import open_moves
from gridbots_battlesnake.bots.viper.search import DECISIVE, look_ahead, search_dtype
from gridbots_battlesnake.features import FEATURES
from gridbots_battlesnake.state import is_living

if TYPE_CHECKING:
    from gridbots.game import Game, State
    from gridbots_battlesnake.bots.viper.options import ViperOptions

Record = Any


def policy_for(game: Game, options: ViperOptions) -> Fitting:  # noqa: ARG001  it plays one game
    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(choose, plan_for(dtype, options))

    return Fitting(make)


def plan_for(dtype: np.dtype[Any], options: ViperOptions) -> Any:
    """How it decides, and what it works in."""
    search = search_dtype(dtype)
    plan = np.zeros(1, [("nodes", "i8"), ("depth", "i8"), ("search", search, (1,))])[0]
    plan["nodes"], plan["depth"] = options.nodes, options.depth
    plan["search"][0]["weights"] = [getattr(options, name) for name in FEATURES]
    return plan


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  nothing is drawn
    """The best move of the deepest search that the nodes allow."""
    if not is_living(observation, seat):
        return NO_MOVE
    search = plan["search"][0]
    search["states"][0] = observation
    search["nodes"] = 0
    search["good"][:] = NO_MOVE
    ply = search["plies"][0]
    if open_moves(observation, seat, ply["own"]) == 1:
        return int(ply["own"][0])
    move = ply["own"][0]
    for limit in range(1, plan["depth"] + 1):
        is_finished = look_ahead(search, seat, limit, plan["nodes"])
        # Of an iteration that is cut short the first move tried is the best of the one before.
        if is_finished or ply["own_at"] > 0:
            move = ply["best_move"]
        if not is_finished or abs(ply["best"]) >= DECISIVE:
            break
    return int(move)
