"""Policy bot: adapts a policy, the kernel that plays matches by the thousand, to single matches."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_to_move
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, compiled, handle, has_numba, kernel
from gridbots.plugins.bot import Bot, checked_move
from gridbots.vector import fitted, kernel_of, memories_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.plugins.bot import Briefing, Budget
    from gridbots.vector import Policy, Records, States

SEATS_PER_SEED: Final = 256
"""More seats than any game has: every seat of every seed has its own random stream."""


@kernel
def choose_once(
    policy: Any, memories: Records, observations: States, seat: int, generator: Any
) -> int:
    """One decision. From Python, an array of one record is passed faster than a record."""
    return call(policy, observations[0], seat, generator, memories[0])  # type: ignore[no-any-return]


class PolicyBot(Bot):
    """Bot made from a policy: compiled if numba is installed and not `plain`, otherwise run as
    Python.

    A subclass may choose its policy when the match opens (`policy_for`), and send an overlay after
    each decision (`send_overlay`).
    """

    stays = True
    is_brief = False
    """Whether decisions are so short that fast compilation matters more than their speed."""

    def __init__(
        self, policy: Policy, seed: int = 0, *, plain: bool = False, opened: bool = False
    ) -> None:
        """Seed the policy's generator, by the system if the seed is 0.

        For `plain` and `opened` see `gridbots.plugins.bot.Entry`.
        """
        self._policy = policy
        self._seed = seed or int.from_bytes(os.urandom(4))
        self.is_compiled = not plain and has_numba()
        self._is_opened = opened

    def policy_for(self, briefing: Briefing) -> Policy:  # noqa: ARG002  a subclass may look at it
        """The policy for this match."""
        return self._policy

    @property
    def parameters(self) -> Any:
        """The record that the policy is a partial of, as its decisions leave it."""
        return self._handle[0][0]

    def send_overlay(self, observation: State, move: int) -> None:
        """Called after each decision, for overlays."""

    def open(self, briefing: Briefing) -> None:
        self._game = briefing.game
        dtype = briefing.game.setup(briefing.settings, 0).dtype
        self.seat = briefing.seat
        self.policy = fitted(self.policy_for(briefing), dtype)
        self.memories = memories_of(self.policy, 1)
        self._generator = self._new_generator(briefing)
        self._observations = np.zeros(1, dtype)
        self._handle = handle(kernel_of(self.policy))
        self._choose = (
            compiled(choose_once, brief=self.is_brief) if self.is_compiled else choose_once
        )

    def warm(self, briefing: Briefing) -> None:
        self.open(briefing)
        opening = briefing.game.setup(briefing.settings, 0)
        self.decide(briefing.game.observation(opening, self.seat))

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        if not is_to_move(observation, self.seat):
            return NO_MOVE
        move = self.decide(observation)
        self.send_overlay(observation, move)
        return move

    def decide(self, observation: State) -> int:
        """The move that the policy chooses."""
        seen: Any = self._observations
        if self.is_compiled:
            seen[0] = observation
        else:
            seen = [self._game.opened(observation) if self._is_opened else observation]
        arguments = (self._handle, self.memories, seen, self.seat, self._generator)
        return checked_move(self._game, self._choose(*arguments))

    def _new_generator(self, briefing: Briefing) -> Any:
        """A generator for this seed, and in matches of several seats for this seat."""
        seed = self._seed if briefing.seats == 1 else self._seed * SEATS_PER_SEED + self.seat
        generator: Any = [0] * GENERATOR_SIZE
        seed_generator(generator, seed)
        return np.array(generator, np.int64) if self.is_compiled else generator
