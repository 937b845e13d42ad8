"""Determinization: search several sampled states and add up the values of moves.

The belief holds the possible cells of each head out of sight, with probabilities
(`gridbots.belief`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.belief import Belief, BeliefOptions
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.search.core import UNLIMITED, VALUES
from gridbots_minimax.paperio.bot import SLICE, PaperioBot
from gridbots_minimax.paperio.decision import prepare

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.game import State
    from gridbots_minimax.paperio.options import Options

SAMPLES: Final = 8
"""Sampled states for each move; more have little effect."""


class SamplingBot(PaperioBot):
    def __init__(self, options: Options, *, averages: bool) -> None:
        """An agent with a belief."""
        super().__init__(options, averages=averages)
        self._memory: Any = options.memory

    def _prepare(self, briefing: Briefing) -> None:
        super()._prepare(briefing)
        self._plans[0]["search"][0]["exact"] = VALUES  # Sums need exact values.
        options = BeliefOptions(memory=self._memory)
        self.belief = Belief(briefing.game, briefing.settings, briefing.seat, options)
        # An infinite value would hide all other samples.
        self._most = 2.0 * float(self.belief.memory["side"]) ** 2

    def _open_position(self, observation: State) -> None:
        self.belief.see(observation)
        self.samples = [self.belief.sample(self._generator) for _ in range(SAMPLES)]
        for state in self.samples:
            state["generator"] = [0] * GENERATOR_SIZE

    def _look_ahead(self, depth: int, deadline: float) -> None:
        """Search to a depth, or as deep as time allows; the last complete depth counts."""
        found = self._total(depth or 1)
        for deeper in range(2, self._deepest + 1 if depth == 0 else 0):
            if self._clock.now() >= deadline:
                break
            total = self._total(deeper, deadline)
            found = found if total is None else total
        self._plans[0]["values"] = found

    def _total(self, depth: int, deadline: float = np.inf) -> Any:
        """The sums of the values of all moves; None if the deadline passes before the end."""
        total = 0.0
        for state in self.samples:
            prepare(self._plans[0], state, self._seat)
            is_finished = self._search(self._plans, depth, self._slice(deadline))
            while not is_finished:
                if self._clock.now() >= deadline:
                    return None
                is_finished = self._search(self._plans, 0, self._slice(deadline))
            total = total + np.clip(self._plans[0]["values"], -self._most, self._most)
        return total

    def _value_of(self, move: int) -> float:
        """The mean value over the samples."""
        return super()._value_of(move) / SAMPLES

    def _slice(self, deadline: float) -> int:
        return UNLIMITED if np.isinf(deadline) else SLICE
