"""viper as a bot: searches like its policy, within the limits of a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots import Bot
from gridbots.bot.time_budget import FIRST_SLICE, MoveClock, next_slice
from gridbots.kernel import compiled, has_numba, kernel
from gridbots.plugins.bot import checked_move
from gridbots_battlesnake.bots.viper.decision import ask, plan_for, think

if TYPE_CHECKING:
    from gridbots import Briefing, Budget
    from gridbots.game import State
    from gridbots_battlesnake.bots.viper.options import ViperOptions

Records = Any


@kernel
def ask_once(plans: Records, observations: Any, seat: int) -> bool:
    return ask(plans[0], observations[0], seat)


@kernel
def think_once(plans: Records, seat: int, nodes: int) -> bool:
    return think(plans[0], seat, nodes)


class ViperBot(Bot):
    """Spends its nodes on each move, but not more time than MoveClock allows."""

    stays = True

    def __init__(self, options: ViperOptions) -> None:
        self._options = options

    def open(self, briefing: Briefing) -> None:
        self._game, self._seat = briefing.game, briefing.seat
        dtype = briefing.game.setup(briefing.settings, 0).dtype
        plan = plan_for(dtype, self._options, timed=self._options.is_timed)
        self._plans = np.zeros(1, plan.dtype)
        self._plans[0] = plan
        self._observations = np.zeros(1, dtype)
        run = compiled if has_numba() else lambda function: function
        self._ask, self._think = run(ask_once), run(think_once)
        self._clock = MoveClock(is_timed=self._options.is_timed, clock=briefing.clock)

    def warm(self, briefing: Briefing) -> None:
        self.open(briefing)
        self._observations[0] = briefing.game.setup(briefing.settings, 0)
        self._ask(self._plans, self._observations, self._seat)
        self._think(self._plans, self._seat, 1)

    def choose(self, observation: State, budget: Budget) -> int:
        deadline = self._clock.asked(budget)
        self._observations[0] = observation
        if self._ask(self._plans, self._observations, self._seat):
            self._think_until(deadline)
        self._clock.answered()
        return checked_move(self._game, self._plans[0]["move"])

    def _think_until(self, deadline: float) -> None:
        """Search in slices until all nodes are spent or the deadline has passed."""
        slice_nodes, began = FIRST_SLICE, self._clock.now()
        while not self._think(self._plans, self._seat, slice_nodes):
            now = self._clock.now()
            if now >= deadline:
                return
            slice_nodes = next_slice(slice_nodes, 1000 * (now - began))
            began = now
