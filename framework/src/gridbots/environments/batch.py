"""Gymnasium vector environment: one seat learns in many copies, stepped in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gridbots.environments.episode import MOST_IDLE_ROUNDS, MOST_OPENINGS, Setting
from gridbots.environments.opponents import Opponent, Opponents
from gridbots.environments.spaces import Observation, checked_action
from gridbots.grid import NO_MOVE
from gridbots.vector import Batch, generators_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game

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

    def __init__(  # noqa: PLR0913  options of the user
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        plain: bool = False,
        flatten_observation: bool = False,
        **settings: Any,
    ) -> None:
        self._setting = setting = Setting(game, settings, flatten_observation=flatten_observation)
        self.game, self.settings = setting.game, setting.settings
        self.num_envs = num_envs
        self._copies = np.arange(num_envs)
        setting.expect_seat(seat)
        self._seat = seat
        self._plain = plain
        self._opponents = Opponents(opponents, setting.game, setting.seats)
        self._opponents.expect_policies()
        self._batch: Batch | None = None
        self.single_observation_space = setting.show.space
        self.single_action_space = setting.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        opening = int(self.np_random.integers(2**32))
        batch = Batch(self.game, self.settings, self.num_envs, opening, plain=self._plain)
        self._batch = batch
        others = [seat for seat in range(self._setting.seats) if seat != self._seat]
        self._generators = {seat: self._draw_generators() for seat in others}
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._mask = np.zeros((self.num_envs, len(self.game.moves)), np.int8)
        self._playing = np.zeros(self.num_envs, np.bool_)
        self._begin(batch, self._copies)
        return self._look(batch)

    def _draw_generators(self) -> NDArray[np.int64]:
        return generators_for(self.np_random.integers(2**63, size=self.num_envs).astype(np.uint64))

    def step(self, actions: Array) -> Steps:
        batch = self._running()
        self._expect_actions(actions)
        fresh, accepted = self._ended, self._mask[self._copies, actions] != 0
        batch.moves[:, self._seat] = np.where(accepted, actions, NO_MOVE)
        going = np.flatnonzero(~fresh) if fresh.any() else self._copies
        self._play(batch, going)
        self._play_on(batch, going)
        self._ended = ~fresh & ~self._playing
        rewards = np.where(self._ended, batch.utilities[:, self._seat], 0.0)
        if fresh.any():
            batch.reopen(fresh)
            self._begin(batch, np.flatnonzero(fresh))
        shown, information = self._look(batch)
        return shown, rewards, self._ended.copy(), np.zeros_like(fresh), information

    def _running(self) -> Batch:
        if self._batch is None:
            raise ResetNeeded("no episode has begun: call reset first")
        return self._batch

    def _expect_actions(self, actions: Array) -> None:
        shape, kind = np.shape(actions), np.asarray(actions).dtype
        if shape != (self.num_envs,) or not np.issubdtype(kind, np.integer):
            raise ValueError(
                f"expected actions as an array of {self.num_envs} integers, got one of {kind} "
                f"of the shape {shape}"
            )
        for extreme in (np.min(actions), np.max(actions)):
            checked_action(self.game, int(extreme))

    def _play(self, batch: Batch, copies: Array) -> None:
        """Play a round in these copies, with the learner's moves written before."""
        for policy, seat in zip(self._opponents.policies, self._generators, strict=True):
            batch.choose(policy, seat, self._generators[seat], copies)
        batch.play(copies=copies)
        self._mask[copies], self._playing[copies] = batch.playing(self._seat, copies)

    def _play_on(self, batch: Batch, copies: Array) -> None:
        """Play until the learner has a legal move, or its match has ended."""
        for _ in range(MOST_IDLE_ROUNDS):
            copies = copies[self._playing[copies] & ~self._mask[copies].any(axis=1)]
            if not len(copies):
                return
            batch.moves[copies, self._seat] = NO_MOVE
            self._play(batch, copies)
        raise self._setting.endless()

    def _begin(self, batch: Batch, copies: Array) -> None:
        """Play from the opening until the learner has a legal move, in another match if need be."""
        for _ in range(MOST_OPENINGS):
            self._mask[copies], self._playing[copies] = batch.playing(self._seat, copies)
            self._play_on(batch, copies)
            copies = copies[~self._playing[copies]]
            if not len(copies):
                return
            chosen = np.zeros(self.num_envs, np.bool_)
            chosen[copies] = True
            batch.reopen(chosen)
        raise self._setting.never_asked(self._seat)

    def _look(self, batch: Batch) -> tuple[Observation, dict[str, Any]]:
        mask = self._mask.copy()
        shown = self._setting.show(batch.observations(self._seat), self._seat, mask)
        given = np.ones(self.num_envs, np.bool_)  # in which copies the information is present
        return shown, {"action_mask": mask, "_action_mask": given}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves by copy, as `SingleEnv.action_masks`."""
        self._running()
        return self._mask.astype(np.bool_)
