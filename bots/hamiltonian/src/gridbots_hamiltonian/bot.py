"""Solver bot: plays a policy, and sends its plan, its tree or its cycle as an overlay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.bot.policy_bot import PolicyBot
from gridbots_hamiltonian.overlay import OverlayWriter

if TYPE_CHECKING:
    from gridbots import Briefing
    from gridbots.game import State


class SolverBot(PolicyBot):
    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        self._overlay = OverlayWriter()

    def send_overlay(self, observation: State, move: int) -> None:
        self._overlay.write(observation, self.memories[0], move)
