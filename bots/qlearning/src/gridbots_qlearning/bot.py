"""The bot, and its decisions as policies."""

from __future__ import annotations

import functools
import importlib.util
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.chance import GENERATOR_SIZE
from gridbots.game import PlainState
from gridbots.kernel import compiled
from gridbots.training.shipped import warn_of_other_settings
from gridbots_qlearning.light_riders.decision import choose_by_table
from gridbots_qlearning.light_riders.policy import sight_policy
from gridbots_qlearning.light_riders.table import table_of
from gridbots_qlearning.multisnake.policy import linear_policy, network_of, network_policy
from gridbots_qlearning.trained import best_for, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.bot import Briefing, Budget
    from gridbots.game import State
    from gridbots.training.shipped import Trained
    from gridbots_qlearning.options import Options

FALLBACK: Final = {
    "table": "it goes where the most cells are nearer to it than to any other rider",
    "sight": "it takes the next rider for the only other one",
    "linear": "it plays by what it has learned there",
    "network": "it plays by what it has learned there",
}
"""By learner: what a bot does in a match that it was not trained for."""

_warmed: set[tuple[str, np.dtype[Any]]] = set()
"""Weights and records for which all code is there in this process, or was in one that forked it."""


def policy_of(trained: Trained) -> Any:
    """The decision by these weights: a kernel with what it was taught."""
    arrays = trained.arrays()
    if trained.learner == "table":
        table = table_of(trained.about.settings["width"], arrays["words"], arrays["values"])
        return functools.partial(choose_by_table, table[0])
    if trained.learner == "sight":
        return sight_policy(arrays["weights"])
    if trained.learner == "network":
        return network_policy(network_of(arrays)[0])
    return linear_policy(arrays["indicators"])


class LearnedBot(Bot):
    """Plays by trained weights: compiled where numba is installed, else as plain Python."""

    def __init__(self, options: Options) -> None:
        self._weights = options.weights
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        trained = self._trained(briefing)
        who, wanted = f"qlearning: {trained.name}", trained.about.settings
        warn_of_other_settings(who, wanted, briefing.settings, FALLBACK[trained.learner])
        self._prepare(briefing, trained)

    def warm(self, briefing: Briefing) -> None:
        self._prepare(briefing, self._trained(briefing))

    def _trained(self, briefing: Briefing) -> Trained:
        game = briefing.game.name
        if self._weights:
            return named(self._weights, game)
        return best_for(game, briefing.settings)

    def _prepare(self, briefing: Briefing, trained: Trained) -> None:
        policy = policy_of(trained)
        (self._learned,), self._kernel = policy.args, policy.func
        self._is_compiled = has_numba()
        if self._is_compiled:
            self._kernel = load(self._kernel, self._learned, trained, briefing)

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        seen = observation if self._is_compiled else PlainState(observation)
        return int(self._kernel(self._learned, seen, self._seat, self._generator))


def has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None


def load(
    kernel: Callable[..., int], learned: Any, trained: Trained, briefing: Briefing
) -> Callable[..., int]:
    """The compiled kernel, with all its code loaded."""
    opening = briefing.game.setup(briefing.settings, 0)
    ready: Callable[..., int] = compiled(kernel)
    if (trained.name, opening.dtype) not in _warmed:
        ready(learned, opening, 0, np.zeros(GENERATOR_SIZE, np.int64))
        _warmed.add((trained.name, opening.dtype))
    return ready
