"""The agents as policies, and a bot that sends overlays."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.policy_bot import PolicyBot
from gridbots.game.chance import below
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.vector import Fitting
from gridbots_minimax.multisnake.tree_search import look_ahead, plan_of
from gridbots_minimax.overlay import SearchOverlay, alone

if TYPE_CHECKING:
    import numpy as np

    from gridbots import Briefing
    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_minimax.multisnake.options import Options


GRAIN: Final = 1 << 30
"""Resolution of random numbers."""


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any) -> int:
    """One of the best moves; a random legal move if the search found none; else NO_MOVE."""
    look_ahead(plan, observation, seat)
    chances = plan["search"][0]["plies"][0]["chances"]
    move = draw(chances, generator)
    return any_legal(observation, seat, generator) if move == len(chances) - 1 else move


@kernel
def draw(chances: Array, generator: Any) -> int:
    """Draw an index with these probabilities."""
    left, last = below(generator, GRAIN) / GRAIN, 0
    for answer in range(len(chances)):
        if chances[answer] > 0.0:
            last = answer
            left -= chances[answer]
            if left < 0.0:
                return answer
    return last


@kernel
def any_legal(observation: State, seat: int, generator: Any) -> int:
    chosen, count = NO_MOVE, 0
    for move in range(DASH):
        if accepts(observation, seat, move):
            count += 1
            if below(generator, count) == 0:
                chosen = move
    return chosen


def policy_for(options: Options, *, averages: bool) -> Any:
    """The decision as a kernel; its generator breaks ties."""

    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(choose, plan_of(options, dtype, averages=averages))

    return Fitting(make)


def make_bot(options: Options, *, averages: bool) -> PolicyBot:
    """An agent of minimax or, with averages over the moves of others, of expectimax."""
    kind = MultisnakeBot if options.overlay else PolicyBot
    return kind(policy_for(options, averages=averages), options.seed)


class MultisnakeBot(PolicyBot):
    """Sends its move and the value as an overlay."""

    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        self._overlay = SearchOverlay(briefing.game, briefing.seat)

    def send_overlay(self, observation: State, move: int) -> None:
        search = self.parameters["search"][0]
        head, seats = observation["bodies"][self.seat, 0], int(observation["seats"])
        line = [alone(move, self.seat, seats)]
        value, nodes = float(search["result"]), int(search["nodes"])
        self._overlay.write(int(head), int(observation["stride"]), line, value=value, nodes=nodes)
