"""The agents as bots, for single matches, and as policies, for matches by the thousand."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.kernel import compiled
from gridbots_minimax.multisnake.choosing import choose
from gridbots_minimax.multisnake.plan import plan_of

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import State
    from gridbots_minimax.options import Options

SEATS_PER_SEED: Final = 256
"""More seats than any game has: every seat of every seed draws numbers of its own."""

_warmed: set[np.dtype[Any]] = set()
"""The records for which all code is there in this process, or was in the one that forked it."""


def policy_for(options: Options, *, averages: bool) -> Any:
    """The decision as a kernel; equals are drawn by the generator that it is given."""
    return functools.partial(choose, plan_of(options, averages=averages))


class MultisnakeBot(Bot):
    def __init__(self, options: Options, *, averages: bool) -> None:
        """An agent of minimax or, where others count with their mean, of expectimax."""
        self._plan = plan_of(options, averages=averages)
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        opening = briefing.game.setup(briefing.settings, 0)
        if opening.dtype not in _warmed:
            self._warm(opening)

    def warm(self, briefing: Briefing) -> None:
        self._warm(briefing.game.setup(briefing.settings, 0))

    def _warm(self, opening: State) -> None:
        compiled(choose)(self._plan, opening, 0, self._generator.copy())
        _warmed.add(opening.dtype)

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  its depth is set
        return int(compiled(choose)(self._plan, observation, self._seat, self._generator))
