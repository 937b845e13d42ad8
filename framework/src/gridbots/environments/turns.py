"""PettingZoo AEC environment: one agent after the other acts, each with a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import AECEnv

from gridbots.environments.agents import Agents
from gridbots.environments.episode import MOST_IDLE_ROUNDS
from gridbots.environments.spaces import Observation, checked_action
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from gridbots.environments.episode import Episode
    from gridbots.game import Game


class TurnsEnv(Agents, AECEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """A round is played when all agents with a legal move have acted.

    Until then they observe the position before the round, so agents that move at the same time do
    not see each other's moves. Rounds in which no agent has a legal move are played at once.
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  there are none
    ) -> None:
        episode = self._open(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.agents[0]
        self._begin_round(episode)
        self._finish_step()

    def step(self, action: int | None) -> None:
        """Take the action of the selected agent; None removes an agent whose match has ended.

        Raises:
            ResetNeeded: no episode has begun, or all agents are removed.
            ValueError: the action is not a move of the game.
        """
        episode = self._unfinished()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._moves[self._seat(agent)] = checked_action(self.game, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._waiting.remove(agent)
        if not self._waiting:
            self._play_round(episode)
            self._begin_round(episode)
        self._finish_step()

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002  as the base class has it
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        self._unfinished()
        return super().last(observe)  # type: ignore[no-any-return]

    def _play_round(self, episode: Episode) -> None:
        playing = [agent for agent in self.agents if not self.terminations[agent]]
        episode.play(self._moves)
        for agent in playing:
            seat = self._seat(agent)
            self.rewards[agent] += episode.reward(seat)
            self.terminations[agent] = episode.has_ended(seat)

    def _begin_round(self, episode: Episode) -> None:
        """Wait for the agents with a legal move; until there are some, play on."""
        for _ in range(MOST_IDLE_ROUNDS):
            self._moves = [NO_MOVE] * len(self.possible_agents)
            self._waiting = [
                each for each in self.agents if episode.has_legal_move(self._seat(each))
            ]
            if self._waiting or episode.is_over:
                return
            self._play_round(episode)
        raise self._setting.endless()

    def _finish_step(self) -> None:
        """Select the next agent: one whose match has ended, or the first that has not acted."""
        self.infos = self._information()
        if self._waiting:
            self.agent_selection = self._waiting[0]
        self._accumulate_rewards()
        self._deads_step_first()


def aec_env(game: str | Game, **options: Any) -> TurnsEnv:
    """The AEC environment of a game: options of `Agents`, and settings of the game."""
    return TurnsEnv(game, **options)
