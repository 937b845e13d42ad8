"""viper as a policy: iterative deepening within a number of nodes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.vector import Fitting
from gridbots_battlesnake.bots.viper.options import USUAL_NODES
from gridbots_battlesnake.bots.viper.ordering import forget
from gridbots_battlesnake.bots.viper.replies import open_moves
from gridbots_battlesnake.bots.viper.search import DECISIVE, begin, look_ahead, search_dtype
from gridbots_battlesnake.features import FEATURES
from gridbots_battlesnake.state import is_living, living_count

if TYPE_CHECKING:
    from gridbots.game import Game, State
    from gridbots_battlesnake.bots.viper.options import ViperOptions

Record = Any

UNLIMITED: Final = 1 << 40
"""Number of nodes that is never reached."""
CROWDED: Final = 4
"""With more than two snakes the number of nodes is divided by this: a deeper paranoid search did
not make viper stronger there."""


def policy_for(game: Game, options: ViperOptions) -> Fitting:  # noqa: ARG001  one game only
    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(choose, plan_for(dtype, options))

    return Fitting(make)


def plan_for(dtype: np.dtype[Any], options: ViperOptions, *, timed: bool = False) -> Any:
    """Parameters and workspace; if timed, the nodes in duels are limited only by the clock."""
    numbers = [(name, "i8") for name in ("nodes", "duel", "enough", "depth", "limit", "move")]
    plan = np.zeros(1, [*numbers, ("search", search_dtype(dtype), (1,))])[0]
    plan["nodes"], plan["depth"] = options.nodes or USUAL_NODES, options.depth
    plan["duel"] = UNLIMITED if timed else plan["nodes"]
    plan["search"][0]["weights"] = [getattr(options, name) for name in FEATURES]
    return plan


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  nothing is drawn
    """The best move of the deepest search within the nodes."""
    if ask(plan, observation, seat):
        think(plan, seat, plan["enough"])
    return int(plan["move"])


@kernel
def ask(plan: Record, observation: State, seat: int) -> bool:
    """Start the search of a position; return False if there is nothing to decide."""
    plan["move"] = NO_MOVE
    if not is_living(observation, seat):
        return False
    plan["enough"] = enough_nodes(plan, living_count(observation))
    search = plan["search"][0]
    search["states"][0] = observation
    search["nodes"] = 0
    forget(search["order"][0])
    own = search["plies"][0]["own"]
    count = open_moves(observation, seat, own)
    plan["move"] = own[0]
    plan["limit"] = 1
    begin(search, seat, 1)
    return count > 1


@kernel
def enough_nodes(plan: Record, living: int) -> int:
    if living > 2:
        return int(max(1, plan["nodes"] // CROWDED))
    return int(plan["duel"] if living == 2 else plan["nodes"])


@kernel
def think(plan: Record, seat: int, nodes: int) -> bool:
    """Search for up to `nodes` more nodes; return whether the search is complete."""
    search = plan["search"][0]
    ply, stop = search["plies"][0], min(search["nodes"] + nodes, plan["enough"])
    while plan["limit"] <= plan["depth"]:
        is_finished = look_ahead(search, seat, plan["limit"], stop)
        # An unfinished iteration counts too: it tries the best move of the previous one first.
        if is_finished or ply["own_at"] > 0:
            plan["move"] = ply["best_move"]
        if not is_finished:
            return bool(search["nodes"] >= plan["enough"])
        if abs(ply["best"]) >= DECISIVE:
            return True
        plan["limit"] += 1
        begin(search, seat, plan["limit"])
    return True
