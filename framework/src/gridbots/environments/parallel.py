"""PettingZoo parallel environment: every seat is an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import ParallelEnv

from gridbots.environments.episode import MODES, Episode, Reward, checked
from gridbots.environments.spaces import Observation, action_space, observation_space
from gridbots.errors import SettingsError
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game

if TYPE_CHECKING:
    from gymnasium.spaces import Dict, Discrete

    from gridbots.environments.rendering import Pixels

Steps = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
]


class SeatsEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """Agents are `seat_0`, `seat_1` and so on; eliminated seats are no longer agents.

    Raises:
        GridbotsError: the game or a setting is unknown or invalid, or the game has one seat.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        reward: Reward = "utility",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        checked(reward, render_mode)
        self.game = load_game(game)
        self.settings = self.game.make_settings(settings)
        seats = self.game.seats(self.settings)
        if seats < 2:
            raise SettingsError(f"expected a game with several seats, got {game} with {seats}")
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._reward: Reward = reward
        self._random = np.random.default_rng()
        dtype = self.game.setup(self.settings, 0).dtype
        self.observation_spaces = {
            agent: observation_space(self.game, dtype, seats) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  there are none
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._episode = Episode(
            self.game,
            self.settings,
            int(self._random.integers(2**32)),
            reward=self._reward,
            draws=self.render_mode is not None,
        )
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._episode.observation(self._seat(agent)) for agent in self.agents}

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def step(self, actions: dict[str, int]) -> Steps:
        moves = [int(actions.get(agent, NO_MOVE)) for agent in self.possible_agents]
        episode = self._episode
        episode.play(moves)
        playing = {agent: self._seat(agent) for agent in self.agents}
        ended = {agent: episode.has_ended(seat) for agent, seat in playing.items()}
        steps: Steps = (
            self._observations(),
            {agent: episode.reward(seat) for agent, seat in playing.items()},
            ended,
            dict.fromkeys(playing, False),
            {agent: {} for agent in playing},
        )
        self.agents = [agent for agent in self.agents if not ended[agent]]
        return steps

    def render(self) -> str | Pixels | None:
        return self._episode.render(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def parallel_env(game: str, **options: Any) -> SeatsEnv:
    """The environment of a game: options of SeatsEnv, and settings of the game."""
    return SeatsEnv(game, **options)
