"""Self-play: the other seat, where the learner meets itself or its older self."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from gridbots_td.state_value import value_function_of
from gridbots_td.trained import memories
from gridbots_td.training.opponents import OLDER, SELF
from gridbots_td.training.trajectories import collect, learn, learner_of, trajectory_dtype

if TYPE_CHECKING:
    from gridbots_td.training.opponents import Opponent
    from gridbots_td.training.parameters import Parameters


class OtherSeat:
    """What the learner has in the other seat of each copy: a memory, and what it keeps."""

    def __init__(self, parameters: Parameters, opponents: list[Opponent], plans: Any) -> None:
        """Plans are those that learn; its older self begins as they are."""
        dtype = plans[0]["search"][0]["states"].dtype
        self._every = parameters.snapshot_interval
        self._selves = [at for at, each in enumerate(opponents) if each.bot == SELF]
        self._plans = plans
        self._older = plans.copy()
        self._quiet = learner_of(
            replace(parameters, exploration_initial_eps=0.0, exploration_final_eps=0.0)
        )
        self._memories = memories(dtype, parameters.n_envs)
        self._trajectories = np.zeros(parameters.n_envs, trajectory_dtype(parameters.max_rounds))
        self.generation = 0

    def forget(self, chosen: Any) -> None:
        """Before new matches."""
        self._memories[chosen] = np.zeros(1, self._memories.dtype)
        self._trajectories["length"][chosen] = 0

    def collect(self, bot: str, copies: Any, batch: Any, runs: Any) -> None:
        """Write the moves in these copies.

        A batch is learners, states, seats, generators and moves.
        """
        learners, states, seats, generators, moves = batch
        is_older = bot == OLDER
        runs(collect)(
            self._older if is_older else self._plans, self._quiet if is_older else learners,
            self._memories, self._trajectories, states, copies, 1 - seats, generators, moves,
        )  # fmt: skip

    def learn(self, learners: Any, states: Any, ended: Any, seats: Any, runs: Any) -> None:
        """Learn from the matches that have ended, of those with itself; `ended` tells with whom."""
        finished = np.isin(ended, self._selves)
        runs(learn)(self._plans, learners, self._trajectories, states, finished, 1 - seats)
        generation = int(learners[0]["episodes"]) // self._every
        if generation > self.generation:
            self.generation = generation
            self._older[:] = self._plans

    def arrays(self) -> dict[str, Any]:
        """What the rest of a training depends on."""
        older = value_function_of(self._older[0])
        return {
            "older_weights": older["weights"], "older_network": older["network"],
            "other_memories": self._memories, "other_trajectories": self._trajectories,
        }  # fmt: skip
