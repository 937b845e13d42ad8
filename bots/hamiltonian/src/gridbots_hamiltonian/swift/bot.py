"""Bot of swift: compiles what the board needs, which it knows when the match opens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridbots_hamiltonian.bot import SolverBot
from gridbots_hamiltonian.swift.odd_sides import has_odd_side
from gridbots_hamiltonian.swift.policy import choose_even, choose_odd

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.game import State
    from gridbots.vector import Remembering


class SwiftBot(SolverBot):
    """Plays by one of the two decisions that its policy is made of."""

    def __init__(self, policy: Remembering, seed: int, *, overlay: bool) -> None:
        super().__init__(policy, seed)
        self._both, self._tells = policy, overlay

    def policy_for(self, briefing: Briefing) -> Remembering:
        self._is_odd = has_odd_side(briefing.game.setup(briefing.settings, 0))
        return replace(self._both, choose=choose_odd if self._is_odd else choose_even)

    def send_overlay(self, observation: State, move: int) -> None:
        memory = self.memories[0]
        if self._tells:
            self._overlay.write(observation, memory["cycle"][0] if self._is_odd else memory, move)
