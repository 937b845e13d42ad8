"""Agents of the CS221 paper, as bots and as policies."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots import Bot
from gridbots.bot.policy_bot import SEATS_PER_SEED
from gridbots.game import copy_state
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.search.minimax import Deepening, Minimax
from gridbots.vector import Fitting
from gridbots_minimax.light_riders.agent import (
    SEARCHES,
    choose,
    depth_for,
    pick,
    plan_of,
    variant_of,
)
from gridbots_minimax.light_riders.evaluations import weights_of
from gridbots_minimax.light_riders.options import BLIND
from gridbots_minimax.light_riders.round_bot import MinimaxBot
from gridbots_minimax.overlay import SearchOverlay
from gridbots_minimax.search_bot import record_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots_minimax.light_riders.options import PaperOptions


def is_timed(options: PaperOptions) -> bool:
    """Whether the depth of the search depends on more than the position."""
    blind = options.evaluation in BLIND
    return options.nodes > 0 or (options.depth == 0 and not blind)


def policy_for(options: PaperOptions, *, averages: bool) -> Any:
    """The decision as a kernel, for agents with a given depth; its generator breaks ties."""
    if is_timed(options):
        return None

    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(choose, plan_of(options, dtype, averages=averages))

    return Fitting(make)


class AgentBot(Bot):
    """Decides like `choose`, but calls its parts, so that single matches compile no extra code."""

    stays = True

    def __init__(self, options: PaperOptions, *, averages: bool) -> None:
        """An agent of minimax or, with averages over the moves of the other, of expectimax."""
        self._options = options
        self._averages = averages
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        dtype = record_type(briefing)
        self._plan = plan_of(self._options, dtype, averages=self._averages)
        weights = self._plan["search"][0]["weights"].tolist()
        any_of_best = self._options.ties == "random"
        variant = variant_of(averages=self._averages, any_of_best=any_of_best)
        self._search = Minimax(dtype, briefing.seats, weights, variant)
        thinks = self._options.overlay and self._plan["kind"] == SEARCHES
        self._search_overlay = SearchOverlay(briefing.game, briefing.seat) if thinks else None

    def warm(self, briefing: Briefing) -> None:
        TimedAgentBot(briefing.game, self._options, averages=False).warm(briefing)

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  its depth is set
        if self._plan["kind"] != SEARCHES:
            return choose(self._plan, observation, self._seat, self._generator)
        depth = depth_for(self._plan, observation, self._seat)
        self._search.search(stuck_is_out(observation), self._seat, depth)
        best = sum(1 << move for move in self._search.best)
        move = pick(best, self._plan["any_of_best"], self._generator)
        if self._search_overlay:
            line = self._search.pv(move)
            self._search_overlay.write(
                int(observation["riders"][self._seat]),
                int(observation["stride"]),
                line,
                value=self._search.value,
                depth=depth * len(line[0]) if line else 0,
                nodes=self._search.nodes,
            )
        return move


class TimedAgentBot(MinimaxBot):
    """The same search with iterative deepening."""

    def __init__(self, game: Game, options: PaperOptions, *, averages: bool) -> None:
        super().__init__(game, options)
        self._variant = variant_of(averages=averages, any_of_best=False)

    def _searches(self, state: State) -> Iterator[Deepening]:
        yield self._search_for(state)

    def _prepare_searches(self, dtype: np.dtype[Any], seats: int) -> None:
        weights = weights_of(self._options, seats)
        self._deepening = Deepening(Minimax(dtype, seats, weights, self._variant))

    def _search_for(self, state: State) -> Deepening:
        self._deepening.start(stuck_is_out(state), self._seat)
        return self._deepening


def stuck_is_out(observation: State) -> State:
    """A copy in which a stuck rider is eliminated, as in the program."""
    state = copy_state(observation)
    state["stuck_is_out"] = 1
    return state
