"""The agents as bots, for single matches, and as policies, for matches by the thousand."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.kernel import compiled, kernel
from gridbots.vector import Fitting
from gridbots_minimax.multisnake.decision import choose
from gridbots_minimax.multisnake.tree_search import plan_of
from gridbots_minimax.overlay import Thinker, alone

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import State
    from gridbots.space import Array
    from gridbots_minimax.options import Options

SEATS_PER_SEED: Final = 256
"""More seats than any game has: every seat of every seed draws numbers of its own."""

_warmed: set[np.dtype[Any]] = set()
"""The records for which all code is there in this process, or was in the one that forked it."""


def policy_for(options: Options, *, averages: bool) -> Any:
    """The decision as a kernel; equals are drawn by the generator that it is given."""

    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(choose, plan_of(options, dtype, averages=averages))

    return Fitting(make)


@kernel
def choose_once(plans: Array, observations: Array, seat: int, generator: Any) -> int:
    """Called from Python: there arrays of one are passed sooner than records."""
    return choose(plans[0], observations[0], seat, generator)


class MultisnakeBot(Bot):
    def __init__(self, options: Options, *, averages: bool) -> None:
        """An agent of minimax or, where others count with their mean, of expectimax."""
        self._options = options
        self._averages = averages
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        opening = briefing.game.setup(briefing.settings, 0)
        self._prepare(opening)
        self._thinker = Thinker(briefing.game, briefing.seat) if self._options.overlay else None
        if opening.dtype not in _warmed:
            self._rehearse(opening)

    def warm(self, briefing: Briefing) -> None:
        opening = briefing.game.setup(briefing.settings, 0)
        self._prepare(opening)
        self._rehearse(opening)

    def _prepare(self, opening: State) -> None:
        plan = plan_of(self._options, opening.dtype, averages=self._averages)
        self._plans = np.full(1, plan, plan.dtype)
        self._observations = np.zeros(1, opening.dtype)
        self._choose = compiled(choose_once)

    def _rehearse(self, opening: State) -> None:
        self._observations[0] = opening
        self._choose(self._plans, self._observations, 0, self._generator.copy())
        _warmed.add(opening.dtype)

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  its depth is set
        self._observations[0] = observation
        move = int(self._choose(self._plans, self._observations, self._seat, self._generator))
        if self._thinker:
            search = self._plans[0]["search"][0]
            head, seats = observation["bodies"][self._seat, 0], int(observation["seats"])
            line = [alone(move, self._seat, seats)]
            value, nodes = float(search["result"]), int(search["nodes"])
            self._thinker.tell(
                int(head), int(observation["stride"]), line, value=value, nodes=nodes
            )
        return move
