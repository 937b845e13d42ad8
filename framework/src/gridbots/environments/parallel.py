"""PettingZoo parallel environment: every seat is an agent, and all act in every round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import ParallelEnv

from gridbots.environments.agents import Agents
from gridbots.environments.spaces import Observation, checked_action
from gridbots.grid import NO_MOVE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.game import Game

Steps = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
]


class SeatsEnv(Agents, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """A step is a round. An agent without an action, or with an illegal one, makes no move.

    In games in turns, agents that are not to move have no legal action: see `TurnsEnv`.
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  there are none
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        self._open(seed)
        return self._observations(), self._information()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Steps:
        """Play a round.

        Raises:
            ResetNeeded: no episode has begun, or it is over.
            ValueError: an action is not a move of the game, or belongs to no agent.
        """
        episode = self._unfinished()
        episode.play(self._moves(actions))
        playing = {agent: self._seat(agent) for agent in self.agents}
        ended = {agent: episode.has_ended(seat) for agent, seat in playing.items()}
        steps: Steps = (
            self._observations(),
            {agent: episode.reward(seat) for agent, seat in playing.items()},
            ended,
            dict.fromkeys(playing, False),
            self._information(),
        )
        self.agents = [agent for agent in self.agents if not ended[agent]]
        return steps

    def _moves(self, actions: Mapping[str, int]) -> list[int]:
        for agent in actions:
            self._seat(agent)  # refuses unknown agents
            if agent not in self.agents:
                raise ValueError(
                    f"agent {agent} is eliminated: expected actions of {', '.join(self.agents)}"
                )
        return [
            checked_action(self.game, actions[agent]) if agent in actions else NO_MOVE
            for agent in self.possible_agents
        ]


def parallel_env(game: str | Game, **options: Any) -> SeatsEnv:
    """The parallel environment of a game: options of `Agents`, and settings of the game."""
    return SeatsEnv(game, **options)
