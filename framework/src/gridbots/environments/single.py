"""Gymnasium environment: one seat learns, fixed opponents play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from gridbots.environments.episode import (
    MODES,
    MOST_IDLE_ROUNDS,
    MOST_OPENINGS,
    Episode,
    Reward,
    Setting,
    checked,
    running,
    unfinished,
)
from gridbots.environments.opponents import Opponent, Opponents
from gridbots.environments.spaces import Observation, checked_action
from gridbots.grid import NO_MOVE
from gridbots.plugins.bot import Briefing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridbots.environments.opponents import SeatedBot, SeatedPolicy
    from gridbots.environments.rendering import Pixels
    from gridbots.game import Game

Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class SingleEnv(gymnasium.Env[Observation, np.int64]):
    """An episode ends with the match, or when the learner is eliminated.

    A step lasts until the learner has a legal move again, or the episode has ended: the opponents
    play on, and the rewards of these rounds are summed. Matches that end before the learner has a
    legal move are skipped.

    `seat` is the learner's seat; None draws one for each episode.

    Raises:
        GridbotsError: the game, a setting or an opponent is unknown or invalid.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 10}  # noqa: RUF012

    def __init__(  # noqa: PLR0913  options of the user
        self,
        game: str | Game,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        reward: Reward = "utility",
        render_mode: str | None = None,
        flatten_observation: bool = False,
        **settings: Any,
    ) -> None:
        checked(reward, render_mode)
        self._setting = setting = Setting(game, settings, flatten_observation=flatten_observation)
        self.game, self.settings, self.seats = setting.game, setting.settings, setting.seats
        if seat is not None:
            setting.expect_seat(seat)
        self.render_mode = render_mode
        self._opponents = Opponents(opponents, setting.game, setting.seats)
        self._chosen_seat = seat
        self._reward: Reward = reward
        self._others: dict[int, SeatedPolicy | SeatedBot] = {}
        self._episode: Episode | None = None
        self._seat = seat or 0
        self.observation_space = setting.show.space
        self.action_space = setting.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        for _ in range(MOST_OPENINGS):
            episode = self._open()
            self._play_on(episode)
            if not episode.has_ended(self._seat):
                return episode.observation(self._seat), episode.information(self._seat)
        raise self._setting.never_asked(self._seat)

    def _open(self) -> Episode:
        self.close()
        opening, where = self.np_random.integers(2**32), self.np_random.integers(self.seats)
        self._seat = int(where) if self._chosen_seat is None else self._chosen_seat
        draws = self.render_mode is not None
        self._episode = Episode(self._setting, int(opening), reward=self._reward, draws=draws)
        free = [seat for seat in range(self.seats) if seat != self._seat]
        for number, seat in enumerate(free):
            briefing = Briefing(self.game, self.settings, seat, self.seats)
            seeds = self.np_random.integers(2**32, size=1).astype(np.uint64)
            self._others[seat] = self._opponents.at(number, briefing, seeds)
        return self._episode

    def step(self, action: np.int64) -> Step:
        is_over = self._episode is not None and self._episode.has_ended(self._seat)
        episode, seat = unfinished(self._episode, is_over=is_over), self._seat
        reward = self._play(episode, checked_action(self.game, action)) + self._play_on(episode)
        shown, information = episode.observation(seat), episode.information(seat)
        return shown, reward, episode.has_ended(seat), False, information

    def _play(self, episode: Episode, move: int) -> float:
        """Play a round; return its reward."""
        moves = [NO_MOVE] * self.seats
        moves[self._seat] = move
        for seat, other in self._others.items():
            if not episode.has_ended(seat):
                moves[seat] = other.choose(episode.seen(seat))
        episode.play(moves)
        return episode.reward(self._seat)

    def _play_on(self, episode: Episode) -> float:
        """Play until the learner has a legal move, or the episode has ended; return the reward."""
        reward = 0.0
        for _ in range(MOST_IDLE_ROUNDS):
            if episode.has_ended(self._seat) or episode.has_legal_move(self._seat):
                return reward
            reward += self._play(episode, NO_MOVE)
        raise self._setting.endless()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, by the name by which sb3-contrib's MaskablePPO asks for them."""
        return running(self._episode).mask(self._seat).astype(np.bool_)

    def render(self) -> str | Pixels | None:
        return running(self._episode).render(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        for other in self._others.values():
            other.close()
        self._others, self._episode = {}, None
