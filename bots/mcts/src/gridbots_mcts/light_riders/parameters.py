"""Parameters of a tree search of Light Riders: leaves are judged by the chance to win."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import handle
from gridbots_mcts.light_riders import crowd_chance
from gridbots_mcts.light_riders.crowd_chance import (
    chances_by_regression,
    judge_by_chance,
    judge_two,
)
from gridbots_mcts.light_riders.crowd_network import judge as crowd_judge
from gridbots_mcts.light_riders.crowd_network import trained as crowds
from gridbots_mcts.light_riders.crowd_network.judge import chances_by_network
from gridbots_mcts.light_riders.duel_network import judge as duel_judge
from gridbots_mcts.light_riders.duel_network import trained as duels
from gridbots_mcts.light_riders.duel_network.judge import network_chance
from gridbots_mcts.light_riders.options import SHIPPED, SHIPPED_CROWD
from gridbots_mcts.light_riders.value_network.trained import write_network
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
"""Chances of positions that are near each other differ less than evaluations that are pressed into
the same range, so less exploration is needed."""
EXPLORATION_OF_MANY: Final = 0.25
"""The chances of four to be first differ less still."""


def parameters_of_riders(
    game: Game,
    options: RiderOptions,
    dtype: np.dtype[Any],
    *,
    reuses: bool,
    seats: int = MOST_SEATS,
) -> Parameters:
    """What the options and the defaults come to, for matches of so many seats or fewer.

    Raises:
        SettingsError: the weights are none of this game.
    """
    if not options.judges_by_chance:
        return parameters_of(game, options, dtype, reuses=reuses)
    by_evaluation = msgspec.structs.replace(
        options, leaf="evaluation", network=SHIPPED, crowd_network=SHIPPED_CROWD
    )
    made = parameters_of(game, by_evaluation, dtype, reuses=reuses)
    is_set = options.exploration >= 0 or made.selection == REGRET_MATCHING
    made = dataclasses.replace(
        made,
        evaluate=by_space,
        judge=judge_two if seats == 2 else judge_by_chance,
        counts_first=True,
        exploration=made.exploration if is_set else EXPLORATION,
        exploration_of_many=made.exploration if is_set else EXPLORATION_OF_MANY,
    )
    if not options.has_network:
        return with_networks(made, None, None)
    networks = duels.read_network(options.network), crowds.read_network(options.crowd_network)
    return with_networks(made, *networks)


def with_networks(made: Parameters, duel: Arrays | None, crowd: Arrays | None) -> Parameters:
    """The same, but that networks with these weights judge; None: regression does."""

    def fill(search: Record) -> None:
        if duel is not None:
            write_network(search["duel_network"][0], duel)
        if crowd is not None:
            write_network(search["crowd_network"][0], crowd)

    fields = fields_with(
        win_chance if duel is None else network_chance,
        chances_by_regression if crowd is None else chances_by_network,
    )
    return dataclasses.replace(made, fields=fields, fill=fill)


def fields_with(
    judge_duel: Callable[..., float], judge_crowd: Callable[..., None]
) -> tuple[tuple[Any, ...], ...]:
    """What `judge_by_chance` needs in the record of a search, with what riders are judged by."""
    return (
        *FIELDS, *crowd_chance.FIELDS, *duel_judge.FIELDS, *crowd_judge.FIELDS,
        ("judge_duel", handle(judge_duel).dtype, (1,)),
        ("judge_crowd", handle(judge_crowd).dtype, (1,)),
    )  # fmt: skip
