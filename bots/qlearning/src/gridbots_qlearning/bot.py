"""Bot of qlearning: the greedy policy by the weights that fit a match."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot.policy_bot import PolicyBot
from gridbots.training import weights
from gridbots.training.weights import fields_of, warn_of_other_settings
from gridbots_qlearning.light_riders import features
from gridbots_qlearning.light_riders.table import choose_by_table, table_of
from gridbots_qlearning.multisnake.indicators import WEIGHTS, linear_policy
from gridbots_qlearning.multisnake.network import NETWORK, network_of, network_policy

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.training.weights import About, Weights
    from gridbots.vector import Policy

FOLDER: Final = Path(__file__).parent / "weights"
PREFERRED: Final = {
    "light-riders": ("riders-4x4", "riders-6x6", "riders-large"),
    "multisnake": ("snakes-network",),
}
"""By game: weights to choose from; the last ones if none fit a match."""
EXPECTED: Final[dict[str, Any]] = {
    "table": {"words": ((None, 2), np.int64), "values": ((None, 4), np.float64)},
    "sight": fields_of(features.LINEAR),
    "linear": fields_of(WEIGHTS),
    "network": fields_of(NETWORK),
}
"""By learner: the arrays of its weights."""
FALLBACK: Final = {
    "table": "it moves to the largest territory",
    "sight": "it ignores all other riders but the next one",
    "linear": "it plays by the same weights",
    "network": "it plays by the same weights",
}
"""By learner: how the bot plays matches that the weights were not trained for."""


def named(name: str, game: str) -> Weights[About]:
    """The shipped weights of this name.

    Raises:
        SettingsError: there are none for this game.
    """
    return weights.named(FOLDER, name, game)


def best_for(game: str, settings: Any) -> Weights[About]:
    """The default weights for a match with these settings."""
    preferred = [named(name, game) for name in PREFERRED[game]]
    return next((each for each in preferred if each.fits(settings)), preferred[-1])


def policy_of(trained: Weights[About]) -> Any:
    """Greedy policy by these weights, as a kernel."""
    arrays = trained.arrays(EXPECTED[trained.about.learner])
    if trained.about.learner == "table":
        table = table_of(trained.about.settings["width"], arrays["words"], arrays["values"])
        return functools.partial(choose_by_table, table[0])
    if trained.about.learner == "sight":
        return features.linear_policy(arrays["weights"])
    if trained.about.learner == "network":
        return network_policy(network_of(arrays)[0])
    return linear_policy(arrays["indicators"])


class LearnedBot(PolicyBot):
    """Plays by the given weights, or by those that fit the match best."""

    def __init__(self, weights: str) -> None:
        """`weights`: name of shipped weights; empty for those that fit the match."""
        super().__init__(None, opened=True)
        self._weights = weights

    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        trained = self._trained(briefing)
        name, expected = f"qlearning: {trained.name}", trained.about.settings
        warn_of_other_settings(name, expected, briefing.settings, FALLBACK[trained.about.learner])

    def policy_for(self, briefing: Briefing) -> Policy:
        return policy_of(self._trained(briefing))

    def _trained(self, briefing: Briefing) -> Weights[About]:
        game = briefing.game.name
        if self._weights:
            return named(self._weights, game)
        return best_for(game, briefing.settings)
