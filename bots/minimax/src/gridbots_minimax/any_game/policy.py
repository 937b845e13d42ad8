"""Search of any game to a fixed depth, as a policy: the bot as a kernel."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.belief.information_set import drawing_for
from gridbots.game import candidates
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, handle, kernel
from gridbots.search.core import UNLIMITED, begin, run
from gridbots.search.iterative_deepening import (
    STATES_BEYOND,
    alphabeta_dtype,
    deepen,
    prepare,
    start,
)
from gridbots.search.ply_stack import MOST_SEATS, is_decided
from gridbots.search.rollout import reseed_for
from gridbots.search.tree_reuse import NEXT_ROOT
from gridbots.vector import Fitting
from gridbots_minimax.any_game.bot import (
    best_of,
    choosing_seats,
    draws,
    evaluation_for,
    is_sampled,
    variant_of,
)
from gridbots_minimax.options import MOST_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game, State
    from gridbots.space import Record
    from gridbots_minimax.any_game.options import SampledOptions

PLIES: Final = MOST_DEPTH * MOST_SEATS


def policy_for(game: Game, options: SampledOptions, *, averages: bool) -> Fitting | None:
    """The decision as a kernel, for a given depth; None if the game has a belief model."""
    if options.depth == 0 or game.belief_model is not None:
        return None

    def make(dtype: np.dtype[Any]) -> Any:
        if is_sampled(game, dtype, averages=averages):
            return functools.partial(
                choose_by_samples, samples_plan(game, options, dtype, averages=averages)
            )
        return functools.partial(choose_by_alphabeta, alphabeta_plan(game, options, dtype))

    return Fitting(make)


def alphabeta_plan(game: Game, options: Any, dtype: np.dtype[Any]) -> Any:
    """Parameters and workspace of the policy, for state records of this type."""
    evaluation, weights = evaluation_for(game, dtype, options)
    transpositions = options.transpositions and not options.maxn
    search = alphabeta_dtype(
        dtype,
        len(weights),
        evaluation=evaluation,
        transpositions=transpositions,
        maxn=options.maxn,
        reuses=transpositions,
        plies=PLIES,
        states=MOST_DEPTH + STATES_BEYOND,
    )
    plan = new_plan(game, options, dtype, search)
    plan["search"][0]["weights"] = weights
    prepare(plan["search"][0], MOST_SEATS)
    return plan


def samples_plan(
    game: Game, options: SampledOptions, dtype: np.dtype[Any], *, averages: bool
) -> Any:
    evaluation, weights = evaluation_for(game, dtype, options)
    variant = variant_of(options, evaluation, averages=averages)
    plan = new_plan(game, options, dtype, variant.dtype(dtype, len(weights)))
    plan["samples"] = options.samples if draws(game, dtype) or game.verbs.sample else 1
    variant.write(plan["search"][0], weights)
    return plan


def new_plan(
    game: Game, options: SampledOptions, dtype: np.dtype[Any], search: np.dtype[Any]
) -> Any:
    has_seats = "seats" in (dtype.names or ())
    counts: Callable[..., int] = seats_by_field if has_seats else seats_by_game
    kernels = {"count_seats": handle(counts), "reseed": handle(reseed_for(dtype))}
    kernels["draw"] = handle(drawing_for(dtype))
    plan = np.zeros(
        1,
        [
            ("depth", "i8"),  # rounds to look ahead
            ("seats", "i8"),  # used if the record has no number of seats
            ("samples", "i8"),
            ("sums", "f8", (len(game.moves),)),  # sums of the values of moves
            ("search", search, (1,)),
            *((name, each.dtype, (1,)) for name, each in kernels.items()),
            ("mask", "u1", (len(game.moves),)),
            ("others", "u1", (len(game.moves),)),
        ],
    )[0]
    plan["depth"] = options.depth
    plan["seats"] = game.seats(game.settings())
    return plan


@kernel
def seats_by_field(state: State, otherwise: int) -> int:  # noqa: ARG001  in the record
    return int(state["seats"])


@kernel
def seats_by_game(state: State, otherwise: int) -> int:  # noqa: ARG001  not in the record
    return otherwise


@kernel
def choose_by_alphabeta(plan: Record, observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  no chance
    mask = plan["mask"]
    if is_decided(observation, seat) or candidates(observation, seat, mask) == 0:
        return NO_MOVE
    search = plan["search"][0]
    search["seats"] = call(plan["count_seats"], observation, plan["seats"])
    search["among"] = choosing_seats(observation, seat, search["seats"], plan["others"])
    search["states"][NEXT_ROOT] = observation
    start(search, seat, True)
    deepen(search, UNLIMITED, plan["depth"])
    move = search["iteration"][0]["best_move"]
    return int(move) if move != NO_MOVE else int(np.argmax(mask))


@kernel
def choose_by_samples(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """The best move by its mean value over several futures."""
    mask, sums = plan["mask"], plan["sums"]
    if is_decided(observation, seat) or candidates(observation, seat, mask) == 0:
        return NO_MOVE
    search = plan["search"][0]
    search["seat"] = seat
    search["seats"] = call(plan["count_seats"], observation, plan["seats"])
    search["among"] = choosing_seats(observation, seat, search["seats"], plan["others"])
    sums[:] = 0.0
    for _ in range(plan["samples"]):
        search["states"][0] = observation
        call(plan["draw"], search["states"][0], seat, generator)
        call(plan["reseed"], search["states"][0], generator)
        begin(search, plan["depth"])
        run(search, UNLIMITED)
        for move in range(len(sums)):
            sums[move] += search["values"][move]
    return best_of(sums, mask)
