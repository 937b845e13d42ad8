"""Gymnasium vector environment: one seat learns in many copies, stepped in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gridbots.environments.opponents import Opponent, policy_of, seated
from gridbots.environments.spaces import (
    Observation,
    action_space,
    as_arrays,
    expect_action,
    observation_space,
)
from gridbots.errors import SettingsError
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game
from gridbots.vector import Batch, generators_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots.vector import Policy

Array = NDArray[Any]
Steps = tuple[Observation, Array, Array, Array, dict[str, Any]]


class BatchEnv(VectorEnv[Observation, Array, Array]):
    """Vector environment: as SingleEnv, against opponents with policies, without rendering.

    At the end of a match a copy returns the last position; the next step resets it, whatever the
    action is (Gymnasium's NEXT_STEP).

    Raises:
        GridbotsError: the game, a setting or an opponent is unknown or invalid.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as the base class has it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        plain: bool = False,
        **settings: Any,
    ) -> None:
        self.game = load_game(game)
        self.settings = self.game.make_settings(settings)
        self.num_envs = num_envs
        seats = self.game.seats(self.settings)
        if not 0 <= seat < seats:
            raise SettingsError(f"expected a seat below {seats}, got {seat}")
        self._seat = seat
        self._plain = plain
        chosen = [_policy(each, self.game) for each in seated(opponents, seats)]
        free = [each for each in range(seats) if each != seat]
        self._policies = dict(zip(free, chosen, strict=True))
        dtype = self.game.setup(self.settings, 0).dtype
        self.single_observation_space = observation_space(self.game, dtype, seats)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        opening = int(self.np_random.integers(2**32))
        self._batch = Batch(self.game, self.settings, self.num_envs, opening, plain=self._plain)
        self._generators = {seat: self._draw_generators() for seat in self._policies}
        self._ended = np.zeros(self.num_envs, np.bool_)
        return self._look(), {}

    def _draw_generators(self) -> NDArray[np.int64]:
        return generators_for(self.np_random.integers(2**63, size=self.num_envs).astype(np.uint64))

    def step(self, actions: Array) -> Steps:
        batch, fresh = self._batch, self._ended
        self._expect_actions(actions)
        for seat, policy in self._policies.items():
            batch.choose(policy, seat, self._generators[seat])
        accepted = self._mask[np.arange(self.num_envs), actions] != 0
        batch.moves[:, self._seat] = np.where(accepted, actions, NO_MOVE)
        batch.reopen(fresh)
        batch.play(copies=np.flatnonzero(~fresh))
        out = ~batch.living()[:, self._seat]
        self._ended = ~fresh & (batch.finished | out)
        rewards = np.where(self._ended, batch.utilities[:, self._seat], 0.0)
        return self._look(), rewards, self._ended.copy(), np.zeros_like(fresh), {}

    def _expect_actions(self, actions: Array) -> None:
        shape, kind = np.shape(actions), np.asarray(actions).dtype
        if shape != (self.num_envs,) or not np.issubdtype(kind, np.integer):
            raise ValueError(
                f"expected actions as an array of {self.num_envs} integers, got one of {kind} "
                f"of the shape {shape}"
            )
        for extreme in (np.min(actions), np.max(actions)):
            expect_action(self.game, int(extreme))

    def _look(self) -> Observation:
        self._mask = self._batch.legal()[:, self._seat]
        return as_arrays(self._batch.observations(self._seat), self._seat, self._mask)


def _policy(opponent: Opponent, game: Game) -> Policy:
    policy = policy_of(opponent, game)
    if policy is None:
        raise SettingsError(f"expected opponents with a policy, got {opponent}")
    return policy
