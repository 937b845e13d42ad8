"""Tree search with a number of roll-outs or rounds, as a policy: the bot as a kernel."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.belief.information_set import drawing_for, leave
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.kernel import call, handle, kernel
from gridbots.search.rollout import WHOLE
from gridbots.vector import Fitting
from gridbots_mcts.parameters import check_options, parameters_of
from gridbots_mcts.search import run
from gridbots_mcts.selection import MANY, chosen_move, forced_move
from gridbots_mcts.tree import reset
from gridbots_mcts.tree_search import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game, State
    from gridbots.space import Record
    from gridbots_mcts.options import Options
    from gridbots_mcts.parameters import Parameters


def policy_for(
    game: Game, options: Options, parameters_of: Callable[..., Parameters] = parameters_of
) -> Fitting | None:
    """The decision as a kernel, for a given number of roll-outs or rounds.

    None with a clock or a belief, which are not kernels. A game with its own options passes its own
    `parameters_of`.
    """
    check_options(game, options)
    follows_belief = game.belief_model is not None and options.samples > 0
    if options.is_timed or follows_belief:
        return None

    def make(dtype: np.dtype[Any]) -> Any:
        parameters = parameters_of(game, options, dtype, reuses=False)
        draw = drawing_for(dtype)
        plan = np.zeros(1, plan_dtype(parameters.dtype, draw))[0]
        plan["samples"] = options.samples if draw is not leave and options.samples > 0 else 1
        parameters.write(plan["search"][0], game.seats(game.make_settings()))
        plan["rollouts"] = options.rollouts or UNLIMITED
        plan["nodes"] = options.nodes or UNLIMITED
        return functools.partial(
            choose_by_field if "seats" in (dtype.names or ()) else choose, plan
        )

    return Fitting(make)


def plan_dtype(search: np.dtype[Any], draw: Callable[..., None]) -> np.dtype[Any]:
    return np.dtype(
        [
            ("rollouts", "i8"),
            ("nodes", "i8"),
            ("samples", "i8"),
            ("search", search, (1,)),
            ("draw", handle(draw).dtype, (1,)),
        ]
    )


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:
    search = plan["search"][0]
    forced = forced_move(search, observation, seat)
    if forced != MANY:
        return forced
    search["seat"] = seat
    for index in range(GENERATOR_SIZE):
        search["generator"][index] = 1 + below(generator, WHOLE)
    search["samples"] = plan["samples"]
    for index in range(plan["samples"]):
        search["roots"][index] = observation
        call(plan["draw"], search["roots"][index], seat, search["generator"])
    search["iterations"] = 0
    search["rounds"] = 0
    reset(search, plan["rollouts"])
    run(search, plan["rollouts"], plan["nodes"])
    return chosen_move(search)


@kernel
def choose_by_field(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """The same, for a game whose number of seats depends on its settings."""
    search, seats = plan["search"][0], observation["seats"]
    search["seats"] = seats
    search["exploration"] = search["explorations"][1 if seats > 2 else 0]
    return choose(plan, observation, seat, generator)
