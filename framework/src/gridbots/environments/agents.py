"""What both PettingZoo environments have in common: every seat is an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.environments.episode import (
    MODES,
    Episode,
    Reward,
    Setting,
    checked,
    running,
    unfinished,
)
from gridbots.errors import SettingsError, nearest

if TYPE_CHECKING:
    from gymnasium.spaces import Discrete, Space

    from gridbots.environments.rendering import Pixels
    from gridbots.environments.spaces import Observation
    from gridbots.game import Game


class Agents:
    """Agents are `seat_0`, `seat_1` and so on; eliminated seats are no longer agents.

    Raises:
        GridbotsError: the game or a setting is unknown or invalid, or the game has one seat.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        reward: Reward = "utility",
        render_mode: str | None = None,
        flatten_observation: bool = False,
        **settings: Any,
    ) -> None:
        checked(reward, render_mode)
        self._setting = setting = Setting(game, settings, flatten_observation=flatten_observation)
        self.game, self.settings = setting.game, setting.settings
        if setting.seats < 2:
            raise SettingsError(
                f"expected a game with several seats, got {self.game.name} with {setting.seats}"
            )
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self._reward: Reward = reward
        self._random = np.random.default_rng()
        self._episode: Episode | None = None
        self.observation_spaces = dict.fromkeys(self.possible_agents, setting.show.space)
        self.action_spaces = dict.fromkeys(self.possible_agents, setting.action_space)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def _open(self, seed: int | None) -> Episode:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        opening, draws = int(self._random.integers(2**32)), self.render_mode is not None
        self._episode = Episode(self._setting, opening, reward=self._reward, draws=draws)
        self.agents = list(self.possible_agents)
        return self._episode

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            known = nearest(str(agent), self.possible_agents)
            raise ValueError(f"unknown agent {agent!r}; {known}")
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Observation:
        return running(self._episode).observation(self._seat(agent))

    def _unfinished(self) -> Episode:
        """The episode, for its next step."""
        return unfinished(self._episode, is_over=self._episode is not None and not self.agents)

    def _information(self) -> dict[str, Any]:
        episode = running(self._episode)
        return {agent: episode.information(self._seat(agent)) for agent in self.agents}

    def render(self) -> str | Pixels | None:
        return running(self._episode).render(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
