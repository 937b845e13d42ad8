"""Gymnasium environment: one seat learns, fixed opponents play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from gridbots.environments.episode import MODES, Episode, Reward, checked
from gridbots.environments.opponents import Opponent, Seated, seated
from gridbots.environments.spaces import Observation, action_space, observation_space
from gridbots.errors import SettingsError
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game
from gridbots.plugins.bot import Briefing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.environments.rendering import Pixels

Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class SingleEnv(gymnasium.Env[Observation, np.int64]):
    """An episode ends with the match, or when the learner is eliminated.

    `seat` is the learner's seat; None draws one for each episode.

    Raises:
        GridbotsError: the game, a setting or an opponent is unknown or invalid.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        reward: Reward = "utility",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        checked(reward, render_mode)
        self.game = load_game(game)
        self.settings = self.game.make_settings(settings)
        self.seats = self.game.seats(self.settings)
        if seat is not None and not 0 <= seat < self.seats:
            raise SettingsError(f"expected a seat below {self.seats}, got {seat}")
        self.render_mode = render_mode
        self._opponents = seated(opponents, self.seats)
        self._chosen_seat = seat
        self._reward: Reward = reward
        self._others: dict[int, Seated] = {}
        dtype = self.game.setup(self.settings, 0).dtype
        self.observation_space = observation_space(self.game, dtype, self.seats)
        self.action_space = action_space(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.close()
        opening, where = self.np_random.integers(2**32), self.np_random.integers(self.seats)
        self._seat = int(where) if self._chosen_seat is None else self._chosen_seat
        self._others = self._seat_opponents()
        self._episode = Episode(
            self.game,
            self.settings,
            int(opening),
            reward=self._reward,
            draws=self.render_mode is not None,
        )
        return self._episode.observation(self._seat), {}

    def _seat_opponents(self) -> dict[int, Seated]:
        free = [seat for seat in range(self.seats) if seat != self._seat]
        others = {}
        for seat, opponent in zip(free, self._opponents, strict=True):
            briefing = Briefing(self.game, self.settings, seat, self.seats)
            seeds = self.np_random.integers(2**32, size=1).astype(np.uint64)
            others[seat] = Seated(opponent, briefing, seeds)
        return others

    def step(self, action: np.int64) -> Step:
        episode = self._episode
        moves = [NO_MOVE] * self.seats
        moves[self._seat] = int(action)
        for seat, other in self._others.items():
            if not episode.has_ended(seat):
                moves[seat] = other.choose(episode.seen(seat))
        episode.play(moves)
        ended = episode.has_ended(self._seat)
        reward = episode.reward(self._seat)
        return episode.observation(self._seat), reward, ended, False, {}

    def render(self) -> str | Pixels | None:
        return self._episode.render(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        for other in self._others.values():
            other.close()
        self._others = {}
