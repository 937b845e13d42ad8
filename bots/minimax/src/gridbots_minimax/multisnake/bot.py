"""Policies of the agents, and a bot that sends overlays."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from gridbots.bot.policy_bot import PolicyBot
from gridbots.vector import Fitting
from gridbots_minimax.multisnake.decision import choose
from gridbots_minimax.multisnake.tree_search import plan_of
from gridbots_minimax.overlay import SearchOverlay, alone

if TYPE_CHECKING:
    import numpy as np

    from gridbots import Briefing
    from gridbots.game import State
    from gridbots_minimax.multisnake.options import Options


def policy_for(options: Options, *, averages: bool) -> Any:
    """The decision as a kernel; equals are drawn by the generator that it is given."""

    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(choose, plan_of(options, dtype, averages=averages))

    return Fitting(make)


def make_bot(options: Options, *, averages: bool) -> PolicyBot:
    """An agent of minimax or, where others count with their mean, of expectimax."""
    kind = MultisnakeBot if options.overlay else PolicyBot
    return kind(policy_for(options, averages=averages), options.seed)


class MultisnakeBot(PolicyBot):
    """Sends what it expects and what that is worth as an overlay."""

    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        self._overlay = SearchOverlay(briefing.game, briefing.seat)

    def send_overlay(self, observation: State, move: int) -> None:
        search = self.parameters["search"][0]
        head, seats = observation["bodies"][self.seat, 0], int(observation["seats"])
        line = [alone(move, self.seat, seats)]
        value, nodes = float(search["result"]), int(search["nodes"])
        self._overlay.write(int(head), int(observation["stride"]), line, value=value, nodes=nodes)
