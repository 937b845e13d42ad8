"""Tree search bot: searches in slices until the deadline, or to a limit of roll-outs or rounds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from gridbots import Bot
from gridbots.belief.information_set import InformationSet
from gridbots.bot.policy_bot import SEATS_PER_SEED
from gridbots.bot.time_budget import FIRST_SLICE, MoveClock, next_slice
from gridbots_mcts.overlay import write_search_overlay
from gridbots_mcts.parameters import check_options, parameters_of
from gridbots_mcts.selection import MANY
from gridbots_mcts.tree_search import UNLIMITED, TreeSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from gridbots import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots_mcts.options import Options
    from gridbots_mcts.parameters import Parameters

REHEARSAL: Final = 100
"""Simulated rounds before the first move, which load all code."""

_warmed: set[tuple[Options, np.dtype[Any], int]] = set()
"""Options, records and numbers of seats whose code is loaded in this process or its parent."""


class TreeSearchBot(Bot):
    stays = True

    def __init__(self, game: Game, options: Options) -> None:
        check_options(game, options)
        self._game = game
        self._options = options

    def open(self, briefing: Briefing) -> None:
        self._clock = MoveClock(is_timed=self._options.is_timed, clock=briefing.clock)
        opening = self._game.setup(briefing.settings, 0)
        if (self._options, opening.dtype, briefing.seats) not in _warmed:
            self._load(briefing)
        self._prepare(briefing, opening.dtype)

    def warm(self, briefing: Briefing) -> None:
        self._load(briefing)

    def _load(self, briefing: Briefing) -> None:
        """Load the code of the tree search."""
        opening = self._game.setup(briefing.settings, 0)
        self._prepare(briefing, opening.dtype)
        self._start(self._game.observation(opening, self._seat))
        self._search.run(UNLIMITED, REHEARSAL)
        _warmed.add((self._options, opening.dtype, briefing.seats))

    def _prepare(self, briefing: Briefing, dtype: np.dtype[Any]) -> None:
        self._seat = briefing.seat
        self._search = TreeSearch(self._parameters(dtype, briefing.seats), briefing.seats)
        seed = self._options.seed or int.from_bytes(os.urandom(4))
        self._search.seed(seed * SEATS_PER_SEED + briefing.seat)
        self._information = InformationSet(self._game, briefing.settings, briefing.seat)

    def _parameters(self, dtype: np.dtype[Any], seats: int) -> Parameters:  # noqa: ARG002  for subclasses
        """The parameters for these options."""
        return parameters_of(self._game, self._options, dtype, reuses=self._options.is_timed)

    def choose(self, observation: State, budget: Budget) -> int:
        move = self._choose(observation, self._clock.asked(budget))
        self._clock.answered()
        return move

    def _choose(self, observation: State, deadline: float) -> int:
        self._information.see(observation)
        forced = self._search.forced_move(observation, self._seat)
        if forced != MANY:
            return forced
        self._start(observation)
        self._think(deadline)
        move = self._search.move()
        if self._options.overlay:
            write_search_overlay(self._game, observation, self._search, move)
        return move

    def _start(self, observation: State) -> None:
        """Start from the observation, or from states sampled from it."""
        states: Sequence[State] = [observation]
        if self._options.samples > 0:
            generator = self._search.record["generator"]
            states = self._information.states(observation, self._options.samples, generator)
        self._search.start(states, self._seat, afresh=not self._options.is_timed)

    def _think(self, deadline: float) -> None:
        """Search in slices until the deadline or the limits of the options.

        At least one slice is searched, even after the deadline.
        """
        rounds, before = FIRST_SLICE, self._clock.now()
        while not self._search.spend(rounds, self._options.rollouts, self._options.nodes):
            after = self._clock.now()
            if after >= deadline:
                break
            rounds = next_slice(rounds, 1000 * (after - before))
            before = after
