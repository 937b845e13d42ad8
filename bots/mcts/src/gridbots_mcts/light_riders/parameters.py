"""Parameters of a tree search of Light Riders whose leaves are win probabilities."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import handle
from gridbots_mcts.light_riders import crowd_chance
from gridbots_mcts.light_riders.crowd_chance import (
    chances_by_regression,
    evaluate_by_chance,
    evaluate_two,
)
from gridbots_mcts.light_riders.crowd_network import evaluation as crowds
from gridbots_mcts.light_riders.duel_network import evaluation as duels
from gridbots_mcts.light_riders.options import SHIPPED, SHIPPED_CROWD
from gridbots_mcts.light_riders.value_network.layers import write_network
from gridbots_mcts.light_riders.win_chance import FIELDS, by_space, win_chance
from gridbots_mcts.parameters import Parameters, parameters_of
from gridbots_mcts.selection import REGRET_MATCHING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from gridbots.game import Game
    from gridbots.space import Record
    from gridbots_mcts.light_riders.options import RiderOptions

    Arrays = Mapping[str, NDArray[Any]]

EXPLORATION: Final = 0.5
"""Win probabilities of similar positions differ less than squashed evaluations do, so less
exploration is needed."""
EXPLORATION_OF_MANY: Final = 0.25
"""With four riders, the probabilities differ even less."""


def parameters_of_riders(
    game: Game,
    options: RiderOptions,
    dtype: np.dtype[Any],
    *,
    reuses: bool,
    seats: int = MOST_SEATS,
) -> Parameters:
    """Parameters from the options and the defaults, for matches of up to this many seats.

    Raises:
        SettingsError: the weights are not for this game.
    """
    if not options.evaluates_chance:
        return parameters_of(game, options, dtype, reuses=reuses)
    by_evaluation = msgspec.structs.replace(
        options, leaf="evaluation", network=SHIPPED, crowd_network=SHIPPED_CROWD
    )
    made = parameters_of(game, by_evaluation, dtype, reuses=reuses)
    is_set = options.exploration >= 0 or made.selection == REGRET_MATCHING
    made = dataclasses.replace(
        made,
        evaluate=by_space,
        estimate=evaluate_two if seats == 2 else evaluate_by_chance,
        counts_first=True,
        exploration=made.exploration if is_set else EXPLORATION,
        exploration_of_many=made.exploration if is_set else EXPLORATION_OF_MANY,
    )
    if not options.has_network:
        return with_networks(made, None, None)
    networks = duels.read_network(options.network), crowds.read_network(options.crowd_network)
    return with_networks(made, *networks)


def with_networks(made: Parameters, duel: Arrays | None, crowd: Arrays | None) -> Parameters:
    """Evaluate leaves by networks with these weights; None: by regression."""

    def fill(search: Record) -> None:
        if duel is not None:
            write_network(search["duel_network"][0], duel)
        if crowd is not None:
            write_network(search["crowd_network"][0], crowd)

    fields = fields_with(
        win_chance if duel is None else duels.network_chance,
        chances_by_regression if crowd is None else crowds.chances_by_network,
    )
    return dataclasses.replace(made, fields=fields, fill=fill)


def fields_with(
    evaluate_duel: Callable[..., float], evaluate_crowd: Callable[..., None]
) -> tuple[tuple[Any, ...], ...]:
    """Fields of a search record for `evaluate_by_chance` with these evaluations."""
    return (
        *FIELDS, *crowd_chance.FIELDS, *duels.FIELDS, *crowds.FIELDS,
        ("evaluate_duel", handle(evaluate_duel).dtype, (1,)),
        ("evaluate_crowd", handle(evaluate_crowd).dtype, (1,)),
    )  # fmt: skip
