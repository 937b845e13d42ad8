"""The agents of the CS221 paper as bots, for single matches, and as policies, for many."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.game import copy_state
from gridbots.kernel import compiled
from gridbots.search.turns import Deepening
from gridbots_minimax.light_riders.choosing import choose
from gridbots_minimax.light_riders.evaluations import weights_of
from gridbots_minimax.light_riders.plan import manner_of, plan_of
from gridbots_minimax.options import BLIND
from gridbots_minimax.player import REHEARSAL, MinimaxBot, record_type
from gridbots_minimax.spending import Spending

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots_minimax.options import Options

SEATS_PER_SEED: Final = 256
"""More seats than any game has: every seat of every seed draws numbers of its own."""

_warmed: set[np.dtype[Any]] = set()
"""The records for which all code is there in this process, or was in the one that forked it."""


def is_timed(options: Options) -> bool:
    """Whether the depth of the search depends on more than the position."""
    blind = options.evaluation in BLIND
    return options.nodes > 0 or (options.depth == 0 and not blind)


def policy_for(options: Options, *, averages: bool) -> Any:
    """The decision as a kernel, for agents of given depth; equals are drawn by its generator."""
    if is_timed(options):
        return None
    return functools.partial(choose, plan_of(options, averages=averages))


def make_agent(game: Game, options: Options, *, averages: bool) -> Bot:
    """A bot that looks a given number of rounds ahead, or as many as time or nodes allow."""
    if is_timed(options):
        return TimedAgentBot(game, options, averages=averages)
    return AgentBot(options, averages=averages)


class AgentBot(Bot):
    def __init__(self, options: Options, *, averages: bool) -> None:
        """An agent of minimax or, where the other counts with its mean, of expectimax."""
        self._plan = plan_of(options, averages=averages)
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        if record_type(briefing) not in _warmed:
            self.warm(briefing)

    def warm(self, briefing: Briefing) -> None:
        opening = briefing.game.setup(briefing.settings, 0)
        compiled(choose)(self._plan, opening, 0, self._generator.copy())
        _warmed.add(opening.dtype)

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  its depth is set
        return int(compiled(choose)(self._plan, observation, self._seat, self._generator))


class TimedAgentBot(MinimaxBot):
    """The same search, deeper while time allows."""

    def __init__(self, game: Game, options: Options, *, averages: bool) -> None:
        super().__init__(game, options)
        self._manner = manner_of(averages=averages, any_of_best=False)

    def warm(self, briefing: Briefing) -> None:
        self._prepare(briefing)
        state = self._game.observation(self._game.setup(briefing.settings, 0), self._seat)
        self._search_for(state).run(REHEARSAL)
        self._moves(state)

    def _prepare(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        dtype = record_type(briefing)
        weights = weights_of(self._evaluation, briefing.seats)
        self._deepening = Deepening(dtype, briefing.seats, weights, self._manner)
        self._spending = Spending()

    def _search_for(self, state: State) -> Deepening:
        start = copy_state(state)
        start["stuck_is_out"] = 1
        self._deepening.start(start, self._seat)
        return self._deepening
