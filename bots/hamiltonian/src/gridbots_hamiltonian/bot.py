"""A bot that chooses as a policy does, compiled."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.bot import Bot
from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, handle
from gridbots.vector import chooser_for, kernel_of, memories_of
from gridbots_hamiltonian.overlay import Teller

if TYPE_CHECKING:
    from gridbots.bot import Briefing, Budget
    from gridbots.game import State
    from gridbots.vector import Policy

ALONE: Final = np.zeros(1, np.int64)
"""The one copy of its match, and the one seat in it."""


class Player(Bot):
    """Plays by the same compiled code as a thousand copies do, with a single one."""

    def __init__(self, policy: Policy, seed: int = 0, *, tells: bool = False) -> None:
        """What the policy draws is drawn by this seed, or by the system's for 0.

        With `tells`, what it has in mind is told before every move.
        """
        self._policy = policy
        self._seed = seed
        self._teller = Teller() if tells else None

    def open(self, briefing: Briefing) -> None:
        opening = briefing.game.setup(briefing.settings, 0)
        self._states = np.zeros(1, opening.dtype)
        self._memories = memories_of(self._policy, 1)
        self._generators = np.zeros((1, GENERATOR_SIZE), np.int64)
        seed_generator(self._generators[0], self._seed or int.from_bytes(os.urandom(4)))
        self._moves = np.full((1, 1), NO_MOVE)
        self._handed = handle(kernel_of(self._policy))
        self._decide = compiled(chooser_for(briefing.game, opening.dtype))

    def warm(self, briefing: Briefing) -> None:
        self.open(briefing)
        self._choose(briefing.game.setup(briefing.settings, 0))

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        move = self._choose(observation)
        if self._teller is not None:
            memory = self._memories[0] if self._memories.dtype.names else None
            self._teller.tell(observation, memory, move)
        return move

    def _choose(self, observation: State) -> int:
        self._states[0] = observation
        self._decide(
            self._handed,
            self._memories,
            self._states,
            ALONE,
            ALONE,
            self._generators,
            self._moves,
        )
        return int(self._moves[0, 0])
