"""Agents of Paper.io, as bots with iterative deepening and as policies."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots import Bot
from gridbots.bot.policy_bot import SEATS_PER_SEED
from gridbots.bot.time_budget import MoveClock
from gridbots.game import is_to_move
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio.memory import memory_dtype
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.search.core import MOST_PLIES, UNLIMITED, expected
from gridbots.vector import Fitting, Remembering
from gridbots_minimax.overlay import SearchOverlay
from gridbots_minimax.paperio.agent import plan_of, value_of
from gridbots_minimax.paperio.decision import choose, decide, open_position, search_for

if TYPE_CHECKING:
    from gridbots import Briefing, Budget
    from gridbots.game import State
    from gridbots_minimax.paperio.options import Options

SLICE: Final = 5_000
"""Nodes between two checks of the clock: about a millisecond."""
REHEARSAL: Final = 2
"""Depth of the search that loads all code."""

_warmed: set[tuple[np.dtype[Any], str]] = set()
"""Records and value functions whose code is loaded in this process or its parent."""


def policy_for(options: Options, *, averages: bool) -> Fitting | None:
    """The decision as a kernel, for agents with a given depth; its generator breaks ties."""
    if options.depth == 0 or options.belief == "sampled":
        return None
    if options.value:
        value_of(options.value)  # Checked before anything is compiled.

    def make(dtype: np.dtype[Any]) -> Remembering:
        plan = plan_of(options, dtype, averages=averages)
        return Remembering(functools.partial(choose, plan), np.zeros(1, memory_dtype(dtype)))

    return Fitting(make)


class PaperioBot(Bot):
    stays = True

    def __init__(self, options: Options, *, averages: bool) -> None:
        """An agent of minimax or, with averages over the moves of others, of expectimax."""
        self._options = options
        self._averages = averages
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._clock = MoveClock(is_timed=True, clock=briefing.clock)
        dtype = briefing.game.setup(briefing.settings, 0).dtype
        if (dtype, self._options.value) not in _warmed:
            self.warm(briefing)
        self._prepare(briefing)
        self._overlay = (
            SearchOverlay(briefing.game, briefing.seat) if self._options.overlay else None
        )

    def warm(self, briefing: Briefing) -> None:
        self._prepare(briefing)
        opening = briefing.game.setup(briefing.settings, 0)
        self._open_position(briefing.game.observation(opening, self._seat))
        self._look_ahead(REHEARSAL, 0.0)
        self._decide(self._plans, self._memories, self._seat, self._generator)
        _warmed.add((opening.dtype, self._options.value))

    def _prepare(self, briefing: Briefing) -> None:
        dtype = briefing.game.setup(briefing.settings, 0).dtype
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        plan = plan_of(self._options, dtype, averages=self._averages)
        self._plans = np.full(1, plan, plan.dtype)
        self._memories = np.zeros(1, memory_dtype(dtype))
        self._observations = np.zeros(1, dtype)
        self._look, self._search = compiled(open_position, brief=True), compiled(search_for)
        self._decide = compiled(decide, brief=True)
        self._deepest = MOST_PLIES // briefing.seats

    def _open_position(self, observation: State) -> None:
        self._observations[0] = observation
        self._look(self._plans, self._memories, self._observations, self._seat)

    def choose(self, observation: State, budget: Budget) -> int:
        if not is_to_move(observation, self._seat):
            return NO_MOVE
        deadline = self._clock.asked(budget)
        self._open_position(observation)
        self._look_ahead(self._options.depth, deadline)
        move = int(self._decide(self._plans, self._memories, self._seat, self._generator))
        if self._overlay:
            self._send_overlay(self._overlay, observation, move)
        self._clock.answered()
        return move

    def _send_overlay(self, overlay: SearchOverlay, observation: State, move: int) -> None:
        lines, seats = self._plans[0]["lines"], range(int(observation["seats"]))
        line, moves = int(lines[move]), len(lines)
        joint = [move if seat == self._seat else expected(line, seat, moves) for seat in seats]
        head, stride = int(observation["heads"][self._seat]), int(observation["stride"])
        nodes = int(self._plans[0]["search"][0]["nodes"])
        overlay.write(head, stride, [joint], value=self._value_of(move), nodes=nodes)

    def _value_of(self, move: int) -> float:
        return float(self._plans[0]["values"][move])

    def _look_ahead(self, depth: int, deadline: float) -> None:
        """Search to a depth; without one, as deep as time allows."""
        if depth > 0:
            self._search(self._plans, depth, UNLIMITED)
        else:
            self._deepen(deadline)

    def _deepen(self, deadline: float) -> None:
        """Search one move ahead in any case, then deeper until the deadline or a complete search.

        The last finished search counts.
        """
        is_finished = self._search(self._plans, 1, UNLIMITED)
        for depth in range(2, self._deepest + 1):
            is_cut_short = self._plans[0]["search"][0]["cut_short"]
            if not (is_finished and is_cut_short) or self._clock.now() >= deadline:
                return
            is_finished = self._search(self._plans, depth, SLICE)
            while not is_finished and self._clock.now() < deadline:
                is_finished = self._search(self._plans, 0, SLICE)
