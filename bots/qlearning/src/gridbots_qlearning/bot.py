"""Bot of qlearning: the policy of the weights that fit a match."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot.policy_bot import PolicyBot
from gridbots.training.weights import fields_of, warn_of_other_settings
from gridbots_qlearning.light_riders.decision import choose_by_table
from gridbots_qlearning.light_riders.features import LINEAR
from gridbots_qlearning.light_riders.policy import sight_policy
from gridbots_qlearning.light_riders.table import table_of
from gridbots_qlearning.multisnake.indicators import WEIGHTS
from gridbots_qlearning.multisnake.network import NETWORK
from gridbots_qlearning.multisnake.policy import linear_policy, network_of, network_policy
from gridbots_qlearning.trained import best_for, named

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.training.weights import About, Weights
    from gridbots.vector import Policy
    from gridbots_qlearning.options import Options

EXPECTED: Final[dict[str, Any]] = {
    "table": {"words": ((None, 2), np.int64), "values": ((None, 4), np.float64)},
    "sight": fields_of(LINEAR),
    "linear": fields_of(WEIGHTS),
    "network": fields_of(NETWORK),
}
"""By learner: the arrays of its weights."""
FALLBACK: Final = {
    "table": "it goes where the most cells are nearer to it than to any other rider",
    "sight": "it takes the next rider for the only other one",
    "linear": "it plays by what it has learned there",
    "network": "it plays by what it has learned there",
}
"""By learner: what a bot does in a match that it was not trained for."""


def policy_of(trained: Weights[About]) -> Any:
    """Greedy policy by these weights, as a kernel."""
    arrays = trained.arrays(EXPECTED[trained.about.learner])
    if trained.about.learner == "table":
        table = table_of(trained.about.settings["width"], arrays["words"], arrays["values"])
        return functools.partial(choose_by_table, table[0])
    if trained.about.learner == "sight":
        return sight_policy(arrays["weights"])
    if trained.about.learner == "network":
        return network_policy(network_of(arrays)[0])
    return linear_policy(arrays["indicators"])


class LearnedBot(PolicyBot):
    """Plays by the weights that it is given, or else by those that fit the match best."""

    def __init__(self, options: Options) -> None:
        super().__init__(None, opened=True)
        self._weights = options.weights

    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        trained = self._trained(briefing)
        who, wanted = f"qlearning: {trained.name}", trained.about.settings
        warn_of_other_settings(who, wanted, briefing.settings, FALLBACK[trained.about.learner])

    def policy_for(self, briefing: Briefing) -> Policy:
        return policy_of(self._trained(briefing))

    def _trained(self, briefing: Briefing) -> Weights[About]:
        game = briefing.game.name
        if self._weights:
            return named(self._weights, game)
        return best_for(game, briefing.settings)
