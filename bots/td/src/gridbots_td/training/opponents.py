"""Opponent mix: each opponent with its share of the matches, and self-play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec.structs import replace

from gridbots.errors import SettingsError
from gridbots.kernel import handle
from gridbots.training.matches import policy_of
from gridbots.vector import Policy, fitted, kernel_of, memories_of
from gridbots_td.state_value import value_function_of
from gridbots_td.trained import memories
from gridbots_td.training.trajectories import collect, learn, learner_of, trajectory_dtype

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots_td.training.parameters import Parameters

SELF: Final = "self"
"""Self-play: the learner learns from both seats."""
OLDER: Final = "older"
"""Play against a former version of the learner."""

NO_OPPONENT: Final = -1
"""Replaces the number of an opponent."""


@dataclass(frozen=True)
class Opponent:
    """An opponent of the mix, with a memory for each match."""

    bot: str
    share: float
    policy: Policy
    handed: Any
    """Handle of its policy, for kernels."""
    memories: Any


def opponent_mix(text: str, game: Game, dtype: np.dtype[Any], copies: int) -> list[Opponent]:
    """Parse an opponent mix such as `0.5*random 0.5*minimax:depth=2`.

    Raises:
        GridbotsError: a bot is unknown, or its options do not fit.
        SettingsError: a bot has no policy, or a share is not a positive number.
    """
    return [opponent(each, game, dtype, copies) for each in text.split()]


def opponent(text: str, game: Game, dtype: np.dtype[Any], copies: int) -> Opponent:
    share, bot = parts_of(text)
    if bot in {SELF, OLDER}:
        return Opponent(bot, share, None, None, None)
    policy = fitted(policy_of(bot, game), dtype)
    return Opponent(bot, share, policy, handle(kernel_of(policy)), memories_of(policy, copies))


def parts_of(text: str) -> tuple[float, str]:
    """The share, 1 by default, and the bot."""
    share, times, bot = text.rpartition("*")
    try:
        found = float(share) if times else 1.0
    except ValueError:
        found = 0.0
    if found <= 0:
        raise SettingsError(f"expected an opponent as SHARE*BOT, such as 0.5*random, got {text!r}")
    return found, bot


class OtherSeat:
    """The learner in the other seat of each match: its memories and trajectories."""

    def __init__(self, parameters: Parameters, opponents: list[Opponent], plans: Any) -> None:
        """`plans`: those of the learner; the snapshot starts as a copy."""
        dtype = plans[0]["search"][0]["states"].dtype
        self._snapshot_interval = parameters.snapshot_interval
        self._selves = [at for at, each in enumerate(opponents) if each.bot == SELF]
        self._plans = plans
        self._snapshot = plans.copy()
        self._greedy = learner_of(
            replace(parameters, exploration_initial_eps=0.0, exploration_final_eps=0.0)
        )
        self._memories = memories(dtype, parameters.n_envs)
        self._trajectories = np.zeros(parameters.n_envs, trajectory_dtype(parameters.max_rounds))
        self.generation = 0

    def forget(self, chosen: Any) -> None:
        """Reset before new matches."""
        self._memories[chosen] = np.zeros(1, self._memories.dtype)
        self._trajectories["length"][chosen] = 0

    def collect(self, bot: str, copies: Any, batch: Any, runs: Any) -> None:
        """Write the moves in these matches.

        `batch`: learners, states, seats, generators and moves.
        """
        learners, states, seats, generators, moves = batch
        is_snapshot = bot == OLDER
        runs(collect)(
            self._snapshot if is_snapshot else self._plans,
            self._greedy if is_snapshot else learners, self._memories, self._trajectories,
            states, copies, 1 - seats, generators, moves,
        )  # fmt: skip

    def learn(self, learners: Any, states: Any, ended: Any, seats: Any, runs: Any) -> None:
        """Learn from the matches against itself that have ended; `ended`: opponents by match."""
        finished = np.isin(ended, self._selves)
        runs(learn)(self._plans, learners, self._trajectories, states, finished, 1 - seats)
        generation = int(learners[0]["episodes"]) // self._snapshot_interval
        if generation > self.generation:
            self.generation = generation
            self._snapshot[:] = self._plans

    def arrays(self) -> dict[str, Any]:
        """Arrays of a checkpoint."""
        snapshot = value_function_of(self._snapshot[0])
        return {
            "snapshot_weights": snapshot["weights"], "snapshot_network": snapshot["network"],
            "other_memories": self._memories, "other_trajectories": self._trajectories,
        }  # fmt: skip
